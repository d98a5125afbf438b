import '#areas/index'
import { performMassOperation } from '#areas/commerce/benefit-ledger/mass/mass.job'
import { openDatabase } from '#kernel/database/database'
import { createLogger } from '#kernel/logging/logger'
import { systemClock } from '#kernel/time/clock'
import { LOGIN_KEY } from '../database/login-key.ts'

/** Performs the mass operation in OPERATION, for a test that kills the process. */
const database = openDatabase({
  loginKey: LOGIN_KEY,
  url: process.env.DATABASE_URL ?? '',
  poolSize: 2,
  statementTimeout: 20_000,
  onError: () => undefined,
})
process.send?.('begun')
await performMassOperation(
  { database, clock: systemClock, log: createLogger('silent') },
  JSON.parse(process.env.OPERATION ?? '{}'),
)
await database.close()
process.send?.('done')
process.disconnect()
