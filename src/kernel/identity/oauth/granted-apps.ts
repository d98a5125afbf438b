import type { Database } from '#kernel/database/database'
import { findReferencedClient } from '../clients.ts'
import { revokeFamily } from './families.ts'

type System = Database['system']

/** How a consent is identified for its login. */
export interface ConsentKey {
  tenantId: number
  permissionTenantId: number
  permissionId: number
}

/** An application that a login has allowed to act for it in a tenant. */
export interface GrantedApp extends ConsentKey {
  applicationName: string
  vendorName: string | null
  tenantName: string
  scopes: string[]
  grantedAt: Date
}

/** Lists the applications that a login has allowed, the newest first; without those that were deleted. */
export const listGrantedApps = async (system: System, loginId: number): Promise<GrantedApp[]> => {
  const consents = await system.oAuthConsent.findMany({ where: { loginId }, orderBy: { grantedAt: 'desc' } })
  const tenants = await system.tenant.findMany({ where: { id: { in: consents.map(({ tenantId }) => tenantId) } } })
  const found = await Promise.all(
    consents.map(async ({ tenantId, permissionTenantId, permissionId, scopes, grantedAt }) => {
      const client = await findReferencedClient(system, { permissionTenantId, permissionId })
      const tenant = tenants.find(({ id }) => id === tenantId)
      if (!client || client.revokedAt || !tenant) return []
      const { applicationName, vendorName } = client
      const key = { tenantId, permissionTenantId, permissionId }
      return [{ ...key, applicationName, vendorName, tenantName: tenant.name, scopes, grantedAt }]
    }),
  )
  return found.flat()
}

/**
 * Ends what a login has allowed an application in a tenant: the consent, its codes and its tokens. The application must ask
 * again. Does nothing if there is none. Wait for `settled` of the credentials after it.
 */
export const endGrantedApp = (system: System, loginId: number, key: ConsentKey, now: Date): Promise<void> =>
  system.$transaction(async (tx) => {
    const where = { ...key, loginId }
    await tx.oAuthConsent.deleteMany({ where })
    await tx.oAuthCode.updateMany({ where: { ...where, usedAt: null }, data: { usedAt: now } })
    const families = await tx.oAuthToken.findMany({
      where: { ...where, revokedAt: null },
      distinct: ['familyId'],
      orderBy: { familyId: 'asc' },
      select: { tenantId: true, familyId: true },
    })
    for (const family of families) await revokeFamily(tx, family, now)
  })
