import { lockRecordIfPresent } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ConnectionMessage, Prisma } from '#prisma/client'
import { contactIdsOf, MESSAGE_TYPES, type MessageData } from '../channel/channel.model.ts'
import { anyConnectionKind, type MappedConnection } from '../connections.queries.ts'
import type { Mapping } from '../mappings/mappings.model.ts'
import { type ContactState, hashOfState } from '../states/states.model.ts'
import { readStates } from '../states/states.queries.ts'
import { readStateContext } from './copies.service.ts'
import { dueSql, forgetSql, resendSql, type SentState, saveSentSql } from './outgoing.sql.ts'

/** Contacts of one message. */
const BATCH = 50

export interface WaitingMessage {
  id: number
  sequence: number
  type: string
  data: MessageData
}

interface NextMessage {
  connection: MappedConnection
  message: WaitingMessage
}

/** Returns the message that a connection sends next; null if there is nothing to send. */
export const prepareNextMessage = async (scope: Scope, connectionId: number): Promise<NextMessage | null> => {
  for (;;) {
    const next = await scope.db.transaction((tx) => findOrMake(scope, tx, connectionId))
    if (next !== 'unchanged') return next
  }
}

/** Finds or makes the next message; `unchanged`: the contacts that were due have the states that the target has. */
const findOrMake = async (
  scope: Scope,
  tx: Transaction,
  connectionId: number,
): Promise<NextMessage | null | 'unchanged'> => {
  const { tenantId } = scope.db
  const connection = await lockRecordIfPresent(scope, tx, anyConnectionKind, connectionId)
  if (!connection) return null
  const where = { tenantId, connectionId }
  const waiting = await tx.connectionMessage.findFirst({ where, orderBy: { sequence: 'asc' } })
  if (waiting) return { connection, message: await currentMessage(scope, tx, connection, waiting) }
  if (!connection.isSource || isStopped(connection)) return rest(scope, tx, connection)
  const due = await tx.rows<SentContact>(dueSql(tenantId, connectionId, BATCH))
  if (due.length > 0) return makeContacts(scope, tx, connection, due)
  if (connection.status !== 'Copying') return rest(scope, tx, connection)
  const data = { status: 'Active', copiedCount: connection.totalCount }
  await tx.connection.updateMany({ where: { tenantId, id: connectionId }, data })
  return { connection, message: await addWaiting(scope, tx, connection, MESSAGE_TYPES.done, {}) }
}

const isStopped = ({ deletedAt, isDisabledHere, isDisabledThere }: MappedConnection): boolean =>
  deletedAt !== null || isDisabledHere || isDisabledThere

/** Notes that nothing is left to send. */
const rest = async ({ db }: Scope, tx: Transaction, { id, hasWork }: MappedConnection): Promise<null> => {
  if (hasWork) await tx.connection.updateMany({ where: { tenantId: db.tenantId, id }, data: { hasWork: false } })
  return null
}

/**
 * Returns a message as it is sent. Contacts that wait while the connection is disabled are not sent; their sequence is,
 * so that later messages follow.
 */
const currentMessage = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  connection: MappedConnection,
  { id, sequence, type, data }: ConnectionMessage,
): Promise<WaitingMessage> => {
  const message = { id, sequence, type, data: data as MessageData }
  if (type !== MESSAGE_TYPES.contacts || !isStopped(connection)) return message
  await tx.rows(resendSql(tenantId, connection.id, contactIdsOf(message.data)))
  const none = { type: MESSAGE_TYPES.none, data: {} }
  await tx.connectionMessage.updateMany({ where: { tenantId, id }, data: none })
  return { ...message, ...none }
}

interface SentContact {
  contactId: number
  version: number
  hash: string | null
}

/** Makes a message with the states of contacts that differ from those that the target has. */
const makeContacts = async (
  scope: Scope,
  tx: Transaction,
  connection: MappedConnection,
  due: readonly SentContact[],
): Promise<NextMessage | 'unchanged'> => {
  const { tenantId } = scope.db
  const ids = due.map(({ contactId }) => contactId)
  const states = await readStates(scope, tx, await readStateContext(scope, tx, connection), ids)
  const changed = states.flatMap((state) => changedState(state, connection.mapping, due))
  const known = new Set(states.filter(({ isActive }) => isActive).map(({ contactId }) => contactId))
  await tx.rows(
    forgetSql(
      tenantId,
      connection.id,
      ids.filter((id) => !known.has(id)),
    ),
  )
  await tx.rows(
    saveSentSql(
      tenantId,
      connection.id,
      ids,
      changed.map(({ sent }) => sent),
    ),
  )
  const Copied = await countChecked(scope, tx, connection, due.length)
  if (changed.length === 0) return 'unchanged'
  const Contacts = changed.map(({ state, sent }) => ({ ...state, version: sent.version }))
  const data = { Contacts, ...(Copied !== null && { Copied }) }
  return { connection, message: await addWaiting(scope, tx, connection, MESSAGE_TYPES.contacts, data) }
}

/** Counts the contacts of a copy that were checked, also those that the target has. Returns null if there is no copy. */
const countChecked = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  { id, status, totalCount, copiedCount }: MappedConnection,
  checked: number,
): Promise<number | null> => {
  if (status !== 'Copying') return null
  const count = Math.min(copiedCount + checked, totalCount)
  await tx.connection.updateMany({ where: { tenantId, id }, data: { copiedCount: count } })
  return count
}

/**
 * Returns the state that the target does not have. Leaves out a contact that is not synchronized and was never sent.
 */
const changedState = (
  state: ContactState,
  mapping: Mapping,
  due: readonly SentContact[],
): { state: ContactState; sent: SentState }[] => {
  const { contactId, isActive } = state
  const before = due.find((one) => one.contactId === contactId)
  const hash = hashOfState(state, mapping)
  if (!before || before.hash === hash || (!isActive && before.version === 0)) return []
  return [{ state, sent: { contactId, version: before.version + 1, hash } }]
}

const addWaiting = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  { id: connectionId }: MappedConnection,
  type: string,
  data: MessageData,
): Promise<WaitingMessage> => {
  const { outSequence: sequence } = await tx.connection.update({
    where: { tenantId_id: { tenantId, id: connectionId } },
    data: { outSequence: { increment: 1 } },
    select: { outSequence: true },
  })
  const row = { tenantId, connectionId, sequence, type, data: data as Prisma.InputJsonObject }
  const { id } = await tx.connectionMessage.create({ data: row, select: { id: true } })
  return { id, sequence, type, data }
}
