import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { ExchangeMessage } from '#contract/integration/connections'
import type { Sealer } from '#kernel/crypto/seal'
import type { SealedColumn } from '#kernel/crypto/sealed-columns'
import type { Scope } from '#kernel/tenancy/scope'
import type { Outbound } from '#services/outbound/outbound'
import type { ConnectorConfig } from '#services/outbound/outbound.plugin'
import type { Peers } from '#services/peers/peers'

/** A message between two tenants: see docs/decisions/0068. */
export type Message = Required<ExchangeMessage>

/** The content of a message or a response; each handler parses its own. */
export type MessageData = Record<string, unknown>

/** What the channel needs besides the scope of the sender. */
export interface ChannelTools {
  sealer: Sealer
  outbound: Outbound
  peers: Peers
  /** Public address of this installation; empty if none is configured: then it has no peers. */
  origin: string
  /** Returns a scope for work in another tenant of this installation; null if it does not exist. */
  scopeOf(tenantKey: string): Promise<Scope | null>
}

/** Returns the public address of this installation in messages; empty if none is configured. */
export const originOf = ({ publicUrl }: Pick<ConnectorConfig, 'publicUrl'>): string =>
  publicUrl === '' ? '' : new URL(publicUrl).origin

/** A tenant: of another installation, or of this one if `installation` is empty. */
export interface TenantAddress {
  key: string
  installation: string
}

export const MESSAGE_TYPES = {
  /** The tenants of an exchange, from its owner. */
  state: 'exchange.state',
  /** Whether a tenant takes part, to the owner. */
  consent: 'exchange.consent',
  /** How many connections of an exchange a tenant has. */
  count: 'exchange.connections',
  search: 'tenants.search',
  /** The key of a source and a target, from the target. */
  key: 'key.offer',
  /** Types, levels and custom fields of a source. */
  describe: 'source.describe',
  open: 'connection.open',
  update: 'connection.update',
  disable: 'connection.disable',
  /** Sent ahead of a disable message of the source: contacts before it must not be applied. */
  stop: 'connection.stop',
  enable: 'connection.enable',
  close: 'connection.close',
  begun: 'copy.begun',
  done: 'copy.done',
  contacts: 'contacts',
  /** What has no counterpart in the target, for the log of the source. */
  gaps: 'contacts.gaps',
  /** Contacts of which the target needs the state again. */
  request: 'contacts.request',
  /** Takes the sequence of contacts that must no longer be sent. */
  none: 'none',
} as const

const TOLERANCE_SECONDS = 300
const KEY_BYTES = 32

/** Creates the key of a source and a target. */
export const makeChannelKey = (): string => randomBytes(KEY_BYTES).toString('base64')

/** Returns the headers of Standard Webhooks. */
export const signHeaders = (id: string, now: Date, body: string, key: string): Record<string, string> => {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signatureOf(id, timestamp, body, key)}`,
  }
}

const signatureOf = (id: string, timestamp: string, body: string, key: string): string =>
  createHmac('sha256', Buffer.from(key, 'base64')).update(`${id}.${timestamp}.${body}`).digest('base64')

/** The signature of a received message. */
export interface Signature {
  id: string
  timestamp: string
  signatures: string
}

/** Returns whether one of the signatures is valid for the key and the time is at most 5 minutes off. */
export const isSigned = ({ id, timestamp, signatures }: Signature, now: Date, body: string, key: string): boolean => {
  if (!/^\d{1,12}$/.test(timestamp) || id === '') return false
  if (Math.abs(Number(timestamp) - now.getTime() / 1000) > TOLERANCE_SECONDS) return false
  const expected = Buffer.from(`v1,${signatureOf(id, timestamp, body, key)}`)
  return signatures.split(' ').some((sent) => {
    const given = Buffer.from(sent)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

const partyContext = (tenantId: number, id: number | string) => `exchange-party:${tenantId}:${id}`
const connectionContext = (tenantId: number, id: number | string) => `connection:${tenantId}:${id}`

export const sealPartyKey = (sealer: Sealer, tenantId: number, id: number, key: string): string =>
  sealer.seal(key, partyContext(tenantId, id))

export const openPartyKey = (sealer: Sealer, tenantId: number, id: number, sealed: string): string =>
  sealer.open(sealed, partyContext(tenantId, id))

export const sealConnectionKey = (sealer: Sealer, tenantId: number, uid: string, key: string): string =>
  sealer.seal(key, connectionContext(tenantId, uid))

export const openConnectionKey = (sealer: Sealer, tenantId: number, uid: string, sealed: string): string =>
  sealer.open(sealed, connectionContext(tenantId, uid))

/** The columns of the keys, for their encryption with a new secret of the installation. */
export const channelKeys: readonly SealedColumn[] = [
  { table: 'exchange_party', column: 'sealed', context: partyContext },
  { table: 'connection', column: 'sealed', contextColumn: 'uid', context: connectionContext },
]

const TEXTS: ReadonlyMap<string, string> = new Map([
  [MESSAGE_TYPES.state, 'the current tenants of an exchange'],
  [MESSAGE_TYPES.consent, 'the response to an invitation'],
  [MESSAGE_TYPES.open, 'the request to connect'],
  [MESSAGE_TYPES.update, 'the change of what is synchronized'],
  [MESSAGE_TYPES.disable, 'the notice that the connection is disabled'],
  [MESSAGE_TYPES.stop, 'the request to stop at once'],
  [MESSAGE_TYPES.enable, 'the notice that the connection is enabled'],
  [MESSAGE_TYPES.close, 'the notice that the connection is deleted'],
  [MESSAGE_TYPES.begun, 'the start of a copy'],
  [MESSAGE_TYPES.done, 'the end of a copy'],
  [MESSAGE_TYPES.gaps, 'the notice of what has no counterpart'],
  [MESSAGE_TYPES.request, 'the request for contacts'],
  [MESSAGE_TYPES.none, 'an empty message'],
])

/** Names a message in the log, by its type and the number of its contacts. */
export const describeMessage = (type: string, contacts = 0): string => {
  if (type === MESSAGE_TYPES.contacts) return contacts === 1 ? '1 contact' : `${contacts} contacts`
  return TEXTS.get(type) ?? `the message ${type}`
}

export const contactIdsOf = ({ Contacts }: MessageData): number[] =>
  (Array.isArray(Contacts) ? Contacts : []).map(({ contactId }: { contactId: number }) => contactId)
