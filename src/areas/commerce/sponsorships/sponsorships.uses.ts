import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'
import { isRunningSql } from './sponsors/sponsors.listing.ts'

const typeUse = (of: string, column: string, remedy: string): RecordUse => ({
  of,
  user: 'sponsorship type',
  users: 'sponsorship types',
  scope: 'sponsorships:read',
  remedy,
  rows: (tenantId) => Prisma.sql`SELECT t.${Prisma.raw(column)} AS used_id, t.id, t.name FROM sponsorship_type t
    WHERE t.tenant_id = ${tenantId}::integer AND t.${Prisma.raw(column)} IS NOT NULL`,
})

const sponsorUse = (of: string, remedy: string, rows: RecordUse['rows']): RecordUse => ({
  of,
  user: 'sponsor',
  users: 'sponsors',
  scope: 'sponsorships:read',
  remedy,
  rows,
})

/** What sponsorship types and sponsors use. A type keeps its deleted sponsors, because the books and benefits show them. */
export const sponsorshipUses: readonly RecordUse[] = [
  typeUse('feeitem', 'fee_item_id', 'Give the type another saleable item first.'),
  typeUse('benefitpackage', 'benefit_package_id', 'Remove the package from the type first.'),
  sponsorUse(
    'benefitpackage',
    'Set IsActive to false instead.',
    (tenantId) => Prisma.sql`SELECT n.benefit_package_id AS used_id, n.id, c.display_name AS name FROM sponsor n
      JOIN contact c ON c.tenant_id = n.tenant_id AND c.id = n.contact_id
      WHERE n.tenant_id = ${tenantId}::integer AND n.benefit_package_id IS NOT NULL`,
  ),
  sponsorUse(
    'sponsorshiptype',
    'Set IsActive to false instead.',
    (tenantId) => Prisma.sql`SELECT n.type_id AS used_id, n.id,
        CASE WHEN n.deleted_at IS NULL THEN c.display_name ELSE c.display_name || ' (deleted)' END AS name
      FROM sponsor n JOIN contact c ON c.tenant_id = n.tenant_id AND c.id = n.contact_id
      WHERE n.tenant_id = ${tenantId}::integer`,
  ),
  sponsorUse(
    'contact',
    'Decline or end the sponsorship first.',
    (tenantId) => Prisma.sql`SELECT n.contact_id AS used_id, n.id, t.name FROM sponsor n
      JOIN sponsorship_type t ON t.tenant_id = n.tenant_id AND t.id = n.type_id
      WHERE n.tenant_id = ${tenantId}::integer AND ${isRunningSql}`,
  ),
]
