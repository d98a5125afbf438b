import type { Scope } from '#kernel/tenancy/scope'
import { dayIn } from '#kernel/time/day'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { ADVERTISING } from '../spots/spots.model.ts'

/** Today in the time zone of the tenant. */
export const todayOf = ({ tenant, clock }: Pick<Scope, 'tenant' | 'clock'>): string =>
  dayIn(tenant.timeZone, clock.now())

/** Whether an ad `d` has ended before a day. */
export const isExpiredSql = (today: string): Sql => Prisma.sql`(d.ends_on IS NOT NULL AND d.ends_on < ${today}::date)`

/** Whether an ad `d` is active on a day. */
export const isActiveSql = (today: string): Sql => Prisma.sql`((d.starts_on IS NULL OR d.starts_on <= ${today}::date)
  AND (d.ends_on IS NULL OR d.ends_on >= ${today}::date))`

/** The state of an ad `d` on a day: Scheduled, Active or Expired. */
export const stateSql = (today: string): Sql => Prisma.sql`CASE WHEN ${isExpiredSql(today)} THEN 'Expired'
  WHEN ${isActiveSql(today)} THEN 'Active' ELSE 'Scheduled' END`

/** Whether an active ad `d` of a contact `c` has all that it needs to be shown. */
export const isShownSql = (today: string): Sql =>
  Prisma.sql`(d.image_file_id IS NOT NULL AND c.id IS NOT NULL AND ${isActiveSql(today)})`

/** Whether a spot `o`, of a page whose module is `m`, shows ads of this kind. */
const showsSql = (advertisingTypeId: number): Sql =>
  Prisma.sql`(o.advertising_type_id IS NOT DISTINCT FROM ${Prisma.raw(
    String(advertisingTypeId),
  )} AND (o.page_id IS NULL OR m.is_allowed))`

/** Whether a spot shows display ads with a placement. */
export const showsDisplayAdsSql: Sql = showsSql(ADVERTISING.displayAds)

/** Whether a spot shows banners of sponsors. */
export const showsBannersSql: Sql = showsSql(ADVERTISING.sponsorBanners)

/** Placements `p` of ads with their spot `o`, its page `g` with the module `m`, or its location `l`. */
export const PLACEMENTS: Sql = Prisma.sql`ad_placement p
  JOIN ad_spot o ON o.tenant_id = p.tenant_id AND o.id = p.spot_id
  LEFT JOIN site_page g ON g.tenant_id = o.tenant_id AND g.id = o.page_id
  LEFT JOIN site_module m ON m.tenant_id = g.tenant_id AND m.type_id = g.module_id
  LEFT JOIN custom_ad_location l ON l.tenant_id = o.tenant_id AND l.id = o.location_id`

/** The name of a spot `o` in words. Null if the spot was deleted. */
export const spotNameSql: Sql = Prisma.sql`CASE WHEN o.location_id IS NOT NULL THEN l.name
  WHEN o.page_id IS NOT NULL THEN g.title || CASE o.position WHEN 1 THEN ', top of page' ELSE ', bottom of page' END END`
