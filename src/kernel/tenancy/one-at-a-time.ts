import type { Transaction } from './tenant-db.ts'

/**
 * Lets one transaction of the tenant at a time pass here, until it ends: for rules that no unique index can hold, in
 * places where few write (the names of a value list, a hierarchy without cycles).
 */
export const oneAtATime = async (tx: Transaction, tenantId: number, subject: string): Promise<void> => {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`${tenantId}:${subject}`}, 0))`
}
