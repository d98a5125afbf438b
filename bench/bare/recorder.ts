import { LOGIN_KEY } from '#bench/login-key'
import { openDatabase } from '#kernel/database/database'
import { createLogger } from '#kernel/logging/logger'
import type { Scope } from '#kernel/tenancy/scope'
import { openTenantDb } from '#kernel/tenancy/tenant-db'
import { systemClock } from '#kernel/time/clock'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Records the statements that the product's functions send. */
export interface Recorder {
  readonly scope: Scope
  /** Returns the statements of a function, in order. */
  record(work: (scope: Scope) => Promise<unknown>): Promise<Sql[]>
  close(): Promise<void>
}

export const openRecorder = async (url: string, tenantId: number): Promise<Recorder> => {
  const database = openDatabase({
    loginKey: LOGIN_KEY,
    url,
    poolSize: 1,
    statementTimeout: 60_000,
    onError: () => undefined,
  })
  const real = openTenantDb(database, tenantId)
  const tenant = await database.system.tenant.findFirstOrThrow({ where: { id: tenantId } })
  let seen: Sql[] = []
  const rows = async <T extends object>(query: Sql): Promise<T[]> => {
    seen.push(query)
    return real.rows<T>(query)
  }
  const db: Scope['db'] = { ...real, rows }
  const scope: Scope = {
    tenant,
    actor: { kind: 'key', id: 1 },
    grants: new Set(['admin']),
    db,
    chapters: null,
    clock: systemClock,
    requestId: 'bench',
    log: createLogger('silent'),
  }
  return {
    scope,
    record: async (work) => {
      seen = []
      await work(scope)
      return seen
    },
    close: database.close,
  }
}
