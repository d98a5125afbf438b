import { Problem } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { type ChannelTools, MESSAGE_TYPES, openConnectionKey } from '../channel/channel.model.ts'
import { LOOKUP_MS, RefusedMessage, sendMessage } from '../channel/transport.adapter.ts'
import { anyConnectionKind } from '../connections.queries.ts'
import { logCrossing } from '../crossings.service.ts'
import type { Stop } from '../messages/disabling.service.ts'
import { messageText } from '../messages/message-texts.model.ts'

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
      message: `Sent ${messageText(MESSAGE_TYPES.stop)} to ${otherName}.`,
      other: otherKey,
      isIncoming: false,
      entity: { type: 'connection', id },
    })
  } catch (error) {
    if (!(error instanceof RefusedMessage || (error instanceof Problem && error.status === 503))) throw error
    scope.log.warn({ err: error, connection: id }, 'a target was not asked to stop at once')
  }
}
