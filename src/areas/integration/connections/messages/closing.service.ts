import { lockRecordIfPresent } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ChannelTools } from '../channel/channel.model.ts'
import { connectionKind, listSourceConnections, type MappedConnection } from '../connections.queries.ts'

/** Deletes the source's row of a connection, with what it has to send. The caller has locked the connection. */
export const closeAtSource = async (scope: Scope, tx: Transaction, connection: MappedConnection): Promise<void> => {
  const { tenantId } = scope.db
  const where = { tenantId, connectionId: connection.id }
  const data = { deletedAt: scope.clock.now(), hasWork: false, ...NEXT_VERSION }
  await tx.connection.updateMany({ where: { tenantId, id: connection.id }, data })
  await tx.connectionSentContact.deleteMany({ where })
  await tx.connectionMessage.deleteMany({ where })
  await recordChange(scope, tx, changeOf(connectionKind, nextVersionOf(connection), 'deleted'))
}

/**
 * Returns a function that closes the source's connections of an exchange whose targets are in installations that the
 * operator no longer lists: these targets can no longer delete them. The caller has locked the exchange.
 */
export const prepareClosing = async ({ peers }: Pick<ChannelTools, 'peers'>) => {
  const listed = new Set(['', ...(await peers.list()).map(({ url }) => url)])
  return async (scope: Scope, tx: Transaction, exchangeId: number): Promise<void> => {
    const connections = await listSourceConnections(scope, tx)
    const lost = connections.filter((one) => one.exchangeId === exchangeId && !listed.has(one.otherInstallation))
    for (const { id } of lost) {
      const locked = await lockRecordIfPresent(scope, tx, connectionKind, id)
      if (locked) await closeAtSource(scope, tx, locked)
    }
  }
}
