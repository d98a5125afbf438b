import { DisplayAdRow } from '#contract/commerce/advertising'
import { listJson } from '#kernel/database/json-sql'
import { hiddenField, listOf } from '#kernel/listing/columns'
import { nameField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { ListField } from '#kernel/listing/listing'
import { TOTAL_COLUMN } from '#kernel/listing/row-totals'
import type { Scope } from '#kernel/tenancy/scope'
import { todayOf } from '#kernel/time/day'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { ADVERTISING } from '../spots.model.ts'

/** Tests whether an ad `d` has ended before a day. */
const isExpiredSql = (today: string): Sql => Prisma.sql`(d.ends_on IS NOT NULL AND d.ends_on < ${today}::date)`

/** Tests whether an ad `d` is active on a day. */
const isActiveSql = (today: string): Sql => Prisma.sql`((d.starts_on IS NULL OR d.starts_on <= ${today}::date)
  AND (d.ends_on IS NULL OR d.ends_on >= ${today}::date))`

/** Returns the state of an ad `d` on a day: Scheduled, Active or Expired. */
const stateSql = (today: string): Sql => Prisma.sql`CASE WHEN ${isExpiredSql(today)} THEN 'Expired'
  WHEN ${isActiveSql(today)} THEN 'Active' ELSE 'Scheduled' END`

/** Tests whether an active ad `d` of a contact `c` has all that it needs to be shown. */
export const isShownSql = (today: string): Sql =>
  Prisma.sql`(d.image_file_id IS NOT NULL AND c.id IS NOT NULL AND ${isActiveSql(today)})`

/** Tests whether a spot `o`, of a page whose module is `m`, shows ads of this kind. */
const showsSql = (advertisingTypeId: number): Sql =>
  Prisma.sql`(o.advertising_type_id IS NOT DISTINCT FROM ${Prisma.raw(
    String(advertisingTypeId),
  )} AND (o.page_id IS NULL OR m.is_allowed))`

/** Whether a spot shows display ads with a placement. */
export const showsDisplayAdsSql: Sql = showsSql(ADVERTISING.displayAds)

/** Whether a spot shows banners of sponsors. */
export const showsBannersSql: Sql = showsSql(ADVERTISING.sponsorBanners)

/** Placements `p` of ads with their spot `o`, its page `g` with the module `m`, or its location `l`. */
const PLACEMENTS: Sql = Prisma.sql`ad_placement p
  JOIN ad_spot o ON o.tenant_id = p.tenant_id AND o.id = p.spot_id
  LEFT JOIN site_page g ON g.tenant_id = o.tenant_id AND g.id = o.page_id
  LEFT JOIN site_module m ON m.tenant_id = g.tenant_id AND m.type_id = g.module_id
  LEFT JOIN custom_ad_location l ON l.tenant_id = o.tenant_id AND l.id = o.location_id`

/** The name of a spot `o` in words. Null if the spot was deleted. */
export const spotNameSql: Sql = Prisma.sql`CASE WHEN o.location_id IS NOT NULL THEN l.name
  WHEN o.page_id IS NOT NULL THEN g.title || CASE o.position WHEN 1 THEN ', top of page' ELSE ', bottom of page' END END`

const id = Prisma.sql`d.id`

/** Ads `d` with their contact `c`. */
const ADS = Prisma.sql`display_ad d JOIN contact c ON c.tenant_id = d.tenant_id AND c.id = d.contact_id`

/** Ads of deleted contacts are not listed until the contact is restored. */
const LISTED = Prisma.sql`c.deleted_at IS NULL`

/** A missing date is ordered as the last day. */
const lastDay: ListField = valueField(
  'date',
  Prisma.sql`d.ends_on`,
  Prisma.sql`CASE WHEN d.ends_on IS NULL THEN DATE '9999-12-31' ELSE d.ends_on END`,
)

const placementCount = (condition: Sql): Sql => Prisma.sql`(SELECT count(*)::integer FROM ${PLACEMENTS}
  WHERE p.tenant_id = d.tenant_id AND p.ad_id = d.id AND ${condition})`

/** Lists ads `d`, those that end first before the others. */
export const displayAdList = (scope: Scope): List => {
  const today = todayOf(scope)
  return listOf(
    {
      from: ADS,
      row: DisplayAdRow,
      tenant: Prisma.sql`d.tenant_id`,
      id,
      listed: LISTED,
      defaultOrder: 'EndDate',
      fields: {
        AdId: valueField('integer', id),
        Contact: nameField(Prisma.sql`c.display_name`),
        Description: nameField(Prisma.sql`d.title`),
        IsActive: valueField('boolean', isActiveSql(today)),
        StartDate: hiddenField(
          valueField('date', Prisma.sql`CASE WHEN d.starts_on IS NULL THEN DATE '0001-01-01' ELSE d.starts_on END`),
        ),
        EndDate: lastDay,
        LastDate: hiddenField(
          valueField('date', Prisma.sql`CASE WHEN d.ends_on IS NULL THEN DATE '9999-12-31' ELSE d.ends_on END`),
        ),
        IsExpired: hiddenField(valueField('boolean', isExpiredSql(today))),
        ActivePlacements: valueField(
          'integer',
          placementCount(Prisma.sql`${isShownSql(today)} AND ${showsDisplayAdsSql}`),
        ),
        TotalPlacements: valueField('integer', placementCount(Prisma.sql`true`)),
        Status: valueField('text', stateSql(today)),
      },
      searched: Prisma.sql`(d.title || ' ' || c.display_name)`,
    },
    TOTAL_COLUMN,
  )
}

/** Returns how often the ad `d` was counted at the spot of its placement `p`. */
const countedSql = (column: Sql): Sql => Prisma.sql`(SELECT coalesce(sum(${column}), 0)::bigint FROM ad_count n
  WHERE n.tenant_id = p.tenant_id AND n.ad_id = p.ad_id AND n.spot_id = p.spot_id)`

const placementsJson = (today: string): Sql =>
  listJson(Prisma.sql`SELECT p.id AS "AdPlacementId", g.site_id AS "SiteId", o.page_id AS "SitePageId",
    o.position::text AS "PositionTypeId", o.location_id AS "CustomAdLocationId", ${spotNameSql} AS "Name",
    ${isShownSql(today)} AND ${showsDisplayAdsSql} AS "IsActive",
    ${countedSql(Prisma.sql`n.impressions`)} AS "ImpressionCount", ${countedSql(Prisma.sql`n.clicks`)} AS "ClickCount"
    FROM ${PLACEMENTS} WHERE p.tenant_id = d.tenant_id AND p.ad_id = d.id ORDER BY p.id`)

const IMAGE = Prisma.sql`CASE WHEN d.image_file_id IS NOT NULL THEN json_build_object('FileId', d.image_file_id,
  'Url', '/api/webdav/' || d.image_file_id, 'Width', d.image_width, 'Height', d.image_height,
  'ShortDescription', d.image_description) END`

/** Lists the ads `d` in the shape for editing, the newest first. */
export const displayAdDocumentList = (scope: Scope): List => documents(todayOf(scope), LISTED)

/** Lists the ads of a contact that have not ended, in the shape for editing, the newest first. */
export const contactBannerList = (scope: Scope, contactId: number): List => {
  const today = todayOf(scope)
  return documents(
    today,
    Prisma.sql`(${LISTED} AND d.contact_id = ${contactId}::integer AND NOT ${isExpiredSql(today)})`,
  )
}

const documents = (today: string, listed: Sql): List =>
  listOf(
    {
      from: ADS,
      tenant: Prisma.sql`d.tenant_id`,
      id,
      listed,
      defaultOrder: 'AdId desc',
      fields: { AdId: valueField('integer', id) },
    },
    {
      AuditId: Prisma.sql`d.audit_id`,
      ContactId: Prisma.sql`c.id::text`,
      ContactName: Prisma.sql`c.display_name`,
      Title: Prisma.sql`d.title`,
      StartDate: Prisma.sql`d.starts_on`,
      EndDate: Prisma.sql`d.ends_on`,
      Status: stateSql(today),
      DestinationUrl: Prisma.sql`d.destination_url`,
      OpenInNewWindow: Prisma.sql`d.opens_new_window`,
      AdAreaId: Prisma.sql`d.area_id::text`,
      Width: Prisma.sql`d.width`,
      Height: Prisma.sql`d.height`,
      BannerImage: IMAGE,
      Placements: placementsJson(today),
    },
  )
