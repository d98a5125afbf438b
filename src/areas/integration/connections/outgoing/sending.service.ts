import { Problem } from '#kernel/errors/problem'
import { lockRecordIfPresent } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import {
  type ChannelTools,
  contactIdsOf,
  describeMessage,
  MESSAGE_TYPES,
  type MessageData,
  openConnectionKey,
} from '../channel/channel.model.ts'
import { DELIVERY_MS, LOOKUP_MS, RefusedMessage, sendMessage } from '../channel/transport.adapter.ts'
import { anyConnectionKind, type MappedConnection } from '../connections.queries.ts'
import { type Crossing, logCrossing } from '../crossings.service.ts'
import type { Stop } from '../messages/disabling.service.ts'
import { prepareNextMessage, type WaitingMessage } from './next-message.service.ts'
import { resendSql } from './outgoing.sql.ts'

/** Messages of one job; then another one continues. */
const MAX_MESSAGES = 500

/**
 * Sends what a connection has to send, one message after the other: each is stored before it is sent and deleted when the
 * receiver has confirmed it. It can be killed at any point: a message that is sent again is handled once.
 *
 * @returns whether there may be more.
 */
export const sendWaiting = async (scope: Scope, tools: ChannelTools, connectionId: number): Promise<boolean> => {
  for (let sent = 0; sent < MAX_MESSAGES; sent++) {
    const next = await prepareNextMessage(scope, connectionId)
    if (!next) return false
    if (!(await sendOne(scope, tools, next.connection, next.message))) return false
  }
  return true
}

/** Returns whether the receiver has confirmed the message. Leaves it for the next run if the receiver is unavailable. */
const sendOne = async (
  scope: Scope,
  tools: ChannelTools,
  connection: MappedConnection,
  message: WaitingMessage,
): Promise<boolean> => {
  const { id, uid, otherKey, otherInstallation, sealed } = connection
  const { tenantId } = scope.db
  try {
    const result = await sendMessage(scope, tools, {
      to: { key: otherKey, installation: otherInstallation },
      type: message.type,
      data: message.data,
      connectionUid: uid,
      sequence: message.sequence,
      // In this process nothing is signed.
      ...(otherInstallation !== '' && { key: openConnectionKey(tools.sealer, tenantId, uid, sealed) }),
      timeout: DELIVERY_MS,
    })
    await confirm(scope, id, message, result)
    return true
  } catch (error) {
    if (error instanceof RefusedMessage) await fail(scope, connection, error.message)
    else if (!(error instanceof Problem) || error.status !== 503) throw error
    scope.log.warn({ err: error, connection: id, type: message.type }, 'a message of a connection was not delivered')
    return false
  }
}

/** Deletes a confirmed message. Contacts that the target did not apply because a side has disabled the connection are due again. */
const confirm = (scope: Scope, connectionId: number, message: WaitingMessage, result: MessageData): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const connection = await lockRecordIfPresent(scope, tx, anyConnectionKind, connectionId)
    if (!connection) return
    const { count } = await tx.connectionMessage.deleteMany({ where: { tenantId, id: message.id } })
    if (count === 0) return
    await logCrossing(scope, tx, sentCrossing(connection, message, result.Applied !== false))
    if (message.type === MESSAGE_TYPES.contacts && result.Applied === false)
      await resend(scope, tx, connection, message, result.Disabled !== false)
    else if (connection.status === 'Failed')
      await tx.connection.updateMany({
        where: { tenantId, id: connectionId },
        data: { status: 'Active', failure: null },
      })
  })

/** Makes contacts due again that were not applied. @param isDisabled whether the target has disabled the connection. */
const resend = async (
  { db: { tenantId }, clock }: Scope,
  tx: Transaction,
  { id }: MappedConnection,
  { data }: WaitingMessage,
  isDisabled: boolean,
): Promise<void> => {
  await tx.rows(resendSql(tenantId, id, contactIdsOf(data)))
  const stopped = { isDisabledThere: true, lastDisabledAt: clock.now() }
  if (isDisabled) await tx.connection.updateMany({ where: { tenantId, id }, data: stopped })
}

/** Describes a confirmed message for the log of the sender. */
const sentCrossing = (
  { id, otherKey, otherName }: MappedConnection,
  { type, data }: WaitingMessage,
  isApplied: boolean,
): Crossing => {
  const contactIds = contactIdsOf(data)
  const what = describeMessage(type, contactIds.length)
  return {
    message: isApplied
      ? `Sent ${what} to ${otherName}.`
      : `${otherName} did not accept ${what}: the connection is disabled.`,
    level: isApplied ? 'Information' : 'Warning',
    other: otherKey,
    isIncoming: false,
    entity: { type: 'connection', id },
    contactIds,
  }
}

/** Stops a connection whose messages the receiver refuses. A save, or disabling and enabling it, tries again. */
const fail = (scope: Scope, { id, otherKey, otherName }: MappedConnection, failure: string): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const where = { tenantId: scope.db.tenantId, id }
    await tx.connection.updateMany({ where, data: { status: 'Failed', failure, hasWork: false } })
    await logCrossing(scope, tx, {
      message: `${otherName} refused a message of the connection: ${failure}`,
      level: 'Error',
      other: otherKey,
      isIncoming: false,
      entity: { type: 'connection', id },
    })
  })

/**
 * Asks the target to apply no contacts that were sent before the connection was disabled. It does not wait for the messages
 * before it. Without a response the disable message, in its order, stops the target.
 */
export const sendStop = async (
  scope: Scope,
  tools: ChannelTools,
  { connectionId: id, before }: Stop,
): Promise<void> => {
  const { tenantId, prisma } = scope.db
  const connection = await anyConnectionKind.find(prisma, { tenantId, id }, scope)
  if (!connection) return
  const { uid, otherKey, otherInstallation, otherName, sealed } = connection
  try {
    await sendMessage(scope, tools, {
      to: { key: otherKey, installation: otherInstallation },
      type: MESSAGE_TYPES.stop,
      data: { Before: before },
      connectionUid: uid,
      timeout: LOOKUP_MS,
      ...(otherInstallation !== '' && { key: openConnectionKey(tools.sealer, tenantId, uid, sealed) }),
    })
    await logCrossing(scope, scope.db, {
      message: `Sent ${describeMessage(MESSAGE_TYPES.stop)} to ${otherName}.`,
      other: otherKey,
      isIncoming: false,
      entity: { type: 'connection', id },
    })
  } catch (error) {
    if (!(error instanceof RefusedMessage || (error instanceof Problem && error.status === 503))) throw error
    scope.log.warn({ err: error, connection: id }, 'a target was not asked to stop at once')
  }
}
