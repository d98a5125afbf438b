import type { Prisma } from '#prisma/client'

/** The tokens that resulted from one authorization. */
export interface Family {
  tenantId: number
  familyId: string
}

/** Locks the family until the transaction ends, so that a rotation cannot escape its revocation. */
export const lockFamily = async (tx: Prisma.TransactionClient, familyId: string): Promise<void> => {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${familyId}, 0))`
}

/** Revokes every token of the family, issued or not yet expired. */
export const revokeFamily = async (
  tx: Prisma.TransactionClient,
  { tenantId, familyId }: Family,
  now: Date,
): Promise<void> => {
  await lockFamily(tx, familyId)
  await tx.oAuthToken.updateMany({ where: { tenantId, familyId, revokedAt: null }, data: { revokedAt: now } })
}
