import type { Transaction } from '#kernel/tenancy/tenant-db'

/** How many groups are filed under a category, or under any of a list: such a category is not deleted unasked. */
export const countGroupsIn = (
  tx: Transaction,
  tenantId: number,
  item: { listId: number } | { id: number },
): Promise<number> => tx.groupCategory.count({ where: { tenantId, item, group: { deletedAt: null } } })
