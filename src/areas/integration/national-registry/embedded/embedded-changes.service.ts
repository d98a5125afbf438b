import { findSettings } from '#areas/integration/association-sync/association-sync.queries'
import { readTransaction } from '#areas/integration/association-sync/transactions/received-transactions.service'
import type { RegistryChangeInput } from '#contract/integration/association-sync'
import { conflict } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Prisma } from '#prisma/client'
import { requestReceipt } from '../queue/queue.service.ts'

/**
 * Adds a change to the embedded registry, as the national body does, and requests that it is received.
 *
 * @returns the id of the change.
 * @throws 400; 409 registry-online; 422 transaction-rule.
 */
export const addRegistryChange = async (scope: Scope, input: RegistryChangeInput): Promise<number> => {
  const { Operation: operation, Transaction: body } = input
  readTransaction(operation, body)
  return scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    if ((await findSettings(tx, scope))?.registry === 'Online')
      throw conflict('registry-online', 'The tenant uses an online registry. Make the change there.')
    const data = { tenantId, operation, body: body as Prisma.InputJsonObject, createdAt: scope.clock.now() }
    const { id } = await tx.embeddedRegistryChange.create({ data })
    await requestReceipt(tx, tenantId)
    return Number(id)
  })
}
