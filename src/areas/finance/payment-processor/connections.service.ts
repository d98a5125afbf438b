import type { Sealer } from '#kernel/crypto/seal'
import { lockSubject } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import { type Connection, sealConnection } from './connections.queries.ts'

/** Stores the secrets of the tenant's connection with the online processor, encrypted. Replaces earlier ones. */
export const saveConnection = (scope: Scope, sealer: Sealer, connection: Connection): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, 'processor_connection')
    const sealed = sealConnection(sealer, tenantId, connection)
    const { count } = await tx.processorConnection.updateMany({ where: { tenantId }, data: sealed })
    if (count === 0) await tx.processorConnection.createMany({ data: [{ tenantId, ...sealed }] })
  })

/** Deletes the secrets. Accounts, charges and transactions stay. */
export const deleteConnection = async ({ db }: Scope): Promise<boolean> => {
  const { count } = await db.prisma.processorConnection.deleteMany({ where: { tenantId: db.tenantId } })
  return count > 0
}
