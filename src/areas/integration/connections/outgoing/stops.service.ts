import { Problem } from '#kernel/errors/problem'
import { enqueueJobs, type JobSpec } from '#kernel/jobs/enqueue'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { type ChannelTools, MESSAGE_TYPES, openConnectionKey } from '../channel/channel.model.ts'
import { LOOKUP_MS, RefusedMessage, sendMessage } from '../channel/transport.adapter.ts'
import { anyConnectionKind, type MappedConnection } from '../connections.queries.ts'
import { logCrossing } from '../crossings.service.ts'
import { messageText } from '../messages/message-texts.model.ts'
import { addMessage } from '../messages/messages.service.ts'

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

/** As addDisable, for changes that no request waits for. */
export const addDisableAndStop = async (
  scope: Scope,
  tx: Transaction,
  connection: Pick<MappedConnection, 'id' | 'isSource'>,
): Promise<void> => {
  const stop = await addDisable(scope, tx, connection)
  if (stop) await enqueueJobs(tx, [stopJob(scope.db.tenantId, stop)])
}

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
      ...{ to: { key: otherKey, installation: otherInstallation }, type: MESSAGE_TYPES.stop, data: { Before: before } },
      ...{ connectionUid: uid, timeout: LOOKUP_MS },
      ...(otherInstallation !== '' && { key: openConnectionKey(tools.sealer, tenantId, uid, sealed) }),
    })
    await logCrossing(scope, scope.db, {
      message: `Sent ${messageText(MESSAGE_TYPES.stop)} to ${otherName}.`,
      ...{ other: otherKey, isIncoming: false, entity: { type: 'connection', id } },
    })
  } catch (error) {
    if (!(error instanceof RefusedMessage || (error instanceof Problem && error.status === 503))) throw error
    scope.log.warn({ err: error, connection: id }, 'a target was not asked to stop at once')
  }
}
