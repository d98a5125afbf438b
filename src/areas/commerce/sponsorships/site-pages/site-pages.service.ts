import type { SitePageInput } from '#contract/commerce/sites'
import { conflict } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { lockForSave, lockRecord, lockRecordIfPresent } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { unknownReference } from '#kernel/records/references'
import { requireRoom } from '#kernel/records/room'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { SitePage } from '#prisma/client'
import { detachCountsSql } from '../delivery/ad-delivery.sql.ts'
import { siteKind } from '../sites/sites.queries.ts'
import { POSITIONS } from '../spots.model.ts'
import { parseSitePage } from './site-pages.input.ts'
import { readSitePage, sitePageKind } from './site-pages.queries.ts'

const MAX_PAGES = 5000

/**
 * Creates a page (id 0) with its two positions, or changes one. The paths of a site are unique.
 *
 * @throws 400; 404; 409 stale-audit-id, duplicate; 412; 422 unknown-reference, advertising-rule, too-many.
 */
export const saveSitePage = (
  scope: Scope,
  id: number,
  input: SitePageInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const before = id === 0 ? null : await sitePageKind.find(tx, { tenantId, id }, scope)
    // The site first, for its paths: its deletion locks it before it looks for pages.
    const siteId = before?.siteId ?? input.SiteId
    if (siteId && !(await lockRecordIfPresent(scope, tx, siteKind, siteId, 'no key update')))
      throw unknownReference('/SiteId', siteKind.entity)
    const current = await lockForSave(scope, tx, sitePageKind, id, expected, 'no key update')
    const data = parseSitePage(input, current)
    const other = await tx.sitePage.findFirst({
      where: { tenantId, siteId: data.siteId, path: data.path, id: { not: id } },
    })
    if (other) throw conflict('duplicate', `The site has another page with the path "${data.path}".`)
    const saved = current
      ? await tx.sitePage.update({ where: { tenantId_id: { tenantId, id } }, data: { ...data, ...NEXT_VERSION } })
      : await createPage(scope, tx, data)
    await recordPage(scope, tx, saved, current ? 'updated' : 'created')
    return readSitePage(scope, saved.id, tx)
  })

/** Deletes a page where no ad is placed that has not ended. @throws 404; 409 in-use; 412. */
export const deleteSitePage = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const page = await lockRecord(scope, tx, sitePageKind, id, expected)
    await requireUnused(scope, tx, sitePageKind, page)
    await tx.rows(detachCountsSql(page.tenantId, { pageId: id }))
    await tx.sitePage.delete({ where: { tenantId_id: { tenantId: page.tenantId, id } } })
    await recordPage(scope, tx, nextVersionOf(page), 'deleted')
  })

const createPage = async (
  scope: Scope,
  tx: Transaction,
  data: Pick<SitePage, 'siteId' | 'moduleId' | 'title' | 'path'>,
): Promise<SitePage> => {
  const { tenantId } = scope.db
  requireRoom(await tx.sitePage.count({ where: { tenantId } }), MAX_PAGES, 'tenant', 'pages')
  const page = await tx.sitePage.create({ data: { ...data, tenantId } })
  await tx.adSpot.createMany({
    data: Object.values(POSITIONS).map((position) => ({ tenantId, pageId: page.id, position })),
  })
  return page
}

/** Records a change of a page or of its advertising. */
export const recordPage = (
  scope: Scope,
  tx: Transaction,
  page: SitePage,
  action: ChangeAction,
  changes: Record<string, string | number | null> = {},
): Promise<void> => {
  const { siteId, title } = page
  return recordChange(scope, tx, changeOf(sitePageKind, page, action, { changes, payload: { siteId, title } }))
}
