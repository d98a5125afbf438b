import '#areas/index'
import { assignPostalCodes } from '#areas/people/chapters/assignments/assignments.job'
import { openDatabase } from '#kernel/database/database'
import { createLogger } from '#kernel/logging/logger'
import { systemClock } from '#kernel/time/clock'
import { LOGIN_KEY } from '../database/login-key.ts'

/** Runs the assignment by postal code with the id in ASSIGNMENT, for a test that kills the process. */
const database = openDatabase({
  loginKey: LOGIN_KEY,
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
