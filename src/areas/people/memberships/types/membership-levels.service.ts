import { requireBenefitPackage } from '#areas/commerce/benefit-ledger/packages/packages.service'
import { feeItemKind } from '#areas/finance/books/fee-items/fee-items.queries'
import { listChapterIds, requireChildChapters } from '#areas/people/chapters/members/members.queries'
import { customFieldKind } from '#areas/people/custom-fields/custom-fields.queries'
import { listUnitFields } from '#areas/people/custom-fields/locations/locations.queries'
import type { MembershipLevelEditInput } from '#contract/people/memberships'
import { ruleRefused } from '#kernel/errors/problem'
import { lockRecordIfPresent, lockRows, lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { unknownReference } from '#kernel/records/references'
import { requireUniqueName } from '#kernel/records/unique-name'
import { requireUnused } from '#kernel/records/uses'
import { type ExpectedVersion, requireVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import type { MembershipLevel } from '#prisma/client'
import { changedPart } from '#services/tenant-log/changed-part'
import { enqueueLevelGrants } from '../benefits/level-grants.service.ts'
import { type LevelBand, parseBands, parseLevel, parseLevelChapters } from './membership-types.input.ts'
import {
  getLevel,
  getType,
  type LevelWithChapters,
  membershipLevelKind,
  membershipTypeKind,
} from './membership-types.queries.ts'

/**
 * Creates a level of a type (id 0) or changes one.
 *
 * @throws 400, 404, 409 stale-audit-id or duplicate, 412, 422 unknown-reference, benefit-rule, unit-rule.
 */
export const saveLevel = (
  scope: Scope,
  typeId: number,
  id: number,
  input: MembershipLevelEditInput,
  expected: ExpectedVersion,
): Promise<LevelWithChapters> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    // Every change of types and levels takes this lock.
    await lockSubject(scope, tx, membershipTypeKind.table)
    const type = await getType(scope, typeId, tx)
    await lockRows(scope, tx, membershipLevelKind, [id])
    const current = id === 0 ? null : await getLevel(scope, typeId, id, tx)
    if (current) requireVersion(current.auditId, expected)
    const data = parseLevel(input, type, current)
    const namesake = { tenantId, typeId, nameKey: data.nameKey, id: { not: id } }
    requireUniqueName(membershipLevelKind, data.name, await tx.membershipLevel.findFirst({ where: namesake }))
    const currentPackageId = current?.benefitPackageId ?? null
    await requireBenefitPackage(scope, tx, '/BenefitPackageId', data.benefitPackageId, currentPackageId)
    await requireFeeItem(scope, tx, data.feeItemId, current)
    await requireUnitField(scope, tx, typeId, data.unitFieldId, current)
    const bands = parseBands(input, data.unitFieldId, current)
    const limit = parseLevelChapters(input)
    if (limit) await requireChildChapters(scope, tx, limit.chapterIds)
    const columns = { ...data, ...(limit && { includesTopLevel: limit.includesTopLevel }) }
    const where = { tenantId_id: { tenantId, id } }
    const { id: levelId } = current
      ? await tx.membershipLevel.update({ where, data: { ...columns, ...NEXT_VERSION } })
      : await tx.membershipLevel.create({ data: { ...columns, tenantId, typeId } })
    await replaceChapters(scope, tx, levelId, limit?.chapterIds)
    await replaceBands(scope, tx, levelId, bands)
    if (data.benefitPackageId !== currentPackageId) await enqueueLevelGrants(scope, tx, levelId)
    const saved = await getLevel(scope, typeId, levelId, tx)
    const details = {
      changes: {
        ...changedPart('PriceBands', current?.bands.map(bandOf), saved.bands.map(bandOf)),
        ...changedPart('ChapterIds', current?.chapters.map(chapterOf), saved.chapters.map(chapterOf)),
      },
      payload: { membershipTypeId: typeId, name: saved.name },
    }
    await recordChange(scope, tx, changeOf(membershipLevelKind, saved, current ? 'updated' : 'created', details))
    return saved
  })

const bandOf = ({ fromUnits, unitPrice }: LevelWithChapters['bands'][number]) => ({
  FromUnits: fromUnits,
  UnitPrice: unitPrice.toFixed(2),
})

const chapterOf = ({ chapterId }: LevelWithChapters['chapters'][number]): number => chapterId

/**
 * Locks the new fee item of a level, so that it is not deleted before the level is saved. One that stays is not checked.
 *
 * @throws 422 unknown-reference.
 */
const requireFeeItem = async (
  scope: Scope,
  tx: Transaction,
  feeItemId: number | null,
  current: MembershipLevel | null,
): Promise<void> => {
  if (feeItemId === null || feeItemId === current?.feeItemId) return
  const item = await lockRecordIfPresent(scope, tx, feeItemKind, feeItemId, 'share')
  if (!item?.isActive) throw unknownReference('/FeeItemId', 'active fee item')
}

/**
 * Locks the new unit field of a level, so that it is not deleted before the level is saved. One that stays is not checked.
 *
 * @throws 422 unknown-reference.
 */
const requireUnitField = async (
  scope: Scope,
  tx: Transaction,
  typeId: number,
  fieldId: number | null,
  current: MembershipLevel | null,
): Promise<void> => {
  if (fieldId === null || fieldId === current?.unitFieldId) return
  await lockRows(scope, tx, customFieldKind, [fieldId], 'share')
  const fields = await listUnitFields(scope, typeId, tx)
  if (!fields.some(({ id }) => id === fieldId)) throw unknownReference('/UnitFieldId', 'field that can be a unit')
}

const replaceBands = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  levelId: number,
  bands: readonly LevelBand[] | undefined,
): Promise<void> => {
  if (!bands) return
  await tx.membershipLevelBand.deleteMany({ where: { tenantId, levelId } })
  await tx.membershipLevelBand.createMany({ data: bands.map((band) => ({ tenantId, levelId, ...band })) })
}

const replaceChapters = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  levelId: number,
  chapterIds: readonly number[] | undefined,
): Promise<void> => {
  if (!chapterIds) return
  await tx.membershipLevelChapter.deleteMany({ where: { tenantId, levelId } })
  await tx.membershipLevelChapter.createMany({
    data: chapterIds.map((chapterId) => ({ tenantId, levelId, chapterId })),
  })
}

/**
 * Rejects a contact that is in none of the chapters that a level is limited to. The level is chosen for a new membership, or
 * for a change: memberships keep the level that they have.
 *
 * @throws 422 level-of-chapters.
 */
export const requireLevelOfContact = async (
  scope: Scope,
  tx: Transaction,
  level: MembershipLevel,
  contactId: number,
): Promise<void> => {
  const where = { tenantId: scope.db.tenantId, levelId: level.id }
  // The level and the contact can have chapters that a caller limited to chapters does not see.
  const { allowed, chapters } = await runForWholeTenant(scope, tx, async () => ({
    allowed: (await tx.membershipLevelChapter.findMany({ where })).map(({ chapterId }) => chapterId),
    chapters: await listChapterIds(scope, tx, contactId),
  }))
  if (allowed.length === 0 && !level.includesTopLevel) return
  if (chapters.length === 0 ? level.includesTopLevel : chapters.some((id) => allowed.includes(id))) return
  throw ruleRefused('level-of-chapters', `The level ${level.name} is limited to chapters that the contact is not in.`, [
    { pointer: '/LevelId', message: 'must be a level that the chapters of the contact can have' },
  ])
}

/**
 * Deletes a level.
 *
 * @throws 404, 409 in-use if a membership ever had the level or a custom field belongs only to it, 412.
 */
export const deleteLevel = (scope: Scope, typeId: number, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, membershipTypeKind.table)
    const current = await getLevel(scope, typeId, id, tx)
    requireVersion(current.auditId, expected)
    await lockRows(scope, tx, membershipLevelKind, [id])
    await requireUnused(scope, tx, membershipLevelKind, current)
    await tx.membershipLevel.delete({ where: { tenantId_id: { tenantId, id } } })
    const details = { payload: { membershipTypeId: typeId, name: current.name } }
    await recordChange(scope, tx, changeOf(membershipLevelKind, nextVersionOf(current), 'deleted', details))
  })
