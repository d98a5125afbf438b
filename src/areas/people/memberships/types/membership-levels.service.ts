import { recordUses } from '#areas/record-uses'
import type { MembershipLevelEditInput } from '#contract/people/memberships'
import { lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { requireUniqueName } from '#kernel/records/unique-name'
import { requireUnused } from '#kernel/records/uses'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { MembershipLevel } from '#prisma/client'
import { parseLevel } from './membership-types.input.ts'
import { getLevel, getType, membershipLevelKind, membershipTypeKind } from './membership-types.queries.ts'

/**
 * Creates a level of a type (id 0) or changes one.
 *
 * @throws 400, 404, 409 stale-audit-id or duplicate, 412.
 */
export const saveLevel = (
  scope: Scope,
  typeId: number,
  id: number,
  input: MembershipLevelEditInput,
  expected: ExpectedVersion,
): Promise<MembershipLevel> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    // Every change of types and levels takes this lock, so no row of them needs one.
    await lockSubject(scope, tx, membershipTypeKind.table)
    const type = await getType(scope, typeId, tx)
    const current = id === 0 ? null : await getLevel(scope, typeId, id, tx)
    if (current) assertVersion(current.auditId, expected)
    const data = parseLevel(input, type, current)
    const namesake = { tenantId, typeId, nameKey: data.nameKey, id: { not: id } }
    requireUniqueName(membershipLevelKind, data.name, await tx.membershipLevel.findFirst({ where: namesake }))
    const where = { tenantId_id: { tenantId, id } }
    const saved = current
      ? await tx.membershipLevel.update({ where, data: { ...data, ...NEXT_VERSION } })
      : await tx.membershipLevel.create({ data: { ...data, tenantId, typeId } })
    const details = { changes: data, payload: { membershipTypeId: typeId, name: saved.name } }
    await recordChange(scope, tx, changeOf(membershipLevelKind, saved, current ? 'updated' : 'created', details))
    return saved
  })

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
    assertVersion(current.auditId, expected)
    await requireUnused(scope, tx, recordUses, membershipLevelKind, current)
    await tx.membershipLevel.delete({ where: { tenantId_id: { tenantId, id } } })
    const details = { payload: { membershipTypeId: typeId, name: current.name } }
    await recordChange(scope, tx, changeOf(membershipLevelKind, nextVersionOf(current), 'deleted', details))
  })
