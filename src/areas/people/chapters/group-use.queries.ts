import type { Transaction } from '#kernel/tenancy/tenant-db'

/** How many chapters have the group as theirs, as seen in the transaction: such a group is not deleted. */
export const countChaptersOfGroup = (tx: Transaction, tenantId: number, groupId: number): Promise<number> =>
  tx.chapter.count({ where: { tenantId, groupId } })
