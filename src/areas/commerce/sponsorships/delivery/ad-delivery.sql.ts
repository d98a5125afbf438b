import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { isShownSql, showsDisplayAdsSql } from '../display-ads/ad-states.listing.ts'

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

const AD_COLUMNS = Prisma.sql`d.id AS "adId", d.image_file_id AS "fileId", d.width, d.height,
  d.image_description AS description, d.destination_url AS "destinationUrl", d.opens_new_window AS "opensNewWindow"`

/**
 * The spots of pages and locations with the ads that they can show on a day: one row for each pair, the top of a page
 * first. A spot without an ad has a row as well, so that a page that does not exist is known.
 */
export const candidatesSql = (
  tenantId: number,
  today: string,
  { pageIds, locationIds }: { pageIds: readonly number[]; locationIds: readonly number[] },
): Sql => Prisma.sql`SELECT s.id AS "spotId", s.page_id AS "pageId", s.location_id AS "locationId", s.position, a.*
  FROM ad_spot s
    LEFT JOIN site_page g ON g.tenant_id = s.tenant_id AND g.id = s.page_id
    LEFT JOIN site_module m ON m.tenant_id = g.tenant_id AND m.type_id = g.module_id
    LEFT JOIN LATERAL (SELECT ${AD_COLUMNS} FROM ad_placement p
      JOIN display_ad d ON d.tenant_id = p.tenant_id AND d.id = p.ad_id
      JOIN contact c ON c.tenant_id = d.tenant_id AND c.id = d.contact_id AND c.deleted_at IS NULL
      WHERE p.tenant_id = s.tenant_id AND p.spot_id = s.id AND ${showsDisplayAdsSql} AND ${isShownSql(today)}) a ON true
  WHERE s.tenant_id = ${tenantId}::integer
    AND (s.page_id = ANY (${[...pageIds]}::integer[]) OR s.location_id = ANY (${[...locationIds]}::integer[]))
  ORDER BY s.position, s.id, a."adId"`

/** The address of an ad that a spot can show on a day. */
export const destinationSql = (tenantId: number, today: string, adId: number, spotId: number): Sql =>
  Prisma.sql`SELECT x."destinationUrl" FROM (${candidatesOfSpotSql(tenantId, today, spotId)}) x
    WHERE x."adId" = ${adId}::integer AND x."destinationUrl" IS NOT NULL`

const candidatesOfSpotSql = (tenantId: number, today: string, spotId: number): Sql => Prisma.sql`SELECT ${AD_COLUMNS}
  FROM ad_spot s
    LEFT JOIN site_page g ON g.tenant_id = s.tenant_id AND g.id = s.page_id
    LEFT JOIN site_module m ON m.tenant_id = g.tenant_id AND m.type_id = g.module_id
    JOIN ad_placement p ON p.tenant_id = s.tenant_id AND p.spot_id = s.id
    JOIN display_ad d ON d.tenant_id = p.tenant_id AND d.id = p.ad_id
    JOIN contact c ON c.tenant_id = d.tenant_id AND c.id = d.contact_id AND c.deleted_at IS NULL
  WHERE s.tenant_id = ${tenantId}::integer AND s.id = ${spotId}::integer
    AND ${showsDisplayAdsSql} AND ${isShownSql(today)}`

/** The image of an ad that is shown on a day. */
export const shownImageSql = (tenantId: number, today: string, adId: number, fileId: number): Sql =>
  Prisma.sql`SELECT d.image_file_id AS "fileId" FROM display_ad d
    JOIN contact c ON c.tenant_id = d.tenant_id AND c.id = d.contact_id AND c.deleted_at IS NULL
    WHERE d.tenant_id = ${tenantId}::integer AND d.id = ${adId}::integer AND d.image_file_id = ${fileId}::integer
      AND ${isShownSql(today)}`

/** What is added to the counts of an ad at a spot. */
export interface Counted {
  adId: number
  spotId: number
  impressions: number
  clicks: number
}

/**
 * Adds to the counts of a day, in the order of ads and spots, so that two processes that count the same ads wait for each
 * other and never block each other. A spot that was deleted after the selection is counted without a position.
 */
export const addCountsSql = (tenantId: number, day: string, counted: readonly Counted[]): Sql => Prisma.sql`
  INSERT INTO ad_count AS n (tenant_id, ad_id, spot_id, day, impressions, clicks)
  SELECT ${tenantId}::integer, x.ad_id, s.id, ${day}::date, x.impressions, x.clicks
  FROM unnest(${counted.map(({ adId }) => adId)}::integer[], ${counted.map(({ spotId }) => spotId)}::integer[],
    ${counted.map(({ impressions }) => impressions)}::integer[], ${counted.map(({ clicks }) => clicks)}::integer[])
    AS x (ad_id, spot_id, impressions, clicks)
  LEFT JOIN ad_spot s ON s.tenant_id = ${tenantId}::integer AND s.id = x.spot_id
  ORDER BY x.ad_id, x.spot_id
  ON CONFLICT (tenant_id, ad_id, spot_id, day)
    DO UPDATE SET impressions = n.impressions + excluded.impressions, clicks = n.clicks + excluded.clicks`
