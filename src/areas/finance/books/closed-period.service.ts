import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'

/**
 * Sets the last closed day of the tenant; null opens all periods. Waits for the documents that are being posted, and the
 * documents that are posted later see it.
 */
export const setClosedThrough = async (
  { db }: Pick<Scope, 'db'>,
  tx: Pick<Transaction, 'closedPeriod'>,
  closedThrough: Date | null,
): Promise<void> => {
  const { tenantId } = db
  await tx.closedPeriod.upsert({ where: { tenantId }, create: { tenantId, closedThrough }, update: { closedThrough } })
}
