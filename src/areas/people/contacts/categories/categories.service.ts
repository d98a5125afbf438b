import type { CategoryItemEditInput, CategoryListEditInput } from '#contract/people/contacts-details'
import { badInput, conflict, notFound, ruleRefused } from '#kernel/errors/problem'
import { lockRows, lockSubject } from '#kernel/records/lock'
import { getRecord } from '#kernel/records/read'
import { requireUniqueName } from '#kernel/records/unique-name'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { CategoryList } from '#prisma/client'
import { changeContact, getForSave, recordUnversioned } from '../contact-changes.service.ts'
import { parseRequiredField } from '../contact-parts.input.ts'
import { requireRoom } from '../contact-parts.model.ts'
import type { Versioned } from '../contact-parts.queries.ts'
import { refreshContactRows } from '../records/contact-rows.service.ts'
import {
  categoryItemKind,
  categoryListKind,
  findContactsIn,
  getCategoryItem,
  type ItemOfList,
  type ItemWithCount,
  itemWithCount,
  type ListWithItems,
  listWithItems,
} from './categories.queries.ts'

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

const MAX_PER_LIST = 1000

/** Locks the tenant's category lists and categories against other changes. */
const lockCategories = (scope: Scope, tx: Transaction): Promise<void> => lockSubject(scope, tx, 'category_list')

/**
 * Creates a category list (id 0) or changes one.
 *
 * @throws 400, 404, 409 duplicate if another list of the type has the name, 409 in-use if the type of a list with
 * categories would change.
 */
export const saveCategoryList = (scope: Scope, id: number, input: CategoryListEditInput): Promise<ListWithItems> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockCategories(scope, tx)
    const current = await getForSave(scope, tx, categoryListKind, id)
    const data = await parseCategoryList(scope, tx, input, current)
    const same = { typeId: data.typeId, name: { equals: data.name, mode: 'insensitive' } as const }
    const other = await tx.categoryList.findFirst({ where: { tenantId, ...same, id: { not: id } } })
    requireUniqueName(categoryListKind, data.name, other)
    const saved = current
      ? await tx.categoryList.update({ where: { tenantId_id: { tenantId, id } }, data, ...listWithItems })
      : await tx.categoryList.create({ data: { ...data, tenantId }, ...listWithItems })
    await recordUnversioned(scope, tx, categoryListKind, saved.id, current ? 'updated' : 'created', data)
    return saved
  })

/** Deletes a list with its categories. @throws 404, 409 in-use unless `force` removes contacts and groups from them. */
export const deleteCategoryList = (scope: Scope, id: number, force: boolean): Promise<void> =>
  scope.db.transaction(async (tx) => {
    await lockCategories(scope, tx)
    const { name } = await getRecord(scope, categoryListKind, id, tx)
    if (!force) await requireUnused(scope, tx, categoryListKind, { id })
    const contactIds = await findContactsIn(tx, scope, { listId: id })
    await tx.categoryList.delete({ where: { tenantId_id: { tenantId: scope.db.tenantId, id } } })
    await refreshContactRows(scope, tx, [], contactIds)
    await recordUnversioned(scope, tx, categoryListKind, id, 'deleted', { name })
  })

/**
 * Adds a category to a list (id 0) or changes one. Updates the rows of contacts that show it.
 *
 * @throws 400, 404, 409 duplicate, 422 too-many.
 */
export const saveCategoryItem = (
  scope: Scope,
  listId: number,
  id: number,
  input: CategoryItemEditInput,
): Promise<ItemWithCount> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockCategories(scope, tx)
    await getRecord(scope, categoryListKind, listId, tx)
    await lockRows(scope, tx, categoryItemKind, [id])
    const current = id === 0 ? null : await getCategoryItem(tx, scope, listId, id)
    const name = parseRequiredField(input.Name, current?.name, '/Name')
    const data = { name, displayOrder: input.DisplayOrder ?? current?.displayOrder ?? 0 }
    const same = { listId, name: { equals: name, mode: 'insensitive' } as const }
    const other = await tx.categoryItem.findFirst({ where: { tenantId, ...same, id: { not: id } } })
    requireUniqueName(categoryItemKind, name, other)
    if (!current)
      requireRoom(await tx.categoryItem.count({ where: { tenantId, listId } }), 'categories', MAX_PER_LIST, 'list')
    const saved = current
      ? await tx.categoryItem.update({ where: { tenantId_id: { tenantId, id } }, data, ...itemWithCount })
      : await tx.categoryItem.create({ data: { ...data, tenantId, listId }, ...itemWithCount })
    if (current) await refreshContactRows(scope, tx, await findContactsIn(tx, scope, { id }))
    await recordUnversioned(scope, tx, categoryItemKind, saved.id, current ? 'updated' : 'created', data, {
      CategoryListId: listId,
    })
    return saved
  })

/** Deletes a category. @throws 404, 409 in-use unless `force` removes contacts and groups from it. */
export const deleteCategoryItem = (scope: Scope, listId: number, id: number, force: boolean): Promise<void> =>
  scope.db.transaction(async (tx) => {
    await lockCategories(scope, tx)
    const { name } = await getCategoryItem(tx, scope, listId, id)
    if (!force) await requireUnused(scope, tx, categoryItemKind, { id })
    const contactIds = await findContactsIn(tx, scope, { id })
    await tx.categoryItem.delete({ where: { tenantId_id: { tenantId: scope.db.tenantId, id } } })
    await refreshContactRows(scope, tx, [], contactIds)
    await recordUnversioned(scope, tx, categoryItemKind, id, 'deleted', { name }, { CategoryListId: listId })
  })

const parseCategoryList = async (
  { db }: Scope,
  tx: Transaction,
  input: CategoryListEditInput,
  current: CategoryList | null,
) => {
  const typeId = input.CategoryTypeId ?? current?.typeId
  if (typeId === undefined) throw badInput('/CategoryTypeId', 'is required')
  const hasNewType = current !== null && typeId !== current.typeId
  if (hasNewType && (await tx.categoryItem.count({ where: { tenantId: db.tenantId, listId: current.id } })) > 0)
    throw conflict('in-use', 'The type of a list that has categories cannot change.')
  return {
    typeId,
    name: parseRequiredField(input.Name, current?.name, '/Name'),
    isMemberEditable: input.IsMemberEditable ?? current?.isMemberEditable ?? false,
  }
}
