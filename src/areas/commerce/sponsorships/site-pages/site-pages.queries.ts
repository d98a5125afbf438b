import type { SqlRunner } from '#kernel/database/sql-runner'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import { compareByName } from '#kernel/text/by-name'
import type { SitePage } from '#prisma/client'
import { PORTALS } from '../site-modules/site-modules.model.ts'
import { sitePageEvents } from '../sponsorships.events.ts'
import { sitePageList } from './site-pages.listing.ts'

export const sitePageKind: RecordKind<SitePage> = {
  entity: 'sitepage',
  noun: 'page of a site',
  table: 'site_page',
  columns: { path: 'RelativePath' },
  events: sitePageEvents,
  find: (tx, { tenantId, id }) => tx.sitePage.findFirst({ where: { tenantId, id } }),
}

/**
 * Returns a page in its documented shape.
 *
 * @param runner the tenant's database, or a transaction that sees its own changes. @throws 404.
 */
export const readSitePage = (scope: Scope, id: number, runner: SqlRunner = scope.db): Promise<VersionedRow> =>
  readVersionedRow(runner, scope, sitePageList(scope), id, 'page of a site')

/** Lists the pages of the portals that can show ads, by portal and title. */
export const listPortalPages = async ({ db }: Scope): Promise<SitePage[]> => {
  const where = { tenantId: db.tenantId, moduleId: { in: [...PORTALS] }, module: { isAllowed: true } }
  const pages = await db.prisma.sitePage.findMany({ where, orderBy: { id: 'asc' } })
  const named = pages.map((page) => ({ ...page, name: page.title })).sort(compareByName)
  return PORTALS.flatMap((portal) => named.filter(({ moduleId }) => moduleId === portal))
}
