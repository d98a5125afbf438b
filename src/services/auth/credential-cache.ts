import type { Credential } from '#kernel/http/caller'
import type { NowOrLater } from '#kernel/http/now-or-later'
import type { Tenant } from '#prisma/client'
import type { CredentialStore } from './credential-store.ts'

interface Kept<T> {
  value: T
  until: number
}

/** A lookup that has not returned. Its result must not be cached if a change arrives before it. */
interface Lookup {
  readonly changed: Set<number>
  isOutdated: boolean
}

const KEPT_MS = 30_000
const MOST = 20_000

/** Caches recently used credentials and tenants. */
export interface CredentialCache extends CredentialStore {
  /** Called when a credential of the tenant, or the tenant itself, changes anywhere. */
  forget(tenantId: number): void
  /** Called when changes of any tenant may have been missed. */
  forgetAll(): void
  /**
   * Returns the number of changes so far; undefined while changes may be missing. What was read at an equal number is
   * current.
   */
  changes(): number | undefined
}

/** @param isTrusted False while change notifications may be missing: then every lookup goes to the database. */
export const cachedCredentialStore = (store: CredentialStore, isTrusted: () => boolean): CredentialCache => {
  const credentials = new Map<string, Kept<Credential>>()
  const tenants = new Map<string, Kept<Tenant>>()
  const lookups = new Set<Lookup>()
  let changes = 0

  const through = <T>(
    cached: Cached<T>,
    key: string,
    load: () => NowOrLater<T | undefined>,
  ): NowOrLater<T | undefined> => {
    const kept = cached.map.get(key)
    return kept && kept.until > Date.now() && isTrusted() ? kept.value : loaded(cached, key, load)
  }

  const loaded = async <T>(
    { map, tenantsOf }: Cached<T>,
    key: string,
    load: () => NowOrLater<T | undefined>,
  ): Promise<T | undefined> => {
    const lookup: Lookup = { changed: new Set(), isOutdated: false }
    lookups.add(lookup)
    try {
      const value = await load()
      // Misses are not cached: guesses must not fill the memory, and a new key must work immediately.
      if (value === undefined) map.delete(key)
      else if (!lookup.isOutdated && !tenantsOf(value).some((id) => lookup.changed.has(id))) {
        if (map.size >= MOST) map.delete(map.keys().next().value as string)
        map.set(key, { value, until: Date.now() + KEPT_MS })
      }
      return value
    } finally {
      lookups.delete(lookup)
    }
  }

  const keptCredentials = { map: credentials, tenantsOf: tenantsOfCredential }
  const keptTenants = { map: tenants, tenantsOf: ({ id }: Tenant) => [id] }
  return {
    findKey: (key) => through(keptCredentials, `key:${key.hash}`, () => store.findKey(key)),
    findAccessToken: (key) => through(keptCredentials, `token:${key.hash}`, () => store.findAccessToken(key)),
    findSeat: (seat) => through(keptCredentials, `seat:${seat.tenantId}:${seat.loginId}`, () => store.findSeat(seat)),
    findPageMember: (member) =>
      through(keptCredentials, `member:${member.tenantId}:${member.memberId}:${member.since.getTime()}`, () =>
        store.findPageMember(member),
      ),
    findTenant: (by) => through(keptTenants, 'id' in by ? `id:${by.id}` : `key:${by.key}`, () => store.findTenant(by)),
    changes: () => (isTrusted() ? changes : undefined),
    forget: (tenantId) => {
      changes++
      for (const lookup of lookups) lookup.changed.add(tenantId)
      drop(keptCredentials, tenantId)
      drop(keptTenants, tenantId)
    },
    forgetAll: () => {
      changes++
      for (const lookup of lookups) lookup.isOutdated = true
      credentials.clear()
      tenants.clear()
    },
  }
}

interface Cached<T> {
  map: Map<string, Kept<T>>
  tenantsOf(value: T): number[]
}

/** Returns the tenants of a credential. A global client has a permission in one tenant and acts in another. */
const tenantsOfCredential = ({ permissionTenantId, tenantId }: Credential): number[] =>
  tenantId === null ? [permissionTenantId] : [permissionTenantId, tenantId]

/** Reads the whole cache, which takes a fraction of a millisecond: changes are rare. */
const drop = <T>({ map, tenantsOf }: Cached<T>, tenantId: number): void => {
  for (const [key, { value }] of map) if (tenantsOf(value).includes(tenantId)) map.delete(key)
}
