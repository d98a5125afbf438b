import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'
import { isOpenSql } from './memberships.listing.ts'

const membershipUse = (of: string, remedy: string, rows: RecordUse['rows']): RecordUse => ({
  of,
  user: 'membership',
  users: 'memberships',
  scope: 'memberships:read',
  remedy,
  rows,
})

const KEEP = 'Set IsActive to false to allow no new ones.'

/**
 * The records that memberships use: types and levels that one of them has or ever had, and contacts whose membership
 * has not ended.
 */
export const membershipUses: readonly RecordUse[] = [
  membershipUse(
    'membershiptype',
    KEEP,
    (tenantId) => Prisma.sql`
    SELECT m.type_id AS used_id, m.id, c.display_name AS name
    FROM membership m JOIN contact c ON c.tenant_id = m.tenant_id AND c.id = m.contact_id
    WHERE m.tenant_id = ${tenantId}::integer`,
  ),
  membershipUse(
    'membershiplevel',
    KEEP,
    (tenantId) => Prisma.sql`
    SELECT l.used_id, l.id, c.display_name AS name FROM (
      SELECT level_id AS used_id, id, contact_id FROM membership WHERE tenant_id = ${tenantId}::integer
      UNION ALL SELECT next_level_id, id, contact_id FROM membership WHERE tenant_id = ${tenantId}::integer
      UNION ALL SELECT t.level_id, m.id, m.contact_id FROM membership_term t
        JOIN membership m ON m.tenant_id = t.tenant_id AND m.id = t.membership_id
        WHERE t.tenant_id = ${tenantId}::integer
      UNION ALL SELECT h.level_id, m.id, m.contact_id FROM membership_level_change h
        JOIN membership m ON m.tenant_id = h.tenant_id AND m.id = h.membership_id
        WHERE h.tenant_id = ${tenantId}::integer
    ) l JOIN contact c ON c.tenant_id = ${tenantId}::integer AND c.id = l.contact_id`,
  ),
  membershipUse(
    'contact',
    'End the membership first.',
    (tenantId) => Prisma.sql`
    SELECT m.contact_id AS used_id, m.id, t.name FROM membership m
      JOIN membership_type t ON t.tenant_id = m.tenant_id AND t.id = m.type_id
    WHERE m.tenant_id = ${tenantId}::integer AND ${isOpenSql}`,
  ),
  {
    of: 'benefitpackage',
    user: 'membership level',
    users: 'membership levels',
    scope: 'memberships:read',
    remedy: 'Remove the package from the level first.',
    rows: (tenantId) => Prisma.sql`SELECT l.benefit_package_id AS used_id, l.id, l.name FROM membership_level l
      WHERE l.tenant_id = ${tenantId}::integer AND l.benefit_package_id IS NOT NULL`,
  },
  {
    of: 'chapter',
    user: 'membership level',
    users: 'membership levels',
    scope: 'memberships:read',
    remedy: 'Remove the chapter from the level first.',
    rows: (tenantId) => Prisma.sql`SELECT h.chapter_id AS used_id, l.id, l.name FROM membership_level_chapter h
      JOIN membership_level l ON l.tenant_id = h.tenant_id AND l.id = h.level_id
      WHERE h.tenant_id = ${tenantId}::integer`,
  },
  {
    of: 'customfield',
    user: 'membership level',
    users: 'membership levels',
    scope: 'memberships:read',
    remedy: 'Give the level another unit, or none, first.',
    rows: (tenantId) => Prisma.sql`SELECT l.unit_field_id AS used_id, l.id, l.name FROM membership_level l
      WHERE l.tenant_id = ${tenantId}::integer AND l.unit_field_id IS NOT NULL`,
  },
  {
    of: 'feeitem',
    user: 'membership level',
    users: 'membership levels',
    scope: 'memberships:read',
    remedy: 'Give the level another fee item first.',
    rows: (tenantId) => Prisma.sql`SELECT l.fee_item_id AS used_id, l.id, l.name FROM membership_level l
      WHERE l.tenant_id = ${tenantId}::integer AND l.fee_item_id IS NOT NULL`,
  },
]
