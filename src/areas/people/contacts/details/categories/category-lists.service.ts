import { refreshContactRows } from '#areas/people/contacts/records/contact-rows.service'
import { countGroupsIn } from '#areas/people/groups/group-categories.queries'
import type { CategoryListEditInput } from '#contract/people/contacts-details'
import { badInput, conflict, notFound } from '#kernel/errors/problem'
import { lockSubject } from '#kernel/records/lock'
import { recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { CategoryList } from '#prisma/client'
import { neededLine } from '../input.ts'
import { type ListWithItems, withItems } from './categories.queries.ts'

/** Creates a category list (id 0) or changes one; 409 where another of its type has the name. */
export const saveCategoryList = (scope: Scope, id: number, input: CategoryListEditInput): Promise<ListWithItems> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(tx, scope, 'category_list')
    const current = id === 0 ? undefined : await findCategoryList(scope, tx, id)
    const data = await readInput(scope, tx, input, current)
    const same = { typeId: data.typeId, name: { equals: data.name, mode: 'insensitive' } as const }
    if (await tx.categoryList.findFirst({ where: { tenantId, ...same, id: { not: id } } })) {
      throw conflict('duplicate', `There is another list of this type called "${data.name}".`)
    }
    const saved = current
      ? await tx.categoryList.update({ where: { tenantId_id: { tenantId, id } }, data, ...withItems })
      : await tx.categoryList.create({ data: { ...data, tenantId }, ...withItems })
    const action = current ? 'updated' : 'created'
    await recordChange(scope, tx, { entity: 'categorylist', entityId: saved.id, auditId: 0, action, changes: data })
    return saved
  })

/** Deletes a list with its categories; 409 while contacts are in them, unless forced: then they leave. */
export const deleteCategoryList = (scope: Scope, id: number, force: boolean): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(tx, scope, 'category_list')
    const list = await findCategoryList(scope, tx, id)
    const inside = await contactsIn(scope, tx, { listId: id })
    const groups = await countGroupsIn(tx, tenantId, { listId: id })
    if (inside.length + groups > 0 && !force) {
      throw conflict('in-use', `${inside.length} contacts and ${groups} groups are in it.`)
    }
    await tx.categoryList.delete({ where: { tenantId_id: { tenantId, id } } })
    await refreshContactRows({ rows: (query) => tx.$queryRaw(query) }, scope, inside)
    const changes = { name: list.name }
    await recordChange(scope, tx, { entity: 'categorylist', entityId: id, auditId: 0, action: 'deleted', changes })
  })

export const findCategoryList = async ({ db }: Scope, tx: Transaction, id: number): Promise<CategoryList> => {
  const list = await tx.categoryList.findFirst({ where: { tenantId: db.tenantId, id } })
  if (!list) throw notFound('category list')
  return list
}

/** Whose list rows may show one of these categories. */
export const contactsIn = async (
  { db }: Scope,
  tx: Transaction,
  item: { listId: number } | { id: number },
): Promise<number[]> => {
  const rows = await tx.contactCategory.findMany({
    where: { tenantId: db.tenantId, item },
    select: { contactId: true },
    distinct: ['contactId'],
  })
  return rows.map(({ contactId }) => contactId)
}

const readInput = async (
  { db }: Scope,
  tx: Transaction,
  input: CategoryListEditInput,
  current: CategoryList | undefined,
) => {
  const typeId = input.CategoryTypeId ?? current?.typeId
  if (typeId === undefined) throw badInput('/CategoryTypeId', 'is needed')
  const isMoved = current && typeId !== current.typeId
  if (isMoved && (await tx.categoryItem.count({ where: { tenantId: db.tenantId, listId: current.id } })) > 0) {
    throw conflict('in-use', 'The list has categories: its type is fixed.')
  }
  return {
    typeId,
    name: neededLine(input.Name, current?.name, '/Name'),
    isMemberEditable: input.IsMemberEditable ?? current?.isMemberEditable ?? false,
  }
}
