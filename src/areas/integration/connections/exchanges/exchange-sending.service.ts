import { conflict } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { type ChannelTools, describeMessage, MESSAGE_TYPES, type MessageData } from '../channel/channel.model.ts'
import { DELIVERY_MS, LOOKUP_MS, RefusedMessage, sendMessage } from '../channel/transport.adapter.ts'
import { logCrossing } from '../crossings.service.ts'
import { type ExchangeJob, stateOf } from './exchanges.model.ts'
import { type ExchangeWithParties, findExchangeByUid, isOwnParty } from './exchanges.queries.ts'

/** Sends the current state of an exchange to one of its tenants, or to one that it no longer names. */
export const sendState = async (scope: Scope, tools: ChannelTools, { uid, ...to }: ExchangeJob): Promise<void> => {
  const exchange = await findExchangeByUid(scope.db.prisma, scope, uid)
  if (exchange && !exchange.isOwn) return
  const deleted = { Uid: uid, Version: 0, Name: '', Parties: null }
  await send(scope, tools, to, MESSAGE_TYPES.state, { ...(exchange ? stateOf(exchange, to, tools.origin) : deleted) })
}

/** Tells the owner of an exchange whether this tenant takes part now. */
export const sendConsent = async (scope: Scope, tools: ChannelTools, { uid, ...to }: ExchangeJob): Promise<void> => {
  const exchange = await findExchangeByUid(scope.db.prisma, scope, uid)
  const own = exchange?.parties.find((party) => isOwnParty(scope, party))
  if (!exchange || exchange.isOwn || !own || own.consent === 'Invited') return
  await send(scope, tools, to, MESSAGE_TYPES.consent, { Uid: uid, Consent: own.consent })
}

/** Sends a message of an exchange. A message that the receiver refuses is not sent again. */
const send = async (
  scope: Scope,
  tools: ChannelTools,
  to: { key: string; installation: string },
  type: string,
  data: MessageData,
): Promise<void> => {
  try {
    await sendMessage(scope, tools, { to, type, data, timeout: DELIVERY_MS })
    await logCrossing(scope, scope.db, {
      message: `Sent ${describeMessage(type)} to ${to.key}.`,
      other: to.key,
      isIncoming: false,
    })
  } catch (error) {
    if (!(error instanceof RefusedMessage)) throw error
    scope.log.warn({ reason: error.message, tenant: to.key, type }, 'a message of an exchange was refused')
    const message = `${to.key} refused ${describeMessage(type)}: ${error.message}`
    await logCrossing(scope, scope.db, { message, level: 'Error', other: to.key, isIncoming: false })
  }
}

/**
 * Asks the tenants of an exchange whether they have connections in it. One that no longer knows the exchange has none.
 *
 * @throws 409 in-use; 503 if one does not respond.
 */
export const requireUnconnected = async (
  scope: Scope,
  tools: ChannelTools,
  { uid, parties }: ExchangeWithParties,
): Promise<void> => {
  const targets = parties.filter((party) => !party.isSource && party.consent !== 'Invited' && !isOwnParty(scope, party))
  const counts = await Promise.all(
    targets.map(async (to) => {
      const request = { to, type: MESSAGE_TYPES.count, data: { Uid: uid }, timeout: LOOKUP_MS }
      try {
        return Number((await sendMessage(scope, tools, request)).Count ?? 0)
      } catch (error) {
        if (error instanceof RefusedMessage) return 0
        throw error
      }
    }),
  )
  if (counts.some((count) => count > 0))
    throw conflict('in-use', 'Tenants of the exchange have connections in it. They must delete them first.')
}
