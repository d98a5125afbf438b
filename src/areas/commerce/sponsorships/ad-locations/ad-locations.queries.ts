import { notFound } from '#kernel/errors/problem'
import { readRow } from '#kernel/listing/list-rows'
import { fillTotalOfOne } from '#kernel/listing/row-totals'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { AdSpot, SitePage } from '#prisma/client'
import { anyAdLocation } from './ad-locations.listing.ts'

export interface PagePosition {
  siteId: number
  pageId: number
  position: number
}

/** Returns a position of a page with its page. @throws 404 if the page does not exist or belongs to another site. */
export const getSpot = async (
  { db }: Scope,
  { siteId, pageId, position }: PagePosition,
): Promise<{ spot: AdSpot; page: SitePage }> => {
  const where = { tenantId: db.tenantId, pageId, position, page: { siteId } }
  const spot = await db.prisma.adSpot.findFirst({ where, include: { page: true } })
  if (!spot?.page) throw notFound('page of the site')
  return { spot, page: spot.page }
}

/** Returns a page as lists show it. @param tx sees the changes of its own. */
export const readAdLocation = async (scope: Scope, tx: Transaction, pageId: number): Promise<string> =>
  fillTotalOfOne(await readRow(tx, scope, anyAdLocation, pageId, 'page of a site'))
