import type { CustomFieldEditInput } from '#contract/people/custom-fields'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { CustomField } from '#prisma/client'
import { DATA_TYPE, hasChoices } from '../custom-fields.model.ts'
import { FieldFaults } from '../data-types.input.ts'
import { getShownForParser } from './children.queries.ts'

type Child = NonNullable<CustomFieldEditInput['ChildCustomFields']>[number]

/**
 * Replaces the children of a field. Undefined keeps them and checks that they still match the field. The caller has
 * locked all fields of the tenant, so two saves cannot create a second level of children together.
 *
 * @throws 422 custom-field-rule.
 */
export const saveChildren = async (
  tx: Transaction,
  parent: CustomField,
  sent: readonly Child[] | null | undefined,
): Promise<void> => {
  const faults = new FieldFaults()
  if (sent === undefined) await checkStored(tx, parent, faults)
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
  await checkChildren(tx, parent, children, faults)
  if ((await tx.customFieldChild.count({ where: { tenantId, childId: parentId } })) > 0)
    faults.add('/ChildCustomFields', 'must be empty, because the field is a child of another field')
  const showFor = await parseAllShownFor(tx, parent, children, faults)
  faults.refuse()
  await tx.customFieldChild.createMany({
    data: children.map(({ CustomFieldId: childId, Order }, index) => ({
      tenantId,
      parentId,
      childId,
      showForValue: showFor[index] ?? null,
      displayOrder: Order || index + 1,
    })),
  })
}

const checkChildren = async (tx: Transaction, parent: CustomField, children: readonly Child[], faults: FieldFaults) => {
  const { tenantId } = parent
  const ids = children.map(({ CustomFieldId }) => CustomFieldId)
  const known = await tx.customField.findMany({
    where: { tenantId, id: { in: ids }, objectTypeId: parent.objectTypeId, deletedAt: null },
    select: { id: true, _count: { select: { children: true } } },
  })
  for (const [index, id] of ids.entries()) {
    const pointer = `/ChildCustomFields/${index}/CustomFieldId`
    const child = known.find((field) => field.id === id)
    if (id === parent.id) faults.add(pointer, 'must not reference the field itself')
    else if (!child) faults.add(pointer, 'does not reference a field of the same object type')
    else if (child._count.children > 0) faults.add(pointer, 'must not reference a field with children')
    if (ids.indexOf(id) !== index) faults.add(pointer, 'must not occur twice')
  }
}

const parseAllShownFor = async (
  tx: Transaction,
  parent: CustomField,
  children: readonly Child[],
  faults: FieldFaults,
) => {
  const parseShownFor = await getShownForParser(tx, parent)
  return children.map(({ ShowForValue }, index) => {
    if (!ShowForValue) return null
    const parsed = parseShownFor(ShowForValue)
    if ('text' in parsed) return parsed.text
    faults.add(`/ChildCustomFields/${index}/ShowForValue`, parsed.fault)
    return null
  })
}

/** Checks that the field still has the values that its children are shown for, and their object type. */
const checkStored = async (tx: Transaction, parent: CustomField, faults: FieldFaults): Promise<void> => {
  const { tenantId, id: parentId } = parent
  const stored = await tx.customFieldChild.findMany({ where: { tenantId, parentId }, include: { child: true } })
  if (stored.length === 0) return
  const parseShownFor = await getShownForParser(tx, parent)
  for (const { child, showForValue } of stored) {
    if (child.objectTypeId !== parent.objectTypeId)
      faults.add('/ObjectTypeId', `must not change while ${child.name} is a child of this field`)
    if (showForValue !== null && 'fault' in parseShownFor(showForValue))
      faults.add(typePointer(parent), `must keep the value that ${child.name} is shown for`)
  }
}

const typePointer = ({ dataTypeId }: CustomField): string => {
  if (hasChoices(dataTypeId)) return '/SelectListItems'
  return dataTypeId === DATA_TYPE.scale ? '/ScaleModel' : '/CustomFieldDataTypeId'
}
