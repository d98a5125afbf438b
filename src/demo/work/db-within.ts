import { runnerOf, type TenantDb, type Transaction } from '#kernel/tenancy/tenant-db'

/**
 * A tenant's handle within a transaction that is open already: what services do through it is there together or not at
 * all. They filter by the tenant as always; that of the system role, which the demonstration is loaded as, is no wall.
 */
export const dbWithin = (tx: Transaction, tenantId: number): TenantDb => {
  const runner = runnerOf(tx)
  return {
    tenantId,
    prisma: tx,
    transaction: (work) => work(tx),
    rows: runner.rows,
    direct: () => refuse('direct'),
    sequence: () => refuse('sequence'),
    json: () => refuse('json'),
  }
}

/** They promise a connection or a commit of their own, which there is not. */
const refuse = (what: string): Promise<never> =>
  Promise.reject(new Error(`${what} is not to be had within a transaction`))
