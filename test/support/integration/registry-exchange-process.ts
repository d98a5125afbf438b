import '#areas/index'
import { exchangeChanges } from '#areas/integration/national-registry/queue/run.service'
import { sealer } from '#kernel/crypto/seal'
import { openDatabase } from '#kernel/database/database'
import { createLogger } from '#kernel/logging/logger'
import { systemScope } from '#kernel/outbox/deliver'
import { openOutbound } from '#services/outbound/outbound'
import { LOGIN_KEY } from '../database/login-key.ts'
import { dieAt, type KillPoint } from '../killed/kill-point.ts'

/** Exchanges the changes of the tenant TENANT with its registry, and dies at KILL_POINT (JSON) if it is set. */
const database = openDatabase({
  loginKey: LOGIN_KEY,
  url: process.env.DATABASE_URL ?? '',
  poolSize: 2,
  statementTimeout: 20_000,
  onError: () => undefined,
})
// Each run is an hour later than the one before, so that a failed row is due again.
const clock = { now: () => new Date(Number(process.env.AT)) }
const scope = await systemScope({ database, clock, log: createLogger('silent') }, Number(process.env.TENANT))
if (process.env.KILL_POINT) dieAt(JSON.parse(process.env.KILL_POINT) as KillPoint)
await exchangeChanges(scope, { outbound: openOutbound('127.0.0.1'), sealer: sealer(Buffer.alloc(32, 7)) })
await database.close()
process.disconnect?.()
