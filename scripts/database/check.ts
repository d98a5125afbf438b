// npm run db:check: fails if a database of the migrations differs from prisma/schema and prisma/sql, or a migration bears a date
// that is later than its commit.
import { readMigrations } from '#src/installation/migrations/migration-files'
import { diffDatabase } from './compare.ts'
import { databaseFolders } from './database-files.ts'
import { commitDateOf, findLateMigrations } from './migration-dates.ts'
import { withScratchServer } from './scratch.ts'

const folders = databaseFolders()
const migrations = readMigrations(folders.migrations).map(({ name }) => ({
  name,
  committedAt: commitDateOf(folders.migrations, name),
}))
const late = findLateMigrations(migrations, new Date())
const sql = await withScratchServer((scratchUrl) => diffDatabase(scratchUrl, folders))
if (late.length > 0) {
  console.error(`These migrations bear a date that is later than their commit: ${late.join(', ')}.`)
  console.error('Name each by the time at which it is committed (UTC).')
}
if (sql !== '') {
  console.error(`The migrations do not make the database of prisma/schema and prisma/sql. What is missing:\n\n${sql}\n`)
  console.error('Write a migration with "npm run db:diff -- <name>", or correct the files.')
}
if (late.length > 0 || sql !== '') process.exit(1)
console.log('The migrations agree with prisma/schema and prisma/sql.')
