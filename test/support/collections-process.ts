import { once } from 'node:events'
import { paymentPlanDays } from '#areas/commerce/payment-plans/collections/collections.job'
import { performCollection } from '#areas/commerce/payment-plans/collections/collections.service'
import { sealer } from '#kernel/crypto/seal'
import { openDatabase } from '#kernel/database/database'
import { createLogger } from '#kernel/logging/logger'
import { systemScope } from '#kernel/outbox/deliver'
import { type Death, dieAt } from './die-at-statement.ts'
import { LOGIN_KEY } from './login-key.ts'

/**
 * The daily work of payment plans and its jobs at noon (UTC) of a day, for a test that kills it. The process kills itself at
 * one of its statements, as in a power failure.
 */
export interface KilledCollection extends Death {
  tenantId: number
  day: string
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
const [run] = (await once(process, 'message')) as [KilledCollection]
const clock = { now: () => new Date(`${run.day}T12:00:00Z`) }
const scope = await systemScope({ database, clock, log: createLogger('silent') }, run.tenantId)
const tools = { sealer: sealer(Buffer.alloc(32, 7)), processorUrl: '' }
dieAt(run)
await paymentPlanDays.run(scope, { since: run.day, today: run.day })
const where = { tenantId: run.tenantId, status: { in: ['requested', 'pending'] } }
for (const { id } of await database.system.partCollection.findMany({ where, orderBy: { id: 'asc' } })) {
  await performCollection(scope, tools, id)
}
process.send?.('done')
process.disconnect()
await database.close()
