import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'

const benefitUse = (of: string, user: string, users: string, remedy: string, rows: RecordUse['rows']): RecordUse => ({
  of,
  user,
  users,
  scope: 'benefit-ledger:read',
  remedy,
  rows,
})

const DEACTIVATE = 'Set IsActive to false instead.'

/** What packages and the ledger use. */
export const benefitUses: readonly RecordUse[] = [
  benefitUse(
    'benefititem',
    'benefit package',
    'benefit packages',
    'Remove the benefit from the package first.',
    (tenantId) => Prisma.sql`SELECT i.item_id AS used_id, p.id, p.name FROM benefit_package_item i
      JOIN benefit_package p ON p.tenant_id = i.tenant_id AND p.id = i.package_id
      WHERE i.tenant_id = ${tenantId}::integer`,
  ),
  benefitUse(
    'benefititem',
    'contact',
    'contacts',
    DEACTIVATE,
    (tenantId) => Prisma.sql`SELECT x.item_id AS used_id, c.id, c.display_name AS name FROM benefit_balance x
      JOIN contact c ON c.tenant_id = x.tenant_id AND c.id = x.contact_id
      WHERE x.tenant_id = ${tenantId}::integer`,
  ),
  benefitUse(
    'storeitem',
    'benefit',
    'benefits',
    'Choose another item for the benefit first.',
    (tenantId) => Prisma.sql`SELECT x.store_item_id AS used_id, x.id, x.name FROM benefit_item x
      WHERE x.tenant_id = ${tenantId}::integer AND x.store_item_id IS NOT NULL`,
  ),
  benefitUse(
    'benefitpackage',
    'contact',
    'contacts',
    DEACTIVATE,
    (tenantId) => Prisma.sql`SELECT g.package_id AS used_id, c.id, c.display_name AS name FROM benefit_grant g
      JOIN contact c ON c.tenant_id = g.tenant_id AND c.id = g.contact_id
      WHERE g.tenant_id = ${tenantId}::integer AND g.package_id IS NOT NULL`,
  ),
]
