import type { Scope } from '#kernel/tenancy/scope'
import type { Prisma } from '#prisma/client'
import { getContactHead } from '../contact-kind.queries.ts'
import type { Versioned } from '../contact-parts.ts'

/** How many contacts are in it, without deleted ones. */
export const withContactCount = {
  include: { _count: { select: { contacts: { where: { contact: { deletedAt: null } } } } } },
} as const

/** The order inside a list. */
export const byOrder = [{ displayOrder: 'asc' }, { name: 'asc' }, { id: 'asc' }] as const

/** A list with its items. */
export const withItems = { include: { items: { ...withContactCount, orderBy: [...byOrder] } } }

export type ItemWithCount = Prisma.CategoryItemGetPayload<typeof withContactCount>
export type ListWithItems = Prisma.CategoryListGetPayload<{ include: { items: typeof withContactCount } }>
export type ItemOfList = Prisma.CategoryItemGetPayload<{ include: { list: true } }>

/** The tenant's category lists with their items, by type, then by name. */
export const listCategoryLists = ({ db }: Scope, typeId: number | undefined): Promise<ListWithItems[]> =>
  db.prisma.categoryList.findMany({
    where: { tenantId: db.tenantId, ...(typeId !== undefined && { typeId }) },
    ...withItems,
    orderBy: [{ typeId: 'asc' }, { name: 'asc' }, { id: 'asc' }],
  })

/** What a contact is in, by list, then by their order. */
export const listCategoriesOfContact = async (scope: Scope, contactId: number): Promise<Versioned<ItemOfList[]>> => {
  const { auditId } = await getContactHead(scope, contactId)
  const answer = await scope.db.prisma.categoryItem.findMany({
    where: { tenantId: scope.db.tenantId, contacts: { some: { contactId } } },
    include: { list: true },
    orderBy: [{ list: { name: 'asc' } }, { listId: 'asc' }, ...byOrder],
  })
  return { auditId, answer }
}
