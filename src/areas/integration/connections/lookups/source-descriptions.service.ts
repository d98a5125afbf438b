import { Problem, unavailable } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import {
  type ChannelTools,
  MESSAGE_TYPES,
  type MessageData,
  makeChannelKey,
  openPartyKey,
  sealPartyKey,
} from '../channel/channel.model.ts'
import { LOOKUP_MS, RefusedMessage, sendMessage } from '../channel/transport.adapter.ts'
import { logCrossing } from '../crossings.service.ts'
import type { Source } from '../exchanges/exchanges.queries.ts'
import { parseDescription } from './descriptions.input.ts'
import type { Description } from './descriptions.model.ts'

/**
 * Asks a source for its membership types, levels and custom fields.
 *
 * @throws 503 if the source does not respond within 5 seconds.
 */
export const describeSource = async (scope: Scope, tools: ChannelTools, source: Source): Promise<Description> => {
  try {
    const description = parseDescription(await ask(scope, tools, source))
    const message = `Read the membership types and custom fields of ${source.party.name}.`
    await logCrossing(scope, scope.db, { message, level: 'Verbose', other: source.party.key, isIncoming: false })
    return description
  } catch (error) {
    if (error instanceof RefusedMessage || (error instanceof Problem && error.status < 500))
      throw unavailable('The source does not respond to this tenant now. Try again later.', error)
    throw error
  }
}

/** Offers the key again if the source does not know it, because this tenant was invited again. */
const ask = async (scope: Scope, tools: ChannelTools, source: Source): Promise<MessageData> => {
  const { exchange, party } = source
  const request = (key: string) => {
    const data = { Uid: exchange.uid }
    return sendMessage(scope, tools, { to: party, type: MESSAGE_TYPES.describe, data, key, timeout: LOOKUP_MS })
  }
  if (party.sealed === null) return request(await offerSourceKey(scope, tools, source))
  try {
    return await request(openPartyKey(tools.sealer, scope.db.tenantId, party.id, party.sealed))
  } catch (error) {
    if (!(error instanceof RefusedMessage)) throw error
    return request(await offerSourceKey(scope, tools, source))
  }
}

/**
 * Gives a source the key of the messages between the two, and returns it. The target makes it before the first message,
 * and offers the same one again: a source that was invited again does not have it.
 *
 * @throws 503.
 */
export const offerSourceKey = async (
  scope: Scope,
  tools: ChannelTools,
  { exchange, party }: Source,
): Promise<string> => {
  const { tenantId, prisma } = scope.db
  const { id } = party
  const stored = await prisma.exchangeParty.findFirst({ where: { tenantId, id }, select: { sealed: true } })
  const key = stored?.sealed ? openPartyKey(tools.sealer, tenantId, id, stored.sealed) : makeChannelKey()
  const request = { to: party, type: MESSAGE_TYPES.key, data: { Uid: exchange.uid, Key: key }, timeout: LOOKUP_MS }
  try {
    await sendMessage(scope, tools, request)
  } catch (error) {
    if (!(error instanceof RefusedMessage)) throw error
    throw unavailable('The source does not know yet that this tenant takes part. Try again in a moment.', error)
  }
  if (stored?.sealed) return key
  const sealed = sealPartyKey(tools.sealer, tenantId, id, key)
  await prisma.exchangeParty.updateMany({ where: { tenantId, id }, data: { sealed } })
  return key
}
