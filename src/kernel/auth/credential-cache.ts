import type { Tenant } from '#prisma/client'
import type { NowOrLater } from '../http/now-or-later.ts'
import type { Credential, CredentialStore } from './credential-store.ts'

interface Kept<T> {
  value: T
  until: number
}

const KEPT_MS = 30_000
const MOST = 20_000

/** Caches recently used credentials and tenants. `forgetAll` is called when any of them changes anywhere. */
export interface CredentialCache extends CredentialStore {
  forgetAll(): void
}

/** @param isTrusted False while change notifications may be missing: then every lookup goes to the database. */
export const cachedCredentialStore = (store: CredentialStore, isTrusted: () => boolean): CredentialCache => {
  const credentials = new Map<string, Kept<Credential>>()
  const tenants = new Map<string, Kept<Tenant>>()
  // The result of a lookup that began before a change must not be cached after it.
  let generation = 0

  const through = <T>(
    map: Map<string, Kept<T>>,
    key: string,
    load: () => NowOrLater<T | undefined>,
  ): NowOrLater<T | undefined> => {
    const kept = map.get(key)
    return kept && kept.until > Date.now() && isTrusted() ? kept.value : loaded(map, key, load)
  }

  const loaded = async <T>(
    map: Map<string, Kept<T>>,
    key: string,
    load: () => NowOrLater<T | undefined>,
  ): Promise<T | undefined> => {
    const began = generation
    const value = await load()
    // Misses are not cached: guesses must not fill the memory, and a new key must work immediately.
    if (value === undefined) map.delete(key)
    else if (began === generation) {
      if (map.size >= MOST) map.delete(map.keys().next().value as string)
      map.set(key, { value, until: Date.now() + KEPT_MS })
    }
    return value
  }

  return {
    findKey: (hash) => through(credentials, `key:${hash}`, () => store.findKey(hash)),
    findAccessToken: (hash) => through(credentials, `token:${hash}`, () => store.findAccessToken(hash)),
    findTenant: (by) => through(tenants, 'id' in by ? `id:${by.id}` : `key:${by.key}`, () => store.findTenant(by)),
    forgetAll: () => {
      generation++
      credentials.clear()
      tenants.clear()
    },
  }
}
