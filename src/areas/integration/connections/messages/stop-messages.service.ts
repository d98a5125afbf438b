import { lockRecord } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import { MESSAGE_TYPES, type Message, type MessageData, type TenantAddress } from '../channel/channel.model.ts'
import { sequenceOf } from '../channel/message-data.input.ts'
import { anyConnectionKind, getConnectionWith } from '../connections.queries.ts'
import { logCrossing } from '../crossings.service.ts'
import { messageText } from './message-texts.model.ts'

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
      message: `Received ${messageText(MESSAGE_TYPES.stop)} from ${current.otherName}.`,
      other: from.key,
      isIncoming: true,
      entity: { type: 'connection', id },
    })
    return {}
  })
}
