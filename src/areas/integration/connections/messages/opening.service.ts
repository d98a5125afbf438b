import { conflict, ruleRefused } from '#kernel/errors/problem'
import { lockRecord, lockRecordIfPresent } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import {
  type ChannelTools,
  type Message,
  type MessageData,
  openPartyKey,
  sealConnectionKey,
  type TenantAddress,
} from '../channel/channel.model.ts'
import { uidOf } from '../channel/message-data.input.ts'
import {
  connectionKind,
  findConnectionByUid,
  listSourceConnections,
  type MappedConnection,
} from '../connections.queries.ts'
import { logCrossing } from '../crossings.service.ts'
import { exchangeKind, findExchangeByUid, isSameTenant, permitsConnection } from '../exchanges/exchanges.queries.ts'
import { lockSources } from '../mappings/mapped-records.service.ts'
import { parseReceivedMapping } from '../mappings/received-mappings.input.ts'
import { startCopy } from '../outgoing/copies.service.ts'

/**
 * Creates the source's row of a connection that a target has created, and starts the initial copy.
 *
 * @throws 409 wrong-sequence; 422 not-in-exchange.
 */
export const openConnection = async (
  scope: Scope,
  { sealer }: Pick<ChannelTools, 'sealer'>,
  from: TenantAddress,
  { ConnectionUid, Sequence, Data }: Message,
): Promise<MessageData> => {
  const uid = uidOf({ ConnectionUid }, 'ConnectionUid')
  if (await findConnectionByUid(scope, uid)) return { Applied: true }
  if (Sequence !== 1) throw conflict('wrong-sequence', 'The first message of a connection has the sequence 1.')
  const mapping = parseReceivedMapping({ ...(Data.Mapping as MessageData) })
  const exchangeUid = uidOf(Data, 'ExchangeUid')
  return scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const found = await findExchangeByUid(tx, scope, exchangeUid)
    const exchange = found && (await lockRecord(scope, tx, exchangeKind, found.id))
    const party = exchange?.parties.find((one) => isSameTenant(one, from))
    const isPermitted = exchange && permitsConnection(scope, exchange, { other: from, isSource: true })
    if (!exchange || !party?.sealed || !isPermitted)
      throw ruleRefused('not-in-exchange', 'The exchange does not name the two tenants, or one has not accepted.')
    await lockSources(scope, tx, mapping)
    const key = openPartyKey(sealer, tenantId, party.id, party.sealed)
    const connection = await tx.connection.create({
      data: {
        tenantId,
        uid,
        exchangeId: exchange.id,
        isSource: true,
        inSequence: 1,
        otherKey: party.key,
        otherInstallation: party.installation,
        otherName: party.name,
        mapping,
        lastEnabledAt: scope.clock.now(),
        sealed: sealConnectionKey(sealer, tenantId, uid, key),
      },
    })
    await startCopy(scope, tx, connection.id)
    await logCrossing(scope, tx, {
      message: `${party.name} connected with this tenant and receives contacts.`,
      other: party.key,
      isIncoming: true,
      entity: { type: 'connection', id: connection.id },
    })
    await recordChange(scope, tx, changeOf(connectionKind, connection, 'created', { changes: { Target: party.key } }))
    return { Applied: true }
  })
}

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
