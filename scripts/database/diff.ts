// npm run db:diff -- <name>: writes a new migration with the differences between the migrations and the files of the database,
// prisma/schema and prisma/sql.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { diffDatabase } from './compare.ts'
import { databaseFolders } from './database-files.ts'
import { withScratchServer } from './scratch.ts'

const [name = ''] = process.argv.slice(2)
if (!/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error('Name the migration in snake_case: npm run db:diff -- add_member_photo')
  process.exit(2)
}
const folders = databaseFolders()
const sql = await withScratchServer((scratchUrl) => diffDatabase(scratchUrl, folders)).catch((error: Error) => {
  console.error(`The database of the files cannot be made.\n${error.message}`)
  process.exit(1)
})
if (sql === '') {
  console.log('The migrations agree with prisma/schema and prisma/sql; nothing was written.')
} else {
  const time = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const folder = join(folders.migrations, `${time}_${name}`)
  mkdirSync(folder)
  writeFileSync(join(folder, 'migration.sql'), `${sql}\n`)
  const unwritten = sql.split('\n').filter((line) => line.startsWith('-- Write by hand')).length
  console.log(`Wrote ${folder}/migration.sql. Read it.`)
  if (unwritten > 0) console.log(`Replace its ${unwritten} comments that begin with "Write by hand" by statements.`)
}
