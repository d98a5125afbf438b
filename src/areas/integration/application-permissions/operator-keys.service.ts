import { PLATFORM_SCOPE } from '#kernel/auth/scopes'
import type { Database } from '#kernel/database/database'
import { badInput } from '#kernel/errors/problem'
import { createLogger } from '#kernel/logging/logger'
import { systemScope } from '#kernel/outbox/deliver'
import { isVisible } from '#kernel/text/one-line'
import { systemClock } from '#kernel/time/clock'
import { readAddresses } from './application-permissions.input.ts'
import { createPermission } from './application-permissions.service.ts'
import { assertKnownScopes } from './permission-rules.ts'

/** An API key asked for on the command line. */
export interface NewKey {
  tenantKey: string
  name: string
  /** At least one; `admin` covers the tenant, `platform` has to be named. */
  scopes: readonly string[]
  /** Works in every tenant, from the listed addresses alone. */
  global?: boolean
  /** Addresses and CIDR ranges; null or absent is anywhere. */
  addressList?: string | null
}

/**
 * Creates an API key for the operator of the installation, who may grant everything. Answers the whole key: it is not
 * kept. Throws a Problem that names what is wrong (unknown tenant or scope, bad address, global without a list).
 */
export const createKey = async (database: Database, wanted: NewKey): Promise<{ id: number; key: string }> => {
  const tenant = await database.system.tenant.findFirst({ where: { key: wanted.tenantKey } })
  if (!tenant) throw badInput('/tenantKey', `"${wanted.tenantKey}" is no tenant`)
  if (!isVisible(wanted.name)) throw badInput('/name', 'is blank')
  if (wanted.scopes.length === 0) throw badInput('/scopes', 'needs at least one scope')
  assertKnownScopes(wanted.scopes, '/scopes')
  const context = { database, clock: systemClock, log: createLogger('silent') }
  const scope = { ...(await systemScope(context, tenant.id)), grants: new Set(['admin', PLATFORM_SCOPE]) }
  const { permission, secret } = await createPermission(scope, 'apikey', {
    applicationName: wanted.name.trim(),
    scopes: [...new Set(wanted.scopes)],
    isGlobal: wanted.global ?? false,
    addressList: readAddresses(wanted.addressList ?? null, '/addressList'),
  })
  if (secret === undefined) throw new Error('A key was made without a secret')
  return { id: permission.id, key: secret }
}
