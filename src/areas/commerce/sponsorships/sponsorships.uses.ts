import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
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

/**
 * Selects the ads that have not ended in the time zone of the tenant, with the spots where they are placed; not of deleted
 * contacts.
 */
const runningAds =
  (column: Sql) =>
  (tenantId: number, now: Date): Sql =>
    Prisma.sql`SELECT ${column} AS used_id, d.id, d.title AS name
  FROM ad_placement p JOIN display_ad d ON d.tenant_id = p.tenant_id AND d.id = p.ad_id
  JOIN contact c ON c.tenant_id = d.tenant_id AND c.id = d.contact_id AND c.deleted_at IS NULL
  JOIN ad_spot s ON s.tenant_id = p.tenant_id AND s.id = p.spot_id
  JOIN tenant t ON t.id = p.tenant_id
  WHERE p.tenant_id = ${tenantId}::integer AND ${column} IS NOT NULL
    AND (d.ends_on IS NULL OR d.ends_on >= (${now}::timestamptz AT TIME ZONE t.time_zone)::date)`

const adUse = (of: string, rows: RecordUse['rows']): RecordUse => ({
  of,
  user: 'display ad',
  users: 'display ads',
  scope: 'sponsorships:read',
  remedy: 'Remove the placement from the ad, or wait until the ad ends.',
  rows,
})

/** What pages of sites and display ads use. */
export const advertisingUses: readonly RecordUse[] = [
  {
    of: 'site',
    user: 'page',
    users: 'pages',
    scope: 'sponsorships:read',
    remedy: 'Delete its pages first.',
    rows: (tenantId) => Prisma.sql`SELECT p.site_id AS used_id, p.id, p.title AS name FROM site_page p
      WHERE p.tenant_id = ${tenantId}::integer`,
  },
  adUse('sitepage', runningAds(Prisma.sql`s.page_id`)),
  adUse('customadlocation', runningAds(Prisma.sql`s.location_id`)),
]
