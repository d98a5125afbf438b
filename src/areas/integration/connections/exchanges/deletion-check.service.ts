import { conflict } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { type ChannelTools, MESSAGE_TYPES } from '../channel/channel.model.ts'
import { LOOKUP_MS, RefusedMessage, sendMessage } from '../channel/transport.adapter.ts'
import { type ExchangeWithParties, isOwnParty } from './exchanges.queries.ts'

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
