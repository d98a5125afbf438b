import { SELF_SCOPE } from '#kernel/contract/scopes'
import type { Database } from '#kernel/database/database'
import { TRANSACTION_LIMITS } from '#kernel/database/transaction-limits'
import { type ClientReference, findReferencedClient } from '../clients.ts'
import { endGrants } from './families.ts'
import { type User, userColumns } from './user.ts'

type System = Database['system']

/** How a consent is identified for its user. */
export interface ConsentKey extends ClientReference {
  tenantId: number
}

/** An application that a user has allowed to act for it in a tenant. */
export interface GrantedApp extends ConsentKey {
  clientId: string
  applicationName: string
  vendorName: string | null
  tenantName: string
  scopes: string[]
  grantedAt: Date
}

/**
 * Lists the applications that a user has allowed, the newest first; without those that were deleted.
 *
 * @param tenantId lists only those in this tenant.
 */
export const listGrantedApps = async (system: System, user: User, tenantId?: number): Promise<GrantedApp[]> => {
  const consents = await listConsents(system, user, tenantId)
  const tenants = await system.tenant.findMany({ where: { id: { in: consents.map((consent) => consent.tenantId) } } })
  const found = await Promise.all(
    consents.map(async ({ tenantId: id, permissionTenantId, permissionId, scopes, grantedAt }) => {
      const client = await findReferencedClient(system, { permissionTenantId, permissionId })
      const tenant = tenants.find((one) => one.id === id)
      if (!client?.clientId || client.revokedAt || !tenant) return []
      const { clientId, applicationName, vendorName } = client
      const key = { tenantId: id, permissionTenantId, permissionId }
      return [{ ...key, clientId, applicationName, vendorName, tenantName: tenant.name, scopes, grantedAt }]
    }),
  )
  return found.flat()
}

/** Lists the consents. The only scope of members is `self`. */
const listConsents = async (system: System, user: User, tenantId: number | undefined) => {
  const orderBy = { grantedAt: 'desc' } as const
  const inTenant = tenantId !== undefined && { tenantId }
  if (user.kind === 'login') return system.oAuthConsent.findMany({ where: { ...inTenant, loginId: user.id }, orderBy })
  const where = { tenantId: user.tenantId, memberId: user.id }
  return (await system.memberConsent.findMany({ where, orderBy })).map((one) => ({ ...one, scopes: [SELF_SCOPE] }))
}

/**
 * Ends what a user has allowed an application in a tenant: the consent, its codes and its tokens. The application must ask
 * again. Wait for `settled` of the credentials after it. Returns false if there is no consent.
 */
export const endGrantedApp = (system: System, user: User, key: ConsentKey, now: Date): Promise<boolean> =>
  system.$transaction(async (tx) => {
    const where = { ...key, ...userColumns(user) }
    const { count } =
      user.kind === 'login'
        ? await tx.oAuthConsent.deleteMany({ where: { ...key, loginId: user.id } })
        : await tx.memberConsent.deleteMany({ where: { ...key, memberId: user.id } })
    await endGrants(tx, where, now)
    return count > 0
  }, TRANSACTION_LIMITS)
