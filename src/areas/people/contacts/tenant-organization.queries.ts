import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'

/**
 * Reads the id of the contact that is the tenant's own organization; null if it has none. The scope contains that of the
 * start of the request. Lock the contact before: a change of the setting locks it as well.
 */
export const findOrganizationId = async ({ db }: Pick<Scope, 'db'>, tx: Models): Promise<number | null> => {
  const tenant = await tx.tenant.findFirst({ where: { id: db.tenantId }, select: { organizationContactId: true } })
  return tenant?.organizationContactId ?? null
}
