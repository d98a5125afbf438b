import { notFound } from '#kernel/errors/problem'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { CategoryItem, CategoryList, Prisma } from '#prisma/client'
import { readParts, type Versioned } from '../contact-parts.queries.ts'
import { categoryItemEvents, categoryListEvents } from '../contacts.events.ts'

/** The query of a category with the number of its contacts, without deleted ones. */
export const itemWithCount = {
  include: { _count: { select: { contacts: { where: { contact: { deletedAt: null } } } } } },
} as const

const orderInList = [{ displayOrder: 'asc' }, { name: 'asc' }, { id: 'asc' }] as const

export const listWithItems = { include: { items: { ...itemWithCount, orderBy: [...orderInList] } } }

export type ItemWithCount = Prisma.CategoryItemGetPayload<typeof itemWithCount>
export type ListWithItems = Prisma.CategoryListGetPayload<{ include: { items: typeof itemWithCount } }>
export type ItemOfList = Prisma.CategoryItemGetPayload<{ include: { list: true } }>

export const categoryListKind: RecordKind<CategoryList> = {
  entity: 'categorylist',
  noun: 'category list',
  table: 'category_list',
  events: categoryListEvents,
  find: (tx, key) => tx.categoryList.findFirst({ where: key }),
}

export const categoryItemKind: RecordKind<CategoryItem> = {
  entity: 'categoryitem',
  noun: 'category',
  table: 'category_item',
  events: categoryItemEvents,
  find: (tx, key) => tx.categoryItem.findFirst({ where: key }),
}

/** Lists the tenant's category lists with their categories, by type, then by name. */
export const listCategoryLists = ({ db }: Scope, typeId: number | undefined): Promise<ListWithItems[]> =>
  db.prisma.categoryList.findMany({
    where: { tenantId: db.tenantId, ...(typeId !== undefined && { typeId }) },
    ...listWithItems,
    orderBy: [{ typeId: 'asc' }, { name: 'asc' }, { id: 'asc' }],
  })

/** Finds a list with its categories; null if it does not exist. */
export const findCategoryList = ({ db }: Scope, id: number): Promise<ListWithItems | null> =>
  db.prisma.categoryList.findFirst({ where: { tenantId: db.tenantId, id }, ...listWithItems })

/** Finds a category with the number of its contacts; null if it does not exist. */
export const findCategoryItem = ({ db }: Scope, id: number): Promise<ItemWithCount | null> =>
  db.prisma.categoryItem.findFirst({ where: { tenantId: db.tenantId, id }, ...itemWithCount })

/** Lists the categories of a contact by list, then in the order of the list. */
export const listCategoriesOfContact = (scope: Scope, contactId: number): Promise<Versioned<ItemOfList[]>> =>
  readParts(scope, contactId, () =>
    scope.db.prisma.categoryItem.findMany({
      where: { tenantId: scope.db.tenantId, contacts: { some: { contactId } } },
      include: { list: true },
      orderBy: [{ list: { name: 'asc' } }, { listId: 'asc' }, ...orderInList],
    }),
  )

/** Returns a category of one list; 404 if the list does not contain it. */
export const getCategoryItem = async (
  models: Models,
  { db }: Scope,
  listId: number,
  id: number,
): Promise<CategoryItem> => {
  const item = await models.categoryItem.findFirst({ where: { tenantId: db.tenantId, listId, id } })
  if (!item) throw notFound('category')
  return item
}

/** Finds the ids of the contacts in a category, or in any category of a list. */
export const findContactsIn = async (
  models: Models,
  { db }: Scope,
  item: { listId: number } | { id: number },
): Promise<number[]> => {
  const rows = await models.contactCategory.findMany({
    where: { tenantId: db.tenantId, item },
    select: { contactId: true },
    distinct: ['contactId'],
  })
  return rows.map(({ contactId }) => contactId)
}

/** Finds a category with the type of its list; null if it does not exist. For records of other areas. */
export const findCategory = (models: Models, { db }: Pick<Scope, 'db'>, id: number): Promise<ItemOfList | null> =>
  models.categoryItem.findFirst({ where: { tenantId: db.tenantId, id }, include: { list: true } })
