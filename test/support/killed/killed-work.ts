import { once } from 'node:events'
// The work of an area calls what other areas have added to its registers.
import '#areas/index'
import { openDatabase } from '#kernel/database/database'
import { createLogger } from '#kernel/logging/logger'
import { systemScope, type WorkContext } from '#kernel/outbox/deliver'
import type { Scope } from '#kernel/tenancy/scope'
import { LOGIN_KEY } from '../database/login-key.ts'
import { type Death, dieAt } from './die-at-statement.ts'

/** Work of a tenant in a process that kills itself. */
export interface KilledWork extends Death {
  tenantId: number
  /** The time of its clock; RFC 3339. */
  now: string
}

/** Does the work that the parent process requests (killed-program.ts), and kills this process at the statement that it says. */
export const performKilledWork = async <Request extends KilledWork>(
  work: (scope: Scope, request: Request, context: WorkContext) => Promise<void>,
): Promise<void> => {
  const database = openDatabase({
    loginKey: LOGIN_KEY,
    url: process.env.DATABASE_URL ?? '',
    poolSize: 2,
    statementTimeout: 20_000,
    onError: () => undefined,
  })
  await database.system.$queryRaw`SELECT 1`
  process.send?.('ready')
  const [request] = (await once(process, 'message')) as [Request]
  const clock = { now: () => new Date(request.now) }
  const context = { database, clock, log: createLogger('silent') }
  const scope = await systemScope(context, request.tenantId)
  dieAt(request)
  await work(scope, request, context)
  process.send?.('done')
  process.disconnect()
  await database.close()
}
