import { ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { countConnections, receiveConsent, receiveState } from '../exchanges/exchange-messages.service.ts'
import { describeForTarget, receiveKey } from '../lookups/lookup-messages.service.ts'
import { receiveConnectionMessage } from '../messages/connection-messages.service.ts'
import { receiveStop } from '../messages/disabling.service.ts'
import { openConnection } from '../messages/opening.service.ts'
import {
  type ChannelTools,
  MESSAGE_TYPES,
  type Message,
  type MessageData,
  type TenantAddress,
} from './channel.model.ts'

/**
 * Handles a message whose sender is verified: the signature of another installation, or this process.
 *
 * @param scope of the receiving tenant. @throws 400, 409 and 422 if the message cannot be accepted.
 */
export const receiveMessage = (
  scope: Scope,
  tools: Pick<ChannelTools, 'sealer' | 'origin'>,
  message: Message,
): Promise<MessageData> => {
  const from: TenantAddress = { key: message.From.TenantKey, installation: message.From.Installation }
  const { Type, Data } = message
  switch (Type) {
    case MESSAGE_TYPES.state:
      return receiveState(scope, tools, from, Data)
    case MESSAGE_TYPES.consent:
      return receiveConsent(scope, from, Data)
    case MESSAGE_TYPES.count:
      return countConnections(scope, Data)
    case MESSAGE_TYPES.key:
      return receiveKey(scope, tools, from, Data)
    case MESSAGE_TYPES.describe:
      return describeForTarget(scope, from, Data)
    case MESSAGE_TYPES.open:
      return openConnection(scope, tools, from, message)
    case MESSAGE_TYPES.stop:
      return receiveStop(scope, from, message)
    default:
      if (message.ConnectionUid !== null) return receiveConnectionMessage(scope, from, message)
      throw ruleRefused(
        'unknown-message',
        'The type of the message is not known. The installations have different versions.',
      )
  }
}
