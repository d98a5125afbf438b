import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'

/**
 * Sets the last closed day of the tenant; null opens all periods. Documents that are posted later see it.
 */
export const setClosedThrough = async (
  { db }: Pick<Scope, 'db'>,
  tx: Pick<Transaction, 'closedPeriod'>,
  closedThrough: Date | null,
): Promise<void> => {
  const { tenantId } = db
  const where = { tenantId_id: { tenantId, id: 1 } }
  await tx.closedPeriod.upsert({ where, create: { tenantId, closedThrough }, update: { closedThrough } })
}
