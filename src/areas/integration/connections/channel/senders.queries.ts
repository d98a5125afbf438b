import { ownValue } from '#kernel/lookups/own-value'
import type { Scope } from '#kernel/tenancy/scope'
import { findConnectionByUid } from '../connections.queries.ts'
import { findExchangeByUid, isSameTenant } from '../exchanges/exchanges.queries.ts'
import {
  type ChannelTools,
  MESSAGE_TYPES,
  type Message,
  openConnectionKey,
  openPartyKey,
  type TenantAddress,
} from './channel.model.ts'

/** Types that the key of the two installations signs: they come before the key of the two tenants. */
const BY_PEER = new Set<string>([
  MESSAGE_TYPES.state,
  MESSAGE_TYPES.consent,
  MESSAGE_TYPES.count,
  MESSAGE_TYPES.search,
  MESSAGE_TYPES.key,
])

/**
 * Finds the key that must have signed a message of another installation; null if there is none.
 *
 * @param scope of the receiving tenant; null for a message to the installation.
 */
export const findSigningKey = async (
  scope: Scope | null,
  { peers, sealer }: Pick<ChannelTools, 'peers' | 'sealer'>,
  message: Message,
): Promise<string | null> => {
  const peer = await peers.find(message.From.Installation)
  if (!peer) return null
  if (BY_PEER.has(message.Type)) return peer.key
  if (!scope) return null
  const from: TenantAddress = { key: message.From.TenantKey, installation: peer.url }
  const { ConnectionUid, Type } = message
  if (ConnectionUid !== null && Type !== MESSAGE_TYPES.open) {
    const found = await findConnectionByUid(scope, ConnectionUid)
    const isSender = found && isSameTenant({ key: found.otherKey, installation: found.otherInstallation }, from)
    return isSender ? openConnectionKey(sealer, scope.db.tenantId, found.uid, found.sealed) : null
  }
  return findPartyKey(scope, sealer, message, from)
}

/** Finds the key of the two tenants in the exchange that the message names. */
const findPartyKey = async (
  scope: Scope,
  sealer: ChannelTools['sealer'],
  { Data }: Message,
  from: TenantAddress,
): Promise<string | null> => {
  const uid = ownValue(Data, 'ExchangeUid') ?? ownValue(Data, 'Uid')
  if (typeof uid !== 'string' || !/^[0-9a-f-]{36}$/.test(uid)) return null
  const exchange = await findExchangeByUid(scope.db.prisma, scope, uid)
  const party = exchange?.parties.find((one) => isSameTenant(one, from))
  return party?.sealed ? openPartyKey(sealer, scope.db.tenantId, party.id, party.sealed) : null
}
