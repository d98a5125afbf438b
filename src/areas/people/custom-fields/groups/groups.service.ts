import type { CustomFieldGroupInput } from '#contract/people/custom-fields'
import { badInput, ruleRefused } from '#kernel/errors/problem'
import { lockForSave, lockRecord, lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { requireRoom } from '#kernel/records/room'
import { requireUniqueName } from '#kernel/records/unique-name'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { oneLine } from '#kernel/text/one-line'
import type { CustomFieldGroup } from '#prisma/client'
import { fieldGroupKind } from './groups.queries.ts'

type FieldGroupData = Pick<CustomFieldGroup, 'name' | 'nameKey' | 'displayOrder'>

/** Parses a group. A field that is left out keeps its value. @throws 422 name-needed. */
const parseFieldGroup = (
  { CustomFieldGroupName, DisplayOrder }: CustomFieldGroupInput,
  current: CustomFieldGroup | null,
): FieldGroupData => {
  const name = oneLine((CustomFieldGroupName === undefined ? current?.name : CustomFieldGroupName) ?? '')
  if (!name)
    throw ruleRefused('name-needed', 'A group requires a name.', [
      { pointer: '/CustomFieldGroupName', message: 'is required and must not be blank' },
    ])
  const displayOrder = DisplayOrder === undefined ? (current?.displayOrder ?? null) : Number(DisplayOrder) || null
  return { name, nameKey: name.toLowerCase(), displayOrder }
}

const MAX_GROUPS = 200
/** The contract limits an order to six digits. */
const MAX_ORDER = 999_999

/**
 * Creates a group (id 0) or changes one; what the input leaves out stays. If another group has the same order, that
 * group and those that follow move down.
 *
 * @throws 400 if the groups that follow cannot move; 404; 409 duplicate; 412; 422 name-needed, too-many.
 */
export const saveFieldGroup = (
  scope: Scope,
  id: number,
  input: CustomFieldGroupInput,
  expected: ExpectedVersion,
): Promise<CustomFieldGroup> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, 'custom_field')
    const current = await lockForSave(scope, tx, fieldGroupKind, id, expected)
    if (!current)
      requireRoom(
        await tx.customFieldGroup.count({ where: { tenantId } }),
        MAX_GROUPS,
        'tenant',
        'groups of custom fields',
      )
    const data = parseFieldGroup(input, current)
    const { name, nameKey } = data
    const other = await tx.customFieldGroup.findFirst({ where: { tenantId, nameKey, id: { not: id } } })
    requireUniqueName(fieldGroupKind, name, other)
    if (data.displayOrder !== null) await freeOrder(scope, tx, id, data.displayOrder)
    const saved = current
      ? await tx.customFieldGroup.update({
          where: { tenantId_id: { tenantId, id } },
          data: { ...data, ...NEXT_VERSION },
        })
      : await tx.customFieldGroup.create({ data: { ...data, tenantId } })
    await record(scope, tx, saved, current ? 'updated' : 'created')
    return saved
  })

/** Deletes a group. Its fields have no group afterwards. @throws 404, 412. */
export const deleteFieldGroup = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, 'custom_field')
    const group = await lockRecord(scope, tx, fieldGroupKind, id, expected)
    const fields = await tx.customField.findMany({ where: { tenantId, groupId: id }, select: { id: true } })
    await tx.customField.updateMany({ where: { tenantId, groupId: id }, data: { groupId: null } })
    await tx.customFieldGroup.delete({ where: { tenantId_id: { tenantId, id } } })
    await record(scope, tx, nextVersionOf(group), 'deleted', { FieldIds: fields.map((field) => field.id) })
  })

/** Moves the other group that has the order, if there is one, and the groups that follow without a gap down by one. */
const freeOrder = async (scope: Scope, tx: Transaction, id: number, displayOrder: number): Promise<void> => {
  const { tenantId } = scope.db
  const following = await tx.customFieldGroup.findMany({
    where: { tenantId, id: { not: id }, displayOrder: { gte: displayOrder } },
    orderBy: [{ displayOrder: 'asc' }, { id: 'asc' }],
  })
  let order = displayOrder
  for (const other of following) {
    if (other.displayOrder !== order) return
    order += 1
    if (order > MAX_ORDER)
      throw badInput('/DisplayOrder', `must be lower, because other groups use all values up to ${MAX_ORDER}`)
    const moved = await tx.customFieldGroup.update({
      where: { tenantId_id: { tenantId, id: other.id } },
      data: { displayOrder: order, ...NEXT_VERSION },
    })
    await record(scope, tx, moved, 'updated')
  }
}

const record = (
  scope: Scope,
  tx: Transaction,
  group: CustomFieldGroup,
  action: ChangeAction,
  details: { FieldIds?: number[] } = {},
): Promise<void> => {
  const change = changeOf(fieldGroupKind, group, action, { changes: details, payload: { Name: group.name } })
  return recordChange(scope, tx, change)
}
