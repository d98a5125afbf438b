import { assignPostalCodes } from '../../src/areas/people/chapters/assignment/assign-postal-codes.service.ts'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { createLogger } from '../../src/kernel/logging/logger.ts'
import { systemClock } from '../../src/kernel/time/clock.ts'

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
