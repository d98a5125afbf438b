// npm run db:diff -- <name>: writes a new migration with the differences between the migrations and prisma/schema.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { diffSchema } from '#src/installation/migrations/diff'
import { migrationsFolder } from '#src/installation/migrations/migration-files'
import { withScratchServer } from './scratch.ts'

const [name = ''] = process.argv.slice(2)
if (!/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error('Name the migration in snake_case: npm run db:diff -- add_member_photo')
  process.exit(2)
}
const sql = await withScratchServer((scratchUrl) => diffSchema({ scratchUrl }))
if (sql === '') {
  console.log('The migrations agree with prisma/schema; nothing was written.')
} else {
  const time = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const folder = join(migrationsFolder(), `${time}_${name}`)
  mkdirSync(folder)
  writeFileSync(join(folder, 'migration.sql'), `${sql}\n`)
  console.log(`Wrote ${folder}/migration.sql. Read it; add what Prisma cannot express by hand.`)
}
