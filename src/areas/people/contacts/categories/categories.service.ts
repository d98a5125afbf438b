import { notFound, ruleRefused } from '#kernel/errors/problem'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { assertRoom, changeContact } from '../contact-changes.service.ts'
import type { Versioned } from '../contact-parts.ts'
import type { ItemOfList } from './categories.queries.ts'

/** Category types that each kind of contact takes: its own (2 individual, 1 business contact) and 3, any contact. */
const TAKEN_BY: Record<number, readonly number[]> = { 1: [2, 3], 2: [1, 3] }

/** Puts a contact into a category; a second time changes nothing. */
export const assignCategory = (
  scope: Scope,
  contactId: number,
  itemId: number,
  expected: ExpectedVersion,
): Promise<Versioned<ItemOfList>> =>
  changeContact(scope, contactId, expected, 'categories', async (tx, contact) => {
    const { tenantId } = scope.db
    const answer = await findItem(scope, tx, itemId)
    if (!TAKEN_BY[contact.systemTypeId]?.includes(answer.list.typeId)) throw wrongType()
    if (await tx.contactCategory.findFirst({ where: { tenantId, contactId, itemId } })) return { answer }
    assertRoom(await tx.contactCategory.count({ where: { tenantId, contactId } }), 'categories')
    await tx.contactCategory.create({ data: { tenantId, contactId, itemId } })
    return { answer, changes: { CategoryItemId: itemId, Name: answer.name } }
  })

/** Takes a contact out of a category. */
export const removeCategory = (scope: Scope, contactId: number, itemId: number, expected: ExpectedVersion) =>
  changeContact(scope, contactId, expected, 'categories', async (tx) => {
    const { count } = await tx.contactCategory.deleteMany({ where: { tenantId: scope.db.tenantId, contactId, itemId } })
    if (count === 0) throw notFound('category')
    return { answer: null, changes: { CategoryItemId: itemId, isDeleted: true } }
  })

const findItem = async ({ db }: Scope, tx: Transaction, id: number) => {
  const item = await tx.categoryItem.findFirst({ where: { tenantId: db.tenantId, id }, include: { list: true } })
  if (!item) throw notFound('category')
  return item
}

const wrongType = () =>
  ruleRefused(
    'wrong-category-type',
    'Individuals take categories of the types 2 and 3, organizations those of 1 and 3.',
  )
