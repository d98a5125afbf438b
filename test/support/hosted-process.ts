import { once } from 'node:events'
import { completeHostedCharge, openHostedCharge } from '#areas/finance/payment-processor/charges/hosted-charges.service'
import { payPage } from '#areas/finance/payment-processor/sandbox/pages/sandbox-pages.service'
import { sealer } from '#kernel/crypto/seal'
import { openDatabase } from '#kernel/database/database'
import { createLogger } from '#kernel/logging/logger'
import { systemScope } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import { type Death, dieAt } from './die-at-statement.ts'
import { LOGIN_KEY } from './login-key.ts'

/** A payment on a page of the sandbox from its request to the authorization, for a test that kills it. */
export interface KilledPayment extends Death {
  tenantId: number
  requestKey: string
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
const [run] = (await once(process, 'message')) as [KilledPayment]
const scope = await systemScope({ database, clock: systemClock, log: createLogger('silent') }, run.tenantId)
const tools = { sealer: sealer(Buffer.alloc(32, 7)), processorUrl: '' }
dieAt(run)
const { charge, url } = await openHostedCharge(scope, tools, {
  ...{ gatewayId: null, contactId: null, cents: 4200, description: 'Congress', applications: [] },
  ...{ returnUrl: '/return', cancelUrl: '/cancel', origin: 'http://localhost', requestKey: run.requestKey },
})
if (url !== null) await payPage(scope, url.split('/').at(-1) ?? '', 'tok_visa')
await completeHostedCharge(scope, tools, charge.id)
process.send?.('done')
process.disconnect()
await database.close()
