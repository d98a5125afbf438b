import type pg from 'pg'
import type { Tenant } from '#prisma/client'
import { createDisabledLogin } from '#services/identity/logins'
import { makeOffice } from '../generate/office.ts'
import type { DemoContact, World } from '../generate/world.ts'

/**
 * Creates the tenant's own organization and its staff. Their logins are disabled until they get a password; they exist so
 * that contacts have assigned staff.
 */
export const loadOffice = async (
  client: pg.Client,
  world: World,
  tenant: Tenant,
  stage: (contact: DemoContact) => void,
): Promise<void> => {
  const [organization, ...staff] = makeOffice(world, tenant)
  if (!organization) return
  for (const contact of [organization, ...staff]) stage(contact)
  await client.query(
    'UPDATE tenant SET organization_contact_id = coalesce(organization_contact_id, $2) WHERE id = $1',
    [tenant.id, organization.records.id],
  )
  for (const { records } of staff) {
    const displayName = nameOf(records.entered)
    const loginId = await createDisabledLogin(client, { email: demoStaffEmail(tenant, records.id), displayName })
    await client.query(
      `INSERT INTO staff (tenant_id, login_id, display_name, role_id, contact_id)
       SELECT $1, $2, $3, r.id, $4 FROM role r WHERE r.tenant_id = $1 AND r.name = 'Staff'`,
      [tenant.id, loginId, displayName, records.id],
    )
  }
}

/** The address of the login of a contact that loadOffice created. */
export const demoStaffEmail = ({ key }: Pick<Tenant, 'key'>, contactId: number): string =>
  `staff-${contactId}@${key}.example`

const nameOf = ({ first_name, last_name }: DemoContact['records']['entered']): string => `${first_name} ${last_name}`

/** The contacts that are members of staff, by id. */
export const findStaff = async (client: pg.Client, tenantId: number): Promise<number[]> => {
  const sql = 'SELECT contact_id AS id FROM staff WHERE tenant_id = $1 AND contact_id IS NOT NULL ORDER BY 1'
  const { rows } = await client.query<{ id: number }>(sql, [tenantId])
  return rows.map(({ id }) => id)
}
