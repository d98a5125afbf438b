import { refreshContactRows } from '#areas/people/contacts/records/contact-rows.service'
import { countGroupsIn } from '#areas/people/groups/group-categories.queries'
import type { CategoryItemEditInput } from '#contract/people/contacts-details'
import { conflict, notFound } from '#kernel/errors/problem'
import { lockSubject } from '#kernel/records/lock'
import { recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { CategoryItem } from '#prisma/client'
import { assertRoom } from '../change-contact.service.ts'
import { neededLine } from '../input.ts'
import { type ItemWithCount, withContactCount } from './categories.queries.ts'
import { contactsIn, findCategoryList } from './category-lists.service.ts'

const MOST_PER_LIST = 1000

/** Adds a category to a list (id 0) or changes one; contacts whose list row shows it follow. */
export const saveCategoryItem = (
  scope: Scope,
  listId: number,
  id: number,
  input: CategoryItemEditInput,
): Promise<ItemWithCount> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(tx, scope, 'category_list')
    await findCategoryList(scope, tx, listId)
    const current = id === 0 ? undefined : await findItem(scope, tx, listId, id)
    const name = neededLine(input.Name, current?.name, '/Name')
    const data = { name, displayOrder: input.DisplayOrder ?? current?.displayOrder ?? 0 }
    const same = { listId, name: { equals: name, mode: 'insensitive' } as const }
    if (await tx.categoryItem.findFirst({ where: { tenantId, ...same, id: { not: id } } })) {
      throw conflict('duplicate', `The list has another category called "${name}".`)
    }
    if (!current)
      assertRoom(await tx.categoryItem.count({ where: { tenantId, listId } }), 'categories', MOST_PER_LIST, 'list')
    const saved = current
      ? await tx.categoryItem.update({ where: { tenantId_id: { tenantId, id } }, data, ...withContactCount })
      : await tx.categoryItem.create({ data: { ...data, tenantId, listId }, ...withContactCount })
    if (current)
      await refreshContactRows({ rows: (query) => tx.$queryRaw(query) }, scope, await contactsIn(scope, tx, { id }))
    const action = current ? 'updated' : 'created'
    await recordChange(scope, tx, { entity: 'categoryitem', entityId: saved.id, auditId: 0, action, changes: data })
    return saved
  })

/** Deletes a category; 409 while contacts or groups are in it, unless forced: then they leave. */
export const deleteCategoryItem = (scope: Scope, listId: number, id: number, force: boolean): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(tx, scope, 'category_list')
    const item = await findItem(scope, tx, listId, id)
    const inside = await contactsIn(scope, tx, { id })
    const groups = await countGroupsIn(tx, tenantId, { id })
    if (inside.length + groups > 0 && !force) {
      throw conflict('in-use', `${inside.length} contacts and ${groups} groups are in it.`)
    }
    await tx.categoryItem.delete({ where: { tenantId_id: { tenantId, id } } })
    await refreshContactRows({ rows: (query) => tx.$queryRaw(query) }, scope, inside)
    const changes = { name: item.name }
    await recordChange(scope, tx, { entity: 'categoryitem', entityId: id, auditId: 0, action: 'deleted', changes })
  })

const findItem = async ({ db }: Scope, tx: Transaction, listId: number, id: number): Promise<CategoryItem> => {
  const item = await tx.categoryItem.findFirst({ where: { tenantId: db.tenantId, listId, id } })
  if (!item) throw notFound('category')
  return item
}
