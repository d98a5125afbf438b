import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { hashPassword } from '#kernel/auth/sign-in/password'
import type { Tenant } from '#prisma/client'
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
  const passwordHash = await hashPassword(randomBytes(24).toString('base64url'))
  for (const { records } of staff) {
    await client.query(
      `WITH made AS (
         INSERT INTO login (email, display_name, password_hash, disabled_at) VALUES ($2, $3, $4, now()) RETURNING id
       ) INSERT INTO staff (tenant_id, login_id, role_id, contact_id)
         SELECT $1, made.id, r.id, $5 FROM made, role r WHERE r.tenant_id = $1 AND r.name = 'Staff'`,
      [tenant.id, `staff-${records.id}@${tenant.key}.example`, nameOf(records.entered), passwordHash, records.id],
    )
  }
}

const nameOf = ({ first_name, last_name }: DemoContact['records']['entered']): string => `${first_name} ${last_name}`

/** The contacts that are members of staff, by id. */
export const findStaff = async (client: pg.Client, tenantId: number): Promise<number[]> => {
  const sql = 'SELECT contact_id AS id FROM staff WHERE tenant_id = $1 AND contact_id IS NOT NULL ORDER BY 1'
  const { rows } = await client.query<{ id: number }>(sql, [tenantId])
  return rows.map(({ id }) => id)
}
