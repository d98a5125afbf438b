import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'

/**
 * Sets the last closed day of the tenant; null opens all periods. Waits for documents that are being posted; those that are
 * posted later see it.
 */
export const setClosedThrough = async (
  { db }: Pick<Scope, 'db'>,
  tx: Pick<Transaction, 'closedPeriod'>,
  closedThrough: Date | null,
): Promise<void> => {
  await tx.closedPeriod.updateMany({ where: { tenantId: db.tenantId }, data: { closedThrough } })
}
