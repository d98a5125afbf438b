import type { CustomFieldGroupInput } from '#contract/people/custom-fields'
import { badInput, conflict, notFound, ruleRefused } from '#kernel/errors/problem'
import { lockSubject } from '#kernel/records/lock'
import { recordChange } from '#kernel/records/record-change'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { oneLine } from '#kernel/text/one-line'
import type { CustomFieldGroup } from '#prisma/client'
import { fieldGroupEvents } from './groups.events.ts'

const MOST_GROUPS = 200
/** As many digits as the contract gives places. */
const LAST_PLACE = 999_999

/**
 * Creates a group (id 0) or changes one; what the input leaves out stays. A place that is taken moves the others down.
 *
 * @throws 400 where those behind the place cannot move; 404; 409 duplicate; 412; 422 name-needed, too-many.
 */
export const saveFieldGroup = (
  scope: Scope,
  id: number,
  input: CustomFieldGroupInput,
  expected: ExpectedVersion,
): Promise<CustomFieldGroup> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const current = await hold(scope, tx, id, expected)
    if (!current && (await tx.customFieldGroup.count({ where: { tenantId } })) >= MOST_GROUPS)
      throw ruleRefused('too-many', `A tenant has at most ${MOST_GROUPS} groups of custom fields.`)
    const data = readInput(input, current)
    if (await tx.customFieldGroup.findFirst({ where: { tenantId, nameKey: data.nameKey, id: { not: id } } }))
      throw conflict('duplicate', `There is another group called "${data.name}".`)
    if (data.displayOrder !== null) await makeRoom(scope, tx, id, data.displayOrder)
    const saved = current
      ? await tx.customFieldGroup.update({
          where: { tenantId_id: { tenantId, id } },
          data: { ...data, auditId: { increment: 1 } },
        })
      : await tx.customFieldGroup.create({ data: { ...data, tenantId } })
    await record(scope, tx, saved, current ? 'updated' : 'created')
    return saved
  })

/** Deletes a group; its fields are in no group from then on. */
export const deleteFieldGroup = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const group = await hold(scope, tx, id, expected)
    if (!group) throw notFound('custom field group')
    const fields = await tx.customField.findMany({ where: { tenantId, groupId: id }, select: { id: true } })
    await tx.customField.updateMany({ where: { tenantId, groupId: id }, data: { groupId: null } })
    await tx.customFieldGroup.delete({ where: { tenantId_id: { tenantId, id } } })
    const gone = { ...group, auditId: group.auditId + 1 }
    await record(scope, tx, gone, 'deleted', { FieldIds: fields.map((field) => field.id) })
  })

/** The group as nobody else changes it until the transaction ends; undefined for id 0. */
const hold = async (scope: Scope, tx: Transaction, id: number, expected: ExpectedVersion) => {
  const { tenantId } = scope.db
  await lockSubject(tx, scope, 'custom_field')
  if (id === 0) return undefined
  await tx.$queryRaw`select 1 from custom_field_group where tenant_id = ${tenantId} and id = ${id} for update`
  const group = await tx.customFieldGroup.findFirst({ where: { tenantId, id } })
  if (!group) throw notFound('custom field group')
  assertVersion(group.auditId, expected)
  return group
}

const readInput = ({ CustomFieldGroupName, DisplayOrder }: CustomFieldGroupInput, current?: CustomFieldGroup) => {
  const sent = CustomFieldGroupName === undefined ? current?.name : CustomFieldGroupName
  const name = oneLine(sent ?? '')
  if (!name)
    throw ruleRefused('name-needed', 'A group needs a name.', [
      { pointer: '/CustomFieldGroupName', message: 'is needed and must not be blank' },
    ])
  const displayOrder = DisplayOrder === undefined ? (current?.displayOrder ?? null) : Number(DisplayOrder) || null
  return { name, nameKey: name.toLowerCase(), displayOrder }
}

/** Where the place is taken, the group there and those that follow without a gap move down by one. */
const makeRoom = async (scope: Scope, tx: Transaction, id: number, displayOrder: number): Promise<void> => {
  const { tenantId } = scope.db
  const behind = await tx.customFieldGroup.findMany({
    where: { tenantId, id: { not: id }, displayOrder: { gte: displayOrder } },
    orderBy: [{ displayOrder: 'asc' }, { id: 'asc' }],
  })
  let free = displayOrder
  for (const other of behind) {
    if (other.displayOrder !== free) return
    free += 1
    if (free > LAST_PLACE) throw badInput('/DisplayOrder', `is taken, as are all places behind it to ${LAST_PLACE}`)
    const moved = await tx.customFieldGroup.update({
      where: { tenantId_id: { tenantId, id: other.id } },
      data: { displayOrder: free, auditId: { increment: 1 } },
    })
    await record(scope, tx, moved, 'updated')
  }
}

const record = (
  scope: Scope,
  tx: Transaction,
  group: CustomFieldGroup,
  action: keyof typeof fieldGroupEvents,
  changes: { FieldIds?: number[] } = {},
): Promise<void> =>
  recordChange(scope, tx, {
    entity: 'customfieldgroup',
    entityId: group.id,
    auditId: group.auditId,
    action,
    changes: { Name: group.name, DisplayOrder: group.displayOrder, ...changes },
    event: { kind: fieldGroupEvents[action], payload: { Name: group.name } },
  })
