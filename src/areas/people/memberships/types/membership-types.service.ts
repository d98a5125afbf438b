import { MEMBERSHIP_TYPE_OBJECT_TYPES } from '#areas/people/custom-fields/values/fields.queries'
import { deleteValues, planRecordValues, saveValues } from '#areas/people/custom-fields/values/values.service'
import type { MembershipTypeEditInput } from '#contract/people/memberships'
import { ruleRefused } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { lockForSave, lockRecord, lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { requireUniqueName } from '#kernel/records/unique-name'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { MembershipType } from '#prisma/client'
import { type MembershipTypeData, parseType } from './membership-types.input.ts'
import { membershipTypeKind, readType } from './membership-types.queries.ts'

/**
 * Creates a membership type (id 0) or changes one, with the values of custom fields in the request.
 *
 * @throws 400, 404, 409 stale-audit-id or duplicate, 412, 422 in-use-fixed, unknown-reference, required-field.
 */
export const saveType = (
  scope: Scope,
  id: number,
  input: MembershipTypeEditInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, membershipTypeKind.table)
    const current = await lockForSave(scope, tx, membershipTypeKind, id, expected, 'no key update')
    const data = parseType(input, current)
    const other = await tx.membershipType.findFirst({ where: { tenantId, nameKey: data.nameKey, id: { not: id } } })
    requireUniqueName(membershipTypeKind, data.name, other)
    if (current) await requireFixedFields(tx, current, data)
    const owner = { objectTypes: MEMBERSHIP_TYPE_OBJECT_TYPES, objectId: id, membershipTypeId: id }
    const plan = await planRecordValues(scope, tx, owner, input.CustomFields)
    const saved = current
      ? await tx.membershipType.update({ where: { tenantId_id: { tenantId, id } }, data: { ...data, ...NEXT_VERSION } })
      : await tx.membershipType.create({ data: { ...data, tenantId } })
    await saveValues(tx, tenantId, [{ objectId: saved.id, plan }])
    const details = { changes: plan.changes, payload: { name: saved.name } }
    await recordChange(scope, tx, changeOf(membershipTypeKind, saved, current ? 'updated' : 'created', details))
    return readType(scope, saved.id, tx)
  })

/**
 * Deletes a type with its levels.
 *
 * @throws 404, 409 in-use if a membership of the type was ever created or a custom field belongs only to it, 412.
 */
export const deleteType = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, membershipTypeKind.table)
    const current = await lockRecord(scope, tx, membershipTypeKind, id, expected)
    await requireUnused(scope, tx, membershipTypeKind, current)
    await deleteValues(tx, tenantId, MEMBERSHIP_TYPE_OBJECT_TYPES, id)
    await tx.membershipType.delete({ where: { tenantId_id: { tenantId, id } } })
    const details = { payload: { name: current.name } }
    await recordChange(scope, tx, changeOf(membershipTypeKind, nextVersionOf(current), 'deleted', details))
  })

const isUsed = async (tx: Models, { tenantId, id }: MembershipType): Promise<boolean> =>
  (await tx.membership.findFirst({ where: { tenantId, typeId: id }, select: { id: true } })) !== null

const FIXED_FIELDS = [
  ['coversPeople', '/CoversPeople'],
  ['systemContactTypeId', '/SystemContactTypeId'],
] as const

/** Rejects a change of fields that existing memberships depend on. */
const requireFixedFields = async (tx: Models, current: MembershipType, data: MembershipTypeData): Promise<void> => {
  const changed = FIXED_FIELDS.find(([field]) => current[field] !== data[field])
  if (!changed || !(await isUsed(tx, current))) return
  throw ruleRefused('in-use-fixed', 'Memberships of this type exist, so this field cannot change.', [
    { pointer: changed[1], message: 'cannot change because memberships of this type exist' },
  ])
}
