import type { SiteModuleInput } from '#contract/commerce/sites'
import { lockRecord } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { SiteModule } from '#prisma/client'
import { SITE_MODULES } from './site-modules.model.ts'
import { getSiteModuleByType, siteModuleKind } from './site-modules.queries.ts'

/** Sets whether the pages of a module, by its documented number, can show ads. @throws 404; 409 stale-audit-id; 412. */
export const saveSiteModule = (
  scope: Scope,
  typeId: number,
  { IsAllowed }: SiteModuleInput,
  expected: ExpectedVersion,
): Promise<SiteModule> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const { id } = await getSiteModuleByType(scope, tx, typeId)
    const current = await lockRecord(scope, tx, siteModuleKind, id, expected)
    const isAllowed = IsAllowed ?? current.isAllowed
    const saved = await tx.siteModule.update({
      where: { tenantId_id: { tenantId, id } },
      data: { isAllowed, ...NEXT_VERSION },
    })
    const details = { payload: { name: SITE_MODULES[typeId] ?? '' } }
    // The API knows a module by its documented number.
    await recordChange(scope, tx, { ...changeOf(siteModuleKind, saved, 'updated', details), entityId: typeId })
    return saved
  })
