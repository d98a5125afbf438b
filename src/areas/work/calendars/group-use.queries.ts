import type { Transaction } from '#kernel/tenancy/tenant-db'

/** How many calendars are limited to the group, as seen in the transaction: such a group is not deleted. */
export const countCalendarsOfGroup = (tx: Transaction, tenantId: number, groupId: number): Promise<number> =>
  tx.calendar.count({ where: { tenantId, groupId } })
