import type { Category } from '../../../../../contract/people/contacts.ts'
import type { CategoryListEdit } from '../../../../../contract/people/contacts-details.ts'
import type { Scope } from '../../../../../kernel/tenancy/scope.ts'
import type { Versioned } from '../answer.ts'
import { getContactHead } from '../contact-head.ts'
import { presentCategory, presentList } from './categories.presenter.ts'

/** How many contacts are in it, without deleted ones. */
export const withContactCount = {
  include: { _count: { select: { contacts: { where: { contact: { deletedAt: null } } } } } },
} as const

/** The order inside a list. */
export const byOrder = [{ displayOrder: 'asc' }, { name: 'asc' }, { id: 'asc' }] as const

/** A list with its items. */
export const withItems = { include: { items: { ...withContactCount, orderBy: [...byOrder] } } }

/** The tenant's category lists with their items, by type, then by name. */
export const listCategoryLists = async ({ db }: Scope, typeId: number | undefined): Promise<CategoryListEdit[]> => {
  const lists = await db.prisma.categoryList.findMany({
    where: { tenantId: db.tenantId, ...(typeId !== undefined && { typeId }) },
    ...withItems,
    orderBy: [{ typeId: 'asc' }, { name: 'asc' }, { id: 'asc' }],
  })
  return lists.map(presentList)
}

/** What a contact is in, by list, then by their order. */
export const listCategoriesOfContact = async (scope: Scope, contactId: number): Promise<Versioned<Category[]>> => {
  const { auditId } = await getContactHead(scope, contactId)
  const items = await scope.db.prisma.categoryItem.findMany({
    where: { tenantId: scope.db.tenantId, contacts: { some: { contactId } } },
    include: { list: true },
    orderBy: [{ list: { name: 'asc' } }, { listId: 'asc' }, ...byOrder],
  })
  return { auditId, answer: items.map((item) => presentCategory(scope, item)) }
}
