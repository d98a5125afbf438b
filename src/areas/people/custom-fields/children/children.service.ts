import type { CustomFieldEditInput } from '#contract/people/custom-fields'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { CustomField } from '#prisma/client'
import { hasChoices } from '../custom-fields.model.ts'
import { FieldFaults } from '../field-faults.input.ts'
import { DATA_TYPE } from '../values/field.model.ts'
import { shownForOf } from './children.queries.ts'

type Child = NonNullable<CustomFieldEditInput['ChildCustomFields']>[number]

/**
 * Replaces the children of a field by those sent; undefined leaves them, as far as they still fit. All writers of fields
 * pass one at a time, so that no two of them make a second level together.
 *
 * @throws 422 custom-field-rule.
 */
export const writeChildren = async (
  tx: Transaction,
  parent: CustomField,
  sent: readonly Child[] | null | undefined,
): Promise<void> => {
  const faults = new FieldFaults()
  if (sent === undefined) await refuseUnfitStored(tx, parent, faults)
  else await replace(tx, parent, sent ?? [], faults)
  faults.refuse()
}

const replace = async (
  tx: Transaction,
  parent: CustomField,
  children: readonly Child[],
  faults: FieldFaults,
): Promise<void> => {
  const { tenantId, id: parentId } = parent
  await tx.customFieldChild.deleteMany({ where: { tenantId, parentId } })
  if (children.length === 0) return
  await refuseUnfit(tx, parent, children, faults)
  if ((await tx.customFieldChild.count({ where: { tenantId, childId: parentId } })) > 0)
    faults.add('/ChildCustomFields', 'cannot be given: the field is itself a child of another')
  const showFor = await readShownFor(tx, parent, children, faults)
  faults.refuse()
  await tx.customFieldChild.createMany({
    data: children.map(({ CustomFieldId: childId, Order }, place) => ({
      tenantId,
      parentId,
      childId,
      showForValue: showFor[place] ?? null,
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
  for (const [place, id] of ids.entries()) {
    const pointer = `/ChildCustomFields/${place}/CustomFieldId`
    const child = known.find((field) => field.id === id)
    if (id === parent.id) faults.add(pointer, 'is the field itself')
    else if (!child) faults.add(pointer, 'is no field of the same object type')
    else if (child._count.children > 0) faults.add(pointer, 'has children itself: there is one level')
    if (ids.indexOf(id) !== place) faults.add(pointer, 'is named a second time')
  }
}

const readShownFor = async (tx: Transaction, parent: CustomField, children: readonly Child[], faults: FieldFaults) => {
  const shownFor = await shownForOf(tx, parent)
  return children.map(({ ShowForValue }, place) => {
    if (!ShowForValue) return null
    const read = shownFor(ShowForValue)
    if ('text' in read) return read.text
    faults.add(`/ChildCustomFields/${place}/ShowForValue`, read.fault)
    return null
  })
}

/** A value that a child shows for cannot go while the child waits for it; children are of the field's object type. */
const refuseUnfitStored = async (tx: Transaction, parent: CustomField, faults: FieldFaults): Promise<void> => {
  const { tenantId, id: parentId } = parent
  const stored = await tx.customFieldChild.findMany({ where: { tenantId, parentId }, include: { child: true } })
  if (stored.length === 0) return
  const shownFor = await shownForOf(tx, parent)
  for (const { child, showForValue } of stored) {
    if (child.objectTypeId !== parent.objectTypeId)
      faults.add('/ObjectTypeId', `cannot change while ${child.name} is a child of this field`)
    if (showForValue !== null && 'fault' in shownFor(showForValue))
      faults.add(typePointer(parent), `leaves out the value that ${child.name} shows for`)
  }
}

const typePointer = ({ dataTypeId }: CustomField): string => {
  if (hasChoices(dataTypeId)) return '/SelectListItems'
  return dataTypeId === DATA_TYPE.scale ? '/ScaleModel' : '/CustomFieldDataTypeId'
}
