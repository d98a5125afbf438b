import { conflict } from '#kernel/errors/problem'
import { lockRecord } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'
import {
  contactIdsOf,
  describeMessage,
  MESSAGE_TYPES,
  type Message,
  type MessageData,
  type TenantAddress,
} from '../channel/channel.model.ts'
import { numberOf, numberOrNull } from '../channel/message-data.input.ts'
import { anyConnectionKind, connectionKind, getConnectionWith, type MappedConnection } from '../connections.queries.ts'
import { type Crossing, logCrossing } from '../crossings.service.ts'
import { receiveGaps, receiveRequest, reportGaps } from '../gaps/gaps.service.ts'
import { applyContacts } from '../incoming/contacts-message.service.ts'
import { lockSources } from '../mappings/mapped-records.service.ts'
import { parseReceivedMapping } from '../mappings/received-mappings.input.ts'
import { startCopy } from '../outgoing/copies.service.ts'
import { closeAtSource } from './opening.service.ts'

/** What a message changes; contacts are applied before. */
type Change = (scope: Scope, tx: Transaction, connection: MappedConnection, data: MessageData) => Promise<void>

/**
 * Handles a message of a connection once, in the order of its sequence.
 *
 * @throws 409 wrong-sequence; 422 not-in-exchange for a connection that does not exist.
 */
export const receiveConnectionMessage = async (
  scope: Scope,
  from: TenantAddress,
  { ConnectionUid, Type, Sequence: sequence, Data }: Message,
): Promise<MessageData> => {
  const connection = await getConnectionWith(scope, from, ConnectionUid)
  if (sequence <= connection.inSequence) return repeatedResult(connection, sequence)
  if (sequence > connection.inSequence + 1)
    throw conflict(
      'wrong-sequence',
      `The next message of the connection has the sequence ${connection.inSequence + 1}.`,
    )
  const isContacts = Type === MESSAGE_TYPES.contacts && !connection.isSource
  const { isApplied, refused } = isContacts
    ? await applyContacts(scope, connection, sequence, Data)
    : { isApplied: true, refused: [] }
  return scope.db.transaction(async (tx) => {
    const current = await lockRecord(scope, tx, anyConnectionKind, connection.id)
    if (current.inSequence >= sequence) return repeatedResult(current, sequence)
    const { tenantId } = scope.db
    const received = { inSequence: sequence, inApplied: isApplied }
    await tx.connection.updateMany({ where: { tenantId, id: current.id }, data: received })
    await CHANGES.get(Type)?.(scope, tx, current, Data)
    const contactIds = isContacts ? await findReceivedIds(scope, tx, current.id, Data) : []
    await logCrossing(scope, tx, { ...receivedCrossing(current, Type, Data, isApplied), contactIds })
    if (refused.length > 0) await logCrossing(scope, tx, refusedCrossing(current, refused))
    if (isContacts) await reportGaps(scope, tx, current)
    return { Applied: isApplied, Disabled: isDisabled(current), Refused: refused }
  })
}

/**
 * Returns the response to the last message that was received, which says again whether it was applied; earlier ones
 * were confirmed.
 */
const repeatedResult = (connection: MappedConnection, sequence: number): MessageData => ({
  Applied: sequence < connection.inSequence || connection.inApplied,
  Disabled: isDisabled(connection),
})

/** Returns whether this tenant, not the other one, has stopped the connection. */
const isDisabled = ({ isDisabledHere, deletedAt }: MappedConnection): boolean => isDisabledHere || deletedAt !== null

/** Finds the contacts of this tenant that a message concerns. */
const findReceivedIds = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  connectionId: number,
  data: MessageData,
): Promise<number[]> => {
  const where = { tenantId, connectionId, sourceContactId: { in: contactIdsOf(data) }, contactId: { not: null } }
  const found = await tx.connectionReceivedContact.findMany({ where, orderBy: { contactId: 'asc' } })
  return found.flatMap(({ contactId }) => contactId ?? [])
}

/** Describes a message for the log of the receiver. */
const receivedCrossing = (
  { id, otherKey, otherName }: MappedConnection,
  type: string,
  data: MessageData,
  isApplied: boolean,
): Crossing => {
  const what = describeMessage(type, contactIdsOf(data).length)
  return {
    message: isApplied
      ? `Received ${what} from ${otherName}.`
      : `Did not accept ${what} from ${otherName}: the connection is disabled.`,
    level: isApplied ? 'Information' : 'Warning',
    other: otherKey,
    isIncoming: true,
    entity: { type: 'connection', id },
  }
}

/** @param refused ids of the source. */
const refusedCrossing = ({ id, otherKey, otherName }: MappedConnection, refused: readonly number[]): Crossing => ({
  message: `A rule of this tenant rejected contacts of ${otherName}, with the ids there: ${refused.join(', ')}.`,
  level: 'Error',
  other: otherKey,
  isIncoming: true,
  entity: { type: 'connection', id },
})

/** Changes a connection, as the other side requests. */
const change = async (
  scope: Scope,
  tx: Transaction,
  connection: MappedConnection,
  data: Prisma.ConnectionUpdateManyMutationInput,
  changes: Prisma.InputJsonObject,
): Promise<void> => {
  const where = { tenantId: scope.db.tenantId, id: connection.id }
  await tx.connection.updateMany({ where, data: { ...data, ...NEXT_VERSION } })
  await recordChange(scope, tx, changeOf(connectionKind, nextVersionOf(connection), 'updated', { changes }))
}

/** Changes what is synchronized, which only the target does. */
const update: Change = async (scope, tx, connection, data) => {
  if (!connection.isSource) return
  const mapping = parseReceivedMapping({ ...(data.Mapping as MessageData) })
  await lockSources(scope, tx, mapping)
  await change(scope, tx, connection, { mapping }, { Mapping: mapping })
  await startCopy(scope, tx, connection.id)
}

const disable: Change = (scope, tx, connection) =>
  change(scope, tx, connection, { isDisabledThere: true, lastDisabledAt: scope.clock.now() }, { IsActive: false })

const enable: Change = async (scope, tx, connection) => {
  const data = { isDisabledThere: false, lastEnabledAt: scope.clock.now() }
  await change(scope, tx, connection, data, { IsActive: !connection.isDisabledHere })
  if (connection.isSource) await startCopy(scope, tx, connection.id)
}

/** Closes a connection, which only the target does. */
const close: Change = async (scope, tx, connection) => {
  if (!connection.isSource || connection.deletedAt) return
  await closeAtSource(scope, tx, connection)
}

const begun: Change = async ({ db }, tx, { id, isSource }, data) => {
  if (isSource) return
  const progress = { status: 'Copying', totalCount: numberOf(data, 'Total'), copiedCount: 0 }
  await tx.connection.updateMany({ where: { tenantId: db.tenantId, id }, data: progress })
}

const done: Change = async ({ db }, tx, { id, isSource, totalCount }) => {
  if (isSource) return
  const data = { status: 'Active', copiedCount: totalCount }
  await tx.connection.updateMany({ where: { tenantId: db.tenantId, id }, data })
}

/** Shows how many contacts the source has copied. Not all of them are sent: the target has the states of some. */
const contacts: Change = async ({ db }, tx, { id, isSource, status }, data) => {
  const copiedCount = numberOrNull(data, 'Copied')
  if (isSource || status !== 'Copying' || copiedCount === null) return
  await tx.connection.updateMany({ where: { tenantId: db.tenantId, id }, data: { copiedCount } })
}

const CHANGES: ReadonlyMap<string, Change> = new Map([
  [MESSAGE_TYPES.update, update],
  [MESSAGE_TYPES.disable, disable],
  [MESSAGE_TYPES.enable, enable],
  [MESSAGE_TYPES.close, close],
  [MESSAGE_TYPES.begun, begun],
  [MESSAGE_TYPES.done, done],
  [MESSAGE_TYPES.contacts, contacts],
  [MESSAGE_TYPES.gaps, receiveGaps],
  [MESSAGE_TYPES.request, receiveRequest],
])
