import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { connectionKind } from './connections.queries.ts'
import { type ExchangeWithParties, permitsConnection } from './exchanges/exchanges.queries.ts'
import { addDisableAndStop } from './messages/disabling.service.ts'

/**
 * Disables the connections of this tenant that the exchange no longer permits. Informs the other side, as after a request
 * to disable: when the exchange permits the connection again, each tenant must enable it, and sees if the other one has not.
 * The caller has locked the exchange.
 */
export const disableOfExchange = async (
  scope: Scope,
  tx: Transaction,
  exchange: ExchangeWithParties,
): Promise<void> => {
  const { tenantId } = scope.db
  const connections = await tx.connection.findMany({
    where: { tenantId, exchangeId: exchange.id, deletedAt: null, isDisabledHere: false },
    orderBy: { id: 'asc' },
  })
  for (const { id, otherKey, otherInstallation, isSource } of connections) {
    if (permitsConnection(scope, exchange, { other: { key: otherKey, installation: otherInstallation }, isSource }))
      continue
    const disabled = await tx.connection.update({
      where: { tenantId_id: { tenantId, id } },
      data: { isDisabledHere: true, lastDisabledAt: scope.clock.now(), ...NEXT_VERSION },
    })
    await addDisableAndStop(scope, tx, disabled)
    const changes = { IsActive: { old: true, new: false }, Reason: 'The exchange no longer permits it.' }
    await recordChange(scope, tx, changeOf(connectionKind, disabled, 'updated', { changes }))
  }
}
