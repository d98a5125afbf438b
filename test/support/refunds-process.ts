import { once } from 'node:events'
import { settleEventOrder } from '#areas/events/registrations/payment/settlement.service'
import { sealer } from '#kernel/crypto/seal'
import { openDatabase } from '#kernel/database/database'
import { createLogger } from '#kernel/logging/logger'
import { systemScope } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import { type Death, dieAt } from './die-at-statement.ts'
import { LOGIN_KEY } from './login-key.ts'

/** The job that brings the processor up to date with an order of an event, for a test that kills it. */
export interface KilledSettling extends Death {
  tenantId: number
  orderId: number
}

const database = openDatabase({
  loginKey: LOGIN_KEY,
  url: process.env.DATABASE_URL ?? '',
  poolSize: 2,
  statementTimeout: 20_000,
  onError: () => undefined,
})
await database.system.$queryRaw`SELECT 1`
process.send?.('ready')
const [run] = (await once(process, 'message')) as [KilledSettling]
const scope = await systemScope({ database, clock: systemClock, log: createLogger('silent') }, run.tenantId)
const tools = { sealer: sealer(Buffer.alloc(32, 7)), processorUrl: '' }
dieAt(run)
await settleEventOrder(scope, tools, run.orderId)
process.send?.('done')
process.disconnect()
await database.close()
