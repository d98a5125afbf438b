import type { CustomFieldEditInput } from '../../../../contract/people/custom-fields.ts'
import type { CustomField } from '../../../../generated/prisma/client.ts'
import type { Transaction } from '../../../../kernel/tenancy/tenant-db.ts'
import { FieldFaults } from './field-faults.ts'

type Child = NonNullable<CustomFieldEditInput['ChildCustomFields']>[number]

/**
 * Replaces the children of a field by those sent; undefined leaves them. All writers of fields pass one at a time, so
 * that no two of them make a second level together.
 *
 * @throws 422 custom-field-rule.
 */
export const writeChildren = async (
  tx: Transaction,
  parent: CustomField,
  sent: readonly Child[] | null | undefined,
): Promise<void> => {
  const { tenantId, id: parentId } = parent
  if (sent !== undefined) await tx.customFieldChild.deleteMany({ where: { tenantId, parentId } })
  const children = sent ?? []
  const faults = new FieldFaults()
  await refuseUnfit(tx, parent, children, faults)
  const isChild = await tx.customFieldChild.count({ where: { tenantId, childId: parentId } })
  if (children.length > 0 && isChild > 0)
    faults.add('/ChildCustomFields', 'cannot be given: the field is itself a child of another')
  await refuseHiddenByNothing(tx, parent, faults)
  faults.refuse()
  await tx.customFieldChild.createMany({
    data: children.map(({ CustomFieldId, ShowForValue, Order }, place) => ({
      tenantId,
      parentId,
      childId: CustomFieldId,
      showForValue: ShowForValue || null,
      displayOrder: Order || place + 1,
    })),
  })
}

const refuseUnfit = async (tx: Transaction, parent: CustomField, children: readonly Child[], faults: FieldFaults) => {
  const { tenantId } = parent
  const ids = children.map(({ CustomFieldId }) => CustomFieldId)
  const known = await tx.customField.findMany({
    where: { tenantId, id: { in: ids }, objectTypeId: parent.objectTypeId, deletedAt: null },
    select: { id: true, _count: { select: { children: true } } },
  })
  const choices = await tx.customFieldChoice.findMany({ where: { tenantId, fieldId: parent.id }, select: { id: true } })
  for (const [place, { CustomFieldId, ShowForValue }] of children.entries()) {
    const pointer = `/ChildCustomFields/${place}/CustomFieldId`
    const child = known.find(({ id }) => id === CustomFieldId)
    if (CustomFieldId === parent.id) faults.add(pointer, 'is the field itself')
    else if (!child) faults.add(pointer, 'is no field of the same object type')
    else if (child._count.children > 0) faults.add(pointer, 'has children itself: there is one level')
    if (ids.indexOf(CustomFieldId) !== place) faults.add(pointer, 'is named a second time')
    if (choices.length > 0 && ShowForValue && !choices.some(({ id }) => String(id) === ShowForValue))
      faults.add(`/ChildCustomFields/${place}/ShowForValue`, 'is the id of no choice of this field')
  }
}

/** A choice that a child shows for cannot go while the child waits for it; children are of the field's object type. */
const refuseHiddenByNothing = async (tx: Transaction, parent: CustomField, faults: FieldFaults): Promise<void> => {
  const { tenantId, id: parentId } = parent
  const stored = await tx.customFieldChild.findMany({ where: { tenantId, parentId }, include: { child: true } })
  const choices = await tx.customFieldChoice.findMany({ where: { tenantId, fieldId: parentId }, select: { id: true } })
  for (const { child, showForValue } of stored) {
    if (child.objectTypeId !== parent.objectTypeId)
      faults.add('/ObjectTypeId', `cannot change while ${child.name} is a child of this field`)
    if (choices.length > 0 && showForValue && !choices.some(({ id }) => String(id) === showForValue))
      faults.add('/SelectListItems', `leaves out the choice that ${child.name} shows for`)
  }
}
