import type { AdTypePlacementInput } from '#contract/commerce/advertising'
import { notFound, ruleRefused } from '#kernel/errors/problem'
import { lockRecord } from '#kernel/records/lock'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { SITE_MODULES } from '../site-modules/site-modules.model.ts'
import { getSiteModuleByType } from '../site-modules/site-modules.queries.ts'
import { sitePageKind } from '../site-pages/site-pages.queries.ts'
import { recordPage } from '../site-pages/site-pages.service.ts'
import { POSITIONS } from '../spots.model.ts'
import { readAdLocation } from './ad-locations.queries.ts'

/**
 * Sets what a position of a page shows. Returns the page as lists show it, and its version.
 *
 * @throws 404; 412; 422 advertising-rule if the module of the page cannot show ads.
 */
export const saveAdTypePlacement = (
  scope: Scope,
  input: AdTypePlacementInput,
  expected: ExpectedVersion,
): Promise<{ row: string; auditId: number }> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const { SiteId, SitePageId: pageId } = input
    const page = await lockRecord(scope, tx, sitePageKind, pageId, expected, 'no key update')
    if (page.siteId !== SiteId) throw notFound('page of the site')
    const advertisingTypeId = input.AdvertisingTypeId ? Number(input.AdvertisingTypeId) : null
    const module = await getSiteModuleByType(scope, tx, page.moduleId)
    if (advertisingTypeId !== null && !module.isAllowed)
      throw ruleRefused('advertising-rule', `Pages of the module ${SITE_MODULES[page.moduleId]} cannot show ads.`, [
        { pointer: '/SitePageId', message: 'must be a page of an allowed module' },
      ])
    const position = Number(input.PositionTypeId)
    await tx.adSpot.updateMany({ where: { tenantId, pageId, position }, data: { advertisingTypeId } })
    const saved = await tx.sitePage.update({ where: { tenantId_id: { tenantId, id: pageId } }, data: NEXT_VERSION })
    const changed = position === POSITIONS.top ? 'topAdvertisingTypeId' : 'bottomAdvertisingTypeId'
    await recordPage(scope, tx, saved, 'updated', { [changed]: advertisingTypeId })
    return { row: await readAdLocation(scope, tx, pageId), auditId: saved.auditId }
  })
