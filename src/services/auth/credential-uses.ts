import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Clock } from '#kernel/time/clock'

/** What was used: a permission, with its key or client secret; without one for the access tokens of a client. */
export interface UsedCredential {
  permissionTenantId: number
  permissionId: number
  secretId: number | null
}

/** Stores when each key and client was last used, to the minute. */
export interface CredentialUses {
  note(used: UsedCredential): void
  /** Resolves when everything that was noted is stored. */
  settled(): Promise<void>
}

const MINUTE_MS = 60_000
const MAX_KNOWN = 20_000

/** Not in the tables of credentials: their changes make every replica drop its cache. */
const STORE = {
  name: 'store_credential_use',
  text: `INSERT INTO application_use AS u (tenant_id, permission_id, secret_id, last_used_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (tenant_id, permission_id, secret_id)
         DO UPDATE SET last_used_at = greatest(u.last_used_at, excluded.last_used_at)`,
}

/** Requests do not wait for the statement, and each process writes once per minute and credential. */
export const credentialUses = (pool: Pool, clock: Clock, log: Pick<FastifyBaseLogger, 'warn'>): CredentialUses => {
  const storedAt = new Map<string, number>()
  // Credentials are cached objects: most requests find theirs here, without a key.
  const notedAt = new WeakMap<UsedCredential, number>()
  const open = new Set<Promise<unknown>>()
  return {
    note: (used) => {
      const now = clock.now()
      if (now.getTime() < (notedAt.get(used) ?? 0) + MINUTE_MS) return
      notedAt.set(used, now.getTime())
      const { permissionTenantId, permissionId, secretId } = used
      const key = `${permissionTenantId}:${permissionId}:${secretId ?? 0}`
      if (now.getTime() < (storedAt.get(key) ?? 0) + MINUTE_MS) return
      if (storedAt.size >= MAX_KNOWN) storedAt.clear()
      storedAt.set(key, now.getTime())
      const stored = pool
        .query({ ...STORE, values: [permissionTenantId, permissionId, secretId ?? 0, now] })
        .catch((error) => log.warn({ err: error }, 'the use of a credential was not stored'))
        .finally(() => open.delete(stored))
      open.add(stored)
    },
    settled: async () => {
      await Promise.all(open)
    },
  }
}
