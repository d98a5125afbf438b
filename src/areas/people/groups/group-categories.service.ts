import type { GroupEditInput } from '#contract/people/groups'
import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import { referenceFault, unknownReferences } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'

/** The type of category lists for any contact. */
const CONTACT_LIST_TYPE = 3

/**
 * Replaces the categories of a group and returns their ids; undefined changes nothing and returns undefined.
 *
 * @throws 422 unknown-reference or wrong-category-type, naming each item.
 */
export const setCategories = async (
  { db: { tenantId } }: Scope,
  tx: Models,
  groupId: number,
  sent: GroupEditInput['Categories'],
): Promise<number[] | undefined> => {
  if (sent === undefined) return undefined
  const ids = (sent ?? []).map(({ CategoryItemId }) => CategoryItemId)
  await requireItems(tx, tenantId, ids)
  const itemIds = [...new Set(ids)]
  await tx.groupCategory.deleteMany({ where: { tenantId, groupId, itemId: { notIn: itemIds } } })
  await tx.groupCategory.createMany({
    data: itemIds.map((itemId) => ({ tenantId, groupId, itemId })),
    skipDuplicates: true,
  })
  return itemIds
}

const requireItems = async (tx: Models, tenantId: number, ids: readonly number[]): Promise<void> => {
  const where = { tenantId, id: { in: [...ids] } }
  const found = await tx.categoryItem.findMany({ where, select: { id: true, list: { select: { typeId: true } } } })
  const types = new Map(found.map(({ id, list }) => [id, list.typeId]))
  const faults = (isFault: (id: number) => boolean, fault: (pointer: string) => FieldFault): FieldFault[] =>
    ids.flatMap((id, index) => (isFault(id) ? [fault(`/Categories/${index}/CategoryItemId`)] : []))
  const unknown = faults(
    (id) => !types.has(id),
    (pointer) => referenceFault(pointer, 'category'),
  )
  if (unknown.length > 0) throw unknownReferences(unknown)
  const wrong = faults(
    (id) => types.get(id) !== CONTACT_LIST_TYPE,
    (pointer) => ({ pointer, message: `must be a category of a list of type ${CONTACT_LIST_TYPE}` }),
  )
  if (wrong.length > 0) {
    throw ruleRefused('wrong-category-type', `A group can only have categories of type ${CONTACT_LIST_TYPE}.`, wrong)
  }
}
