import type { Choice } from '#kernel/http/lookup-choices'
import { getRecord } from '#kernel/records/read'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { StoreSubItem } from '#prisma/client'
import { storeItemKind } from '../items/items.queries.ts'

/** Lists the sub-items of an item in display order. */
export const listSubItems = (models: Models, tenantId: number, itemId: number): Promise<StoreSubItem[]> =>
  models.storeSubItem.findMany({ where: { tenantId, itemId }, orderBy: [{ position: 'asc' }, { id: 'asc' }] })

/** Lists the active sub-items of an item, with their price. @throws 404. */
export const listSubItemChoices = async (scope: Scope, itemId: number): Promise<Choice[]> => {
  const { price } = await getRecord(scope, storeItemKind, itemId)
  const all = await listSubItems(scope.db.prisma, scope.db.tenantId, itemId)
  const active = all.filter(({ isActive }) => isActive)
  return active.map((each) => ({ id: each.id, name: each.name, extra: (each.price ?? price).toFixed(2) }))
}
