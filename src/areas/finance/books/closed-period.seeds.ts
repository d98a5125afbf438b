import type { TenantSeed } from '#kernel/tenancy/provision'

/** Creates the row of the last closed day, which postings lock. No period is closed. */
export const seedClosedPeriod: TenantSeed = async (tx, tenantId) => {
  await tx.closedPeriod.createMany({ data: [{ tenantId }] })
}
