import type { ChapterLimit } from '#kernel/tenancy/access-scope'
import type { OAuthContext } from './oauth/context.ts'

/** A seat of a login: a tenant in which it is staff, and its rights there. */
export interface StaffSeat {
  tenantId: number
  tenantKey: string
  tenantName: string
  /** IANA name of the time zone of the tenant. */
  timeZone: string
  /** ISO 4217 code of the currency of the tenant. */
  currencyCode: string
  roleName: string
  /** Whether the tenant requires a second factor of its staff. */
  requiresSecondFactor: boolean
  /** The scopes of the role, reduced to those of a role limited to chapters. */
  scopes: ReadonlySet<string>
  chapters: ChapterLimit | null
}

/** Lists the seats of a login by the names of their tenants. */
export const listSeats = async (
  { system, credentials }: Pick<OAuthContext, 'system' | 'credentials'>,
  loginId: number,
): Promise<StaffSeat[]> => {
  const staff = await system.staff.findMany({ where: { loginId }, include: { role: { select: { name: true } } } })
  const found = await Promise.all(
    staff.map(async ({ tenantId, role }) => {
      const credential = await credentials.findSeat({ tenantId, loginId })
      const tenant = credential && (await credentials.findTenant({ id: tenantId }))
      if (!credential || !tenant) return []
      const { scopes, chapters } = credential
      const { key: tenantKey, name: tenantName, timeZone, currencyCode, requiresSecondFactor } = tenant
      const ofTenant = { tenantId, tenantKey, tenantName, timeZone, currencyCode, requiresSecondFactor }
      return [{ ...ofTenant, roleName: role.name, scopes, chapters }]
    }),
  )
  return found.flat().sort((a, b) => a.tenantName.localeCompare(b.tenantName))
}
