import type { MembershipLevelEdit } from '#contract/people/memberships'
import type { IntLookupChoice } from '#contract/shared'
import { presentChoices } from '#kernel/http/lookup-choices'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { MembershipLevel, MembershipType } from '#prisma/client'
import type { LevelWithChapters } from './membership-types.queries.ts'

/**
 * Returns the actions of a record. A caller that is limited to chapters can only view what all chapters share.
 *
 * @param used the ids that are in use: those levels cannot be deleted.
 */
const actionsOf = (scope: Scope, id: number, used: ReadonlySet<number>): ('view' | 'edit' | 'delete')[] => {
  if (!hasGrant(scope, 'memberships:write') || scope.chapters) return ['view']
  return used.has(id) ? ['view', 'edit'] : ['view', 'edit', 'delete']
}

export const presentLevel = (
  scope: Scope,
  level: LevelWithChapters,
  used: ReadonlySet<number>,
): MembershipLevelEdit => ({
  MembershipLevelId: level.id,
  AuditId: level.auditId,
  MembershipTypeId: level.typeId,
  Name: level.name,
  Price: level.price.toNumber(),
  UnitFieldId: level.unitFieldId,
  UnitSize: level.unitSize.toNumber(),
  UnitBands: level.bands.map(({ fromUnits, unitPrice }) => ({
    FromUnits: fromUnits,
    UnitPrice: unitPrice.toNumber(),
  })),
  MinPrice: level.minPrice?.toNumber() ?? null,
  MaxPrice: level.maxPrice?.toNumber() ?? null,
  TermMonths: level.termMonths,
  FeeItemId: level.feeItemId,
  DisplayOrder: level.displayOrder,
  IsActive: level.isActive,
  BenefitPackageId: level.benefitPackageId,
  ChildChapterIds: [...(level.includesTopLevel ? [0] : []), ...level.chapters.map(({ chapterId }) => chapterId)].map(
    String,
  ),
  Actions: actionsOf(scope, level.id, used),
})

export const presentTypeChoices = (types: readonly MembershipType[]): IntLookupChoice[] =>
  presentChoices(
    types.map(({ id, name, systemContactTypeId }) => ({
      id,
      name,
      extra: systemContactTypeId === null ? null : String(systemContactTypeId),
    })),
  )

export const presentLevelChoices = (levels: readonly MembershipLevel[]): IntLookupChoice[] =>
  presentChoices(levels.map(({ id, name, price }) => ({ id, name, extra: price.toFixed(2) })))
