import { randomBytes } from 'node:crypto'
import type { Sealer } from '#kernel/crypto/seal'
import type { Database } from '#kernel/database/database'

/** Another installation that the operator has listed, with the key of their messages. */
export interface Peer {
  /** Its public address, without a slash at the end. */
  url: string
  key: string
}

/** A tenant that is open to exchanges, as other installations see it. */
export interface OpenTenant {
  key: string
  name: string
  hubKey: string | null
}

/** The listed installations, and what they can learn about the tenants of this one. */
export interface Peers {
  list(): Promise<Peer[]>
  find(url: string): Promise<Peer | null>
  /** Finds tenants of this installation that are open to exchanges: by a part of key or name, or by the exact key. */
  findOpenTenants(text: string, isExact: boolean): Promise<OpenTenant[]>
}

export const MAX_FOUND_TENANTS = 20
const KEY_BYTES = 32
const KEY = /^[A-Za-z0-9+/]{43}=$/

const contextOf = (url: string): string => `peer:${url}`

/** Creates the key of two installations: base64 of 32 bytes. */
export const makePeerKey = (): string => randomBytes(KEY_BYTES).toString('base64')

export const isPeerKey = (text: string): boolean => KEY.test(text)

/** Returns the form in which the address of an installation is stored and compared: its origin. */
export const installationUrl = (text: string): string => new URL(text).origin

export const openPeers = ({ system }: Pick<Database, 'system'>, sealer: Sealer): Peers => {
  const opened = ({ url, sealed }: { url: string; sealed: string }) => ({
    url,
    key: sealer.open(sealed, contextOf(url)),
  })
  return {
    list: async () => (await system.peer.findMany({ orderBy: { url: 'asc' } })).map(opened),
    find: async (url) => {
      const row = await system.peer.findFirst({ where: { url } })
      return row && opened(row)
    },
    findOpenTenants: async (text, isExact) => {
      const where = isExact
        ? { key: text }
        : {
            OR: [{ key: { contains: text.toLowerCase() } }, { name: { contains: text, mode: 'insensitive' as const } }],
          }
      const found = await system.tenant.findMany({
        where: { ...where, isOpenToExchanges: true },
        orderBy: [{ name: 'asc' }, { key: 'asc' }],
        take: MAX_FOUND_TENANTS,
      })
      return found.map(({ key, name, hubTenantKey }) => ({ key, name, hubKey: hubTenantKey }))
    },
  }
}

/** Lists an installation, or replaces its key. */
export const savePeer = async (
  { system }: Pick<Database, 'system'>,
  sealer: Sealer,
  { url, key }: Peer,
): Promise<void> => {
  const sealed = sealer.seal(key, contextOf(url))
  await system.peer.upsert({ where: { url }, create: { url, sealed }, update: { sealed } })
}

/** Removes an installation from the list. Returns whether it was listed. */
export const removePeer = async ({ system }: Pick<Database, 'system'>, url: string): Promise<boolean> =>
  (await system.peer.deleteMany({ where: { url } })).count > 0
