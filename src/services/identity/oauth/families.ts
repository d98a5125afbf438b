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

/** The user of codes and tokens, if wanted in one tenant and of one client. */
interface GrantsOf {
  tenantId?: number
  loginId?: number | null
  memberId?: number | null
  permissionTenantId?: number
  permissionId?: number
}

/**
 * Ends the codes and tokens of a user. Codes are used up before the tokens are revoked, so that no exchange can issue
 * tokens after that.
 */
export const endGrants = async (tx: Prisma.TransactionClient, where: GrantsOf, now: Date): Promise<void> => {
  await tx.oAuthCode.updateMany({ where: { ...where, usedAt: null }, data: { usedAt: now } })
  const families = await tx.oAuthToken.findMany({
    where: { ...where, revokedAt: null },
    distinct: ['familyId'],
    orderBy: { familyId: 'asc' },
    select: { tenantId: true, familyId: true },
  })
  for (const family of families) await revokeFamily(tx, family, now)
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
