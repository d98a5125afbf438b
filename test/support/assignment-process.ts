import { assignPostalCodes } from '#areas/people/chapters/assignments/assignments.job'
import { openDatabase } from '#kernel/database/database'
import { createLogger } from '#kernel/logging/logger'
import { systemClock } from '#kernel/time/clock'

/** Carries out the assignment by postal code that ASSIGNMENT names, for a test that kills it. */
const database = openDatabase({
  url: process.env.DATABASE_URL ?? '',
  poolSize: 2,
  statementTimeout: 20_000,
  onError: () => undefined,
})
process.send?.('begun')
await assignPostalCodes(
  { database, clock: systemClock, log: createLogger('silent') },
  JSON.parse(process.env.ASSIGNMENT ?? '{}'),
)
await database.close()
process.send?.('done')
process.disconnect()
