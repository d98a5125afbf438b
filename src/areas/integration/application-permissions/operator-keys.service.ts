import { PLATFORM_SCOPE } from '#kernel/auth/scopes'
import type { Database } from '#kernel/database/database'
import { badInput } from '#kernel/errors/problem'
import { createLogger } from '#kernel/logging/logger'
import { systemScope } from '#kernel/outbox/deliver'
import { isVisible } from '#kernel/text/one-line'
import { systemClock } from '#kernel/time/clock'
import { parseAddresses } from './application-permissions.input.ts'
import { assertKnownScopes } from './application-permissions.model.ts'
import { createPermission } from './application-permissions.service.ts'

/** A new API key of the operator. */
export interface NewKey {
  tenantKey: string
  name: string
  /** At least one. `admin` covers the tenant, but not `platform`. */
  scopes: readonly string[]
  /** Whether it is valid in every tenant, from the listed addresses only. */
  global?: boolean
  /** Addresses and CIDR ranges; null or absent: any address. */
  addressList?: string | null
}

/**
 * Creates an API key for the operator of the installation, who can grant every scope. Returns the complete key, which is
 * not stored.
 *
 * @throws 400 for an unknown tenant or scope, a name without visible characters or an invalid address; 422 for a global key without a list.
 */
export const createKey = async (database: Database, wanted: NewKey): Promise<{ id: number; key: string }> => {
  const tenant = await database.system.tenant.findFirst({ where: { key: wanted.tenantKey } })
  if (!tenant) throw badInput('/tenantKey', `"${wanted.tenantKey}" is not the key of a tenant`)
  if (!isVisible(wanted.name)) throw badInput('/name', 'must not be blank')
  if (wanted.scopes.length === 0) throw badInput('/scopes', 'must have at least one scope')
  assertKnownScopes(wanted.scopes, '/scopes')
  const context = { database, clock: systemClock, log: createLogger('silent') }
  const scope = { ...(await systemScope(context, tenant.id)), grants: new Set(['admin', PLATFORM_SCOPE]) }
  const { permission, secret } = await createPermission(scope, 'apikey', {
    applicationName: wanted.name.trim(),
    scopes: [...new Set(wanted.scopes)],
    isGlobal: wanted.global ?? false,
    addressList: parseAddresses(wanted.addressList ?? null, '/addressList'),
  })
  if (secret === undefined) throw new Error('The key was created without a secret.')
  return { id: permission.id, key: secret }
}
