import type { GroupEditInput } from '#contract/people/groups'
import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'

/** Category lists of any contact, which is what groups are made of. */
const CONTACT = 3

/**
 * Files a group under these categories and no others; undefined leaves what there is. Answers what it is filed under
 * where that was said.
 *
 * @throws 422 unknown-reference or wrong-category-type, naming each.
 */
export const setCategories = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  groupId: number,
  sent: GroupEditInput['Categories'],
): Promise<number[] | undefined> => {
  if (sent === undefined) return undefined
  const ids = (sent ?? []).map(({ CategoryItemId }) => CategoryItemId)
  await assertItems(tx, tenantId, ids)
  const itemIds = [...new Set(ids)]
  await tx.groupCategory.deleteMany({ where: { tenantId, groupId, itemId: { notIn: itemIds } } })
  await tx.groupCategory.createMany({
    data: itemIds.map((itemId) => ({ tenantId, groupId, itemId })),
    skipDuplicates: true,
  })
  return itemIds
}

const assertItems = async (tx: Transaction, tenantId: number, ids: readonly number[]): Promise<void> => {
  const where = { tenantId, id: { in: [...ids] } }
  const found = await tx.categoryItem.findMany({ where, select: { id: true, list: { select: { typeId: true } } } })
  const typeOf = new Map(found.map(({ id, list }) => [id, list.typeId]))
  const faults = (message: string, isFault: (id: number) => boolean): FieldFault[] =>
    ids.flatMap((id, index) => (isFault(id) ? [{ pointer: `/Categories/${index}/CategoryItemId`, message }] : []))
  const unknown = faults('names no category', (id) => !typeOf.has(id))
  if (unknown.length > 0) {
    throw ruleRefused('unknown-reference', 'The request refers to records that do not exist.', unknown)
  }
  const wrong = faults('is of a list of another type', (id) => typeOf.get(id) !== CONTACT)
  if (wrong.length > 0) throw ruleRefused('wrong-category-type', 'Groups take categories of the type 3.', wrong)
}
