import type { Tenant } from '#prisma/client'
import type { Credential, CredentialStore } from './credential-store.ts'

interface Kept<T> {
  value: T
  until: number
}

const KEPT_MS = 30_000
const MOST = 20_000

/** Credentials and tenants seen lately. `forgetAll` is called when any of them changes anywhere. */
export interface CredentialCache extends CredentialStore {
  forgetAll(): void
}

/** @param isTrusted False while change notices may be missing: then every look-up goes to the database. */
export const cachedCredentialStore = (store: CredentialStore, isTrusted: () => boolean): CredentialCache => {
  const credentials = new Map<string, Kept<Credential>>()
  const tenants = new Map<string, Kept<Tenant>>()
  // A look-up that began before a change was heard must not be kept after it.
  let generation = 0

  const through = async <T>(
    map: Map<string, Kept<T>>,
    key: string,
    load: () => Promise<T | undefined>,
  ): Promise<T | undefined> => {
    const kept = map.get(key)
    if (kept && kept.until > Date.now() && isTrusted()) return kept.value
    const began = generation
    const value = await load()
    // Misses are not kept: a guess must not fill the memory, and a new key must work at once.
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
