// npm run db:check: fails when the migrations and prisma/schema disagree.
import { diffSchema } from '#src/installation/migrations/diff'
import { withScratchServer } from './scratch.ts'

const sql = await withScratchServer((scratchUrl) => diffSchema({ scratchUrl }))
if (sql !== '') {
  console.error(`The migrations do not make what prisma/schema says. What is missing:\n\n${sql}\n`)
  console.error('Write a migration with "npm run db:diff -- <name>", or put the schema right.')
  console.error('An index that Prisma cannot express needs the line "-- by hand: <index name>" in its migration.')
  process.exit(1)
}
console.log('The migrations agree with prisma/schema.')
