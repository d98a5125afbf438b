import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Ads that have not ended in the time zone of the tenant, with the spots where they are placed; not of deleted contacts. */
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
