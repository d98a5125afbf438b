import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { isShownSql, showsBannersSql, showsDisplayAdsSql } from '../display-ads/display-ads.listing.ts'
import { isSponsorSql } from '../sponsors/sponsors.listing.ts'

/** A spot that was asked for, with an ad that it can show; without one if it can show none. */
export interface CandidateRow {
  spotId: number
  pageId: number | null
  locationId: number | null
  position: number | null
  adId: number | null
  fileId: number
  width: number
  height: number
  description: string | null
  destinationUrl: string | null
  opensNewWindow: boolean
}

const isSponsor = (today: string): Sql => isSponsorSql(Prisma.sql`d.contact_id`, today)

/** Tests whether a spot `o` shows an ad `d` of a contact `c` on a day. */
const canShowSql = (today: string): Sql => Prisma.sql`(${isShownSql(today)} AND (
  ${showsDisplayAdsSql} AND EXISTS (SELECT FROM ad_placement p
    WHERE p.tenant_id = d.tenant_id AND p.ad_id = d.id AND p.spot_id = o.id)
  OR ${showsBannersSql} AND ${isSponsor(today)}))`

const AD_COLUMNS = Prisma.sql`d.id AS "adId", d.image_file_id AS "fileId", d.width, d.height,
  d.image_description AS description, d.destination_url AS "destinationUrl", d.opens_new_window AS "opensNewWindow"`

/**
 * Selects the spots of pages and locations with the ads that they can show on a day: one row for each pair, the top of a page
 * first. A spot without an ad has a row as well, so that a page that does not exist is known.
 */
export const candidatesSql = (
  tenantId: number,
  today: string,
  { pageIds, locationIds }: { pageIds: readonly number[]; locationIds: readonly number[] },
): Sql => Prisma.sql`SELECT o.id AS "spotId", o.page_id AS "pageId", o.location_id AS "locationId", o.position, a.*
  FROM ad_spot o
    LEFT JOIN site_page g ON g.tenant_id = o.tenant_id AND g.id = o.page_id
    LEFT JOIN site_module m ON m.tenant_id = g.tenant_id AND m.type_id = g.module_id
    LEFT JOIN LATERAL (
      SELECT ${AD_COLUMNS} FROM ad_placement p
        JOIN display_ad d ON d.tenant_id = p.tenant_id AND d.id = p.ad_id
        JOIN contact c ON c.tenant_id = d.tenant_id AND c.id = d.contact_id AND c.deleted_at IS NULL
        WHERE p.tenant_id = o.tenant_id AND p.spot_id = o.id AND ${showsDisplayAdsSql} AND ${isShownSql(today)}
      UNION ALL SELECT ${AD_COLUMNS} FROM display_ad d
        JOIN contact c ON c.tenant_id = d.tenant_id AND c.id = d.contact_id AND c.deleted_at IS NULL
        WHERE d.tenant_id = o.tenant_id AND ${showsBannersSql} AND ${isShownSql(today)} AND ${isSponsor(today)}
    ) a ON true
  WHERE o.tenant_id = ${tenantId}::integer
    AND (o.page_id = ANY (${[...pageIds]}::integer[]) OR o.location_id = ANY (${[...locationIds]}::integer[]))
  ORDER BY o.position, o.id, a."adId"`

export interface AdAtSpot {
  adId: number
  spotId: number
}

/** Selects the addresses of ads that these spots can show on a day: only of those that have one. */
export const addressesSql = (tenantId: number, today: string, asked: readonly AdAtSpot[]): Sql => Prisma.sql`
  SELECT d.id AS "adId", o.id AS "spotId", d.destination_url AS address
  FROM unnest(${asked.map(({ adId }) => adId)}::integer[], ${asked.map(({ spotId }) => spotId)}::integer[])
      AS x (ad_id, spot_id)
    JOIN ad_spot o ON o.tenant_id = ${tenantId}::integer AND o.id = x.spot_id
    LEFT JOIN site_page g ON g.tenant_id = o.tenant_id AND g.id = o.page_id
    LEFT JOIN site_module m ON m.tenant_id = g.tenant_id AND m.type_id = g.module_id
    JOIN display_ad d ON d.tenant_id = o.tenant_id AND d.id = x.ad_id
    JOIN contact c ON c.tenant_id = d.tenant_id AND c.id = d.contact_id AND c.deleted_at IS NULL
  WHERE d.destination_url IS NOT NULL AND ${canShowSql(today)}`

/** Selects the image of an ad that is shown on a day. */
export const shownImageSql = (tenantId: number, today: string, adId: number, fileId: number): Sql =>
  Prisma.sql`SELECT d.image_file_id AS "fileId" FROM display_ad d
    JOIN contact c ON c.tenant_id = d.tenant_id AND c.id = d.contact_id AND c.deleted_at IS NULL
    WHERE d.tenant_id = ${tenantId}::integer AND d.id = ${adId}::integer AND d.image_file_id = ${fileId}::integer
      AND ${isShownSql(today)}`

/** What is added to the counts of an ad at a spot. */
export interface Counted extends AdAtSpot {
  impressions: number
  clicks: number
}

/**
 * Adds to the counts of a day, in the order of ads and spots, so that two processes that count the same ads wait for each
 * other and never block each other. A spot that was deleted after the selection is counted without a position.
 */
export const addCountsSql = (tenantId: number, day: string, counted: readonly Counted[]): Sql => Prisma.sql`
  INSERT INTO ad_count AS n (tenant_id, ad_id, spot_id, day, impressions, clicks)
  SELECT ${tenantId}::integer, x.ad_id, o.id, ${day}::date, x.impressions, x.clicks
  FROM unnest(${counted.map(({ adId }) => adId)}::integer[], ${counted.map(({ spotId }) => spotId)}::integer[],
    ${counted.map(({ impressions }) => impressions)}::integer[], ${counted.map(({ clicks }) => clicks)}::integer[])
    AS x (ad_id, spot_id, impressions, clicks)
  LEFT JOIN ad_spot o ON o.tenant_id = ${tenantId}::integer AND o.id = x.spot_id
  ORDER BY x.ad_id, x.spot_id
  ON CONFLICT (tenant_id, ad_id, spot_id, day)
    DO UPDATE SET impressions = n.impressions + excluded.impressions, clicks = n.clicks + excluded.clicks`

/** Takes the counts off the spots of a page or location that is deleted. They stay counts of their ads. */
export const detachCountsSql = (tenantId: number, owner: { pageId: number } | { locationId: number }): Sql =>
  Prisma.sql`UPDATE ad_count SET spot_id = NULL WHERE tenant_id = ${tenantId}::integer AND spot_id IN (
    SELECT s.id FROM ad_spot s WHERE s.tenant_id = ${tenantId}::integer AND ${
      'pageId' in owner
        ? Prisma.sql`s.page_id = ${owner.pageId}::integer`
        : Prisma.sql`s.location_id = ${owner.locationId}::integer`
    })`
