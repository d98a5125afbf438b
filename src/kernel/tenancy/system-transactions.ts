import type { PrismaClient } from '#prisma/client'
import { withRetry } from './retry.ts'
import { runPrismaTransaction } from './transaction-connection.ts'

/**
 * Returns a client of the system role whose transactions end and are repeated like those of a tenant (TenantDb): after a
 * deadlock or a serialization failure, and never reported as committed when their work ignored an error.
 */
export const withRetriedTransactions = (client: PrismaClient): PrismaClient => {
  // Passes on what the caller passes, whose types those of the client have checked.
  const transact = (work: never, limits: never): Promise<unknown> =>
    withRetry(() => runPrismaTransaction<unknown>(undefined, () => client.$transaction(work, limits)))
  // A proxy, because a property that is assigned to Prisma's client also belongs to its transactions.
  return new Proxy(client, {
    get: (target, name) => (name === '$transaction' ? transact : Reflect.get(target, name)),
  })
}
