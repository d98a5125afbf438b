import { notFound, ruleRefused } from '#kernel/errors/problem'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { changeContact } from '../contact-changes.service.ts'
import { requireRoom } from '../contact-parts.model.ts'
import type { Versioned } from '../contact-parts.queries.ts'
import type { ItemOfList } from './categories.queries.ts'

/** The types of category for each type of contact: its own (2 individual, 1 organization), and 3 for any contact. */
const ALLOWED_TYPES: Record<number, readonly number[]> = { 1: [2, 3], 2: [1, 3] }

/**
 * Puts a contact into a category. Changes nothing if the contact is in it already.
 *
 * @throws 404, 412, 422 wrong-category-type, too-many.
 */
export const assignCategory = (
  scope: Scope,
  contactId: number,
  itemId: number,
  expected: ExpectedVersion,
): Promise<Versioned<ItemOfList>> =>
  changeContact(scope, contactId, expected, 'categories', async (tx, contact) => {
    const { tenantId } = scope.db
    const result = await findItem(scope, tx, itemId)
    if (!ALLOWED_TYPES[contact.systemTypeId]?.includes(result.list.typeId)) throw wrongType()
    if (await tx.contactCategory.findFirst({ where: { tenantId, contactId, itemId } })) return { result }
    requireRoom(await tx.contactCategory.count({ where: { tenantId, contactId } }), 'categories')
    await tx.contactCategory.create({ data: { tenantId, contactId, itemId } })
    return { result, changes: { CategoryItemId: itemId, Name: result.name } }
  })

/** Removes a contact from a category. @throws 404, 412. */
export const removeCategory = (scope: Scope, contactId: number, itemId: number, expected: ExpectedVersion) =>
  changeContact(scope, contactId, expected, 'categories', async (tx) => {
    const { count } = await tx.contactCategory.deleteMany({ where: { tenantId: scope.db.tenantId, contactId, itemId } })
    if (count === 0) throw notFound('category')
    return { result: null, changes: { CategoryItemId: itemId, isDeleted: true } }
  })

const findItem = async ({ db }: Scope, tx: Transaction, id: number): Promise<ItemOfList> => {
  const item = await tx.categoryItem.findFirst({ where: { tenantId: db.tenantId, id }, include: { list: true } })
  if (!item) throw notFound('category')
  return item
}

const wrongType = () =>
  ruleRefused(
    'wrong-category-type',
    'An individual can have categories of the types 2 and 3, an organization those of the types 1 and 3.',
  )
