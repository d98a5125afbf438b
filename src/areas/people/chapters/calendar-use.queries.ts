import type { Transaction } from '#kernel/tenancy/tenant-db'

/** How many chapters have the calendar as theirs, as seen in the transaction: such a calendar is not deleted. */
export const countChaptersOfCalendar = (tx: Transaction, tenantId: number, calendarId: number): Promise<number> =>
  tx.chapter.count({ where: { tenantId, calendarId } })
