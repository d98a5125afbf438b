import { enqueueJobs, type JobSpec } from '#kernel/jobs/enqueue'
import { lockRecord } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import {
  describeMessage,
  MESSAGE_TYPES,
  type Message,
  type MessageData,
  type TenantAddress,
} from '../channel/channel.model.ts'
import { sequenceOf } from '../channel/message-data.input.ts'
import { anyConnectionKind, getConnectionWith, type MappedConnection } from '../connections.queries.ts'
import { logCrossing } from '../crossings.service.ts'
import { addMessage } from './messages.service.ts'

/** The job that stops a target if no request does. */
export const STOP_CONNECTION = 'connections.stop'

/** Contacts with a sequence below `before` must not be applied. */
export interface Stop {
  connectionId: number
  before: number
}

const stopJob = (tenantId: number, stop: Stop): JobSpec => ({
  name: STOP_CONNECTION,
  payload: { tenantId, ...stop },
  key: `connection-stop:${tenantId}:${stop.connectionId}`,
})

/** Adds the message that disables a connection. Returns what sendStop sends ahead of it; null for the target. */
export const addDisable = async (
  scope: Scope,
  tx: Transaction,
  { id, isSource }: Pick<MappedConnection, 'id' | 'isSource'>,
): Promise<Stop | null> => {
  const sequence = await addMessage(scope, tx, id, MESSAGE_TYPES.disable)
  return isSource ? { connectionId: id, before: Number(sequence) } : null
}

/** Adds the message that disables a connection as addDisable does, for changes that no request waits for. */
export const addDisableAndStop = async (
  scope: Scope,
  tx: Transaction,
  connection: Pick<MappedConnection, 'id' | 'isSource'>,
): Promise<void> => {
  const stop = await addDisable(scope, tx, connection)
  if (stop) await enqueueJobs(tx, [stopJob(scope.db.tenantId, stop)])
}

/**
 * Stops contacts that the source sent before it disabled the connection: when the response is sent, none of them is applied
 * anymore. They have a sequence below that of the disable message, so that a late stop does not concern what follows an enable.
 *
 * @throws 400; 422 not-in-exchange.
 */
export const receiveStop = async (
  scope: Scope,
  from: TenantAddress,
  { ConnectionUid, Data }: Message,
): Promise<MessageData> => {
  const { id, isSource } = await getConnectionWith(scope, from, ConnectionUid)
  const before = sequenceOf(Data, 'Before')
  if (isSource) return {}
  return scope.db.transaction(async (tx) => {
    const current = await lockRecord(scope, tx, anyConnectionKind, id)
    if (current.stoppedBefore >= before) return {}
    const where = { tenantId: scope.db.tenantId, id }
    await tx.connection.updateMany({ where, data: { stoppedBefore: before } })
    await logCrossing(scope, tx, {
      message: `Received ${describeMessage(MESSAGE_TYPES.stop)} from ${current.otherName}.`,
      other: from.key,
      isIncoming: true,
      entity: { type: 'connection', id },
    })
    return {}
  })
}
