import type { Scope } from '#kernel/tenancy/scope'
import type { OpenTenant } from '#services/peers/peers'
import { MAX_FOUND_TENANTS } from '#services/peers/peers'
import { type ChannelTools, MESSAGE_TYPES } from '../channel/channel.model.ts'
import { LOOKUP_MS, RefusedMessage, sendMessage } from '../channel/transport.adapter.ts'
import { requireWholeTenant } from '../connections.model.ts'
import { openTenantsSql } from './exchanges.sql.ts'

/** A tenant that is open to exchanges, of this installation or another one. */
export interface FoundTenant extends OpenTenant {
  installation: string
}

interface Search {
  text: string
  isExact: boolean
}

const listOpenTenants = ({ db }: Scope, { text, isExact }: Search): Promise<OpenTenant[]> =>
  db.rows<OpenTenant>(openTenantsSql(db.tenantId, text, isExact, MAX_FOUND_TENANTS))

/** Asks another installation. @throws RefusedMessage; 503. */
const searchPeer = async (scope: Scope, tools: ChannelTools, url: string, search: Search): Promise<FoundTenant[]> => {
  const data = { Text: search.text, IsExact: search.isExact }
  const to = { key: '', installation: url }
  const about = search.isExact ? search.text : ''
  const request = { to, type: MESSAGE_TYPES.search, data, about, timeout: LOOKUP_MS }
  const { Tenants } = await sendMessage(scope, tools, request)
  return (Array.isArray(Tenants) ? Tenants.slice(0, MAX_FOUND_TENANTS) : []).flatMap((sent) => parseTenant(sent, url))
}

const MAX_NAME = 200

const parseTenant = (sent: unknown, installation: string): FoundTenant[] => {
  const { Key, Name, HubKey } = { ...(sent as { Key?: unknown; Name?: unknown; HubKey?: unknown }) }
  if (typeof Key !== 'string' || typeof Name !== 'string' || !/^[a-z0-9][a-z0-9-]{1,62}$/.test(Key)) return []
  const hubKey = typeof HubKey === 'string' ? HubKey.slice(0, 63) : null
  return [{ key: Key, name: Name.slice(0, MAX_NAME), hubKey, installation }]
}

/**
 * Finds tenants that are open to exchanges, by name. Leaves out installations that do not respond.
 *
 * @throws 403 beyond-chapters.
 */
export const searchTenants = async (scope: Scope, tools: ChannelTools, text: string): Promise<FoundTenant[]> => {
  requireWholeTenant(scope)
  const search = { text, isExact: false }
  const own = (await listOpenTenants(scope, search)).map((tenant) => ({ ...tenant, installation: '' }))
  const peers = await tools.peers.list()
  const others = await Promise.allSettled(peers.map(({ url }) => searchPeer(scope, tools, url, search)))
  const found = [...own, ...others.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))]
  return found.sort((a, b) => a.name.localeCompare(b.name) || a.key.localeCompare(b.key)).slice(0, MAX_FOUND_TENANTS)
}

/**
 * Finds a tenant by its key: this one, one of this installation, else one of a listed installation. Null if none that is
 * open to exchanges has the key. @throws 503 if an installation does not respond and no other one has the key.
 */
export const findTenant = async (scope: Scope, tools: ChannelTools, key: string): Promise<FoundTenant | null> => {
  const { tenant } = scope
  if (key === tenant.key) return { key, name: tenant.name, hubKey: tenant.hubTenantKey, installation: '' }
  const search = { text: key, isExact: true }
  const [own] = await listOpenTenants(scope, search)
  if (own) return { ...own, installation: '' }
  const peers = await tools.peers.list()
  const results = await Promise.allSettled(peers.map(({ url }) => searchPeer(scope, tools, url, search)))
  const found = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
  const failed = results.find((result) => result.status === 'rejected')
  if (found[0]) return found[0]
  if (failed && !(failed.reason instanceof RefusedMessage)) throw failed.reason
  return null
}
