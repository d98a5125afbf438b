import { expect, test } from 'vitest'
import type { Credential } from '#kernel/http/caller'
import type { Tenant } from '#prisma/client'
import { cachedCredentialStore } from '#services/auth/credential-cache'
import type { CredentialStore } from '#services/auth/credential-store'

/** A store whose keys `<permission's tenant>-<tenant>` exist, and that records its lookups. */
const countingStore = () => {
  const asked: string[] = []
  const gates = new Map<string, Promise<void>>()
  const find = async (hash: string) => {
    asked.push(hash)
    await gates.get(hash)
    const [permissionTenantId = 0, tenantId = 0] = hash.split('-').map(Number)
    return { permissionTenantId, tenantId: tenantId || null } as Credential
  }
  const store: CredentialStore = {
    findKey: ({ hash }) => find(hash),
    findAccessToken: ({ hash }) => find(hash),
    findSeat: ({ tenantId }) => find(`${tenantId}-${tenantId}`),
    findPageMember: ({ tenantId }) => find(`${tenantId}-${tenantId}`),
    findTenant: async (by) => {
      asked.push(JSON.stringify(by))
      return { id: 'id' in by ? by.id : 1, key: 'one' } as Tenant
    },
  }
  return { store, asked, gates }
}

test('a change in one tenant leaves the cached credentials of other tenants', async () => {
  const { store, asked } = countingStore()
  const cache = cachedCredentialStore(store, () => true)
  const all = async () => {
    await cache.findKey({ hash: '1-1' })
    await cache.findKey({ hash: '2-2' })
    await cache.findAccessToken({ hash: '2-1' })
    await cache.findKey({ hash: '1-0' })
    await cache.findTenant({ id: 1 })
    await cache.findTenant({ key: 'one' })
    await cache.findTenant({ id: 2 })
    return asked.splice(0)
  }
  expect(await all()).toHaveLength(7)
  expect(await all()).toEqual([])
  cache.forget(2)
  expect(await all()).toEqual(['2-2', '2-1', '{"id":2}'])
  cache.forget(1)
  expect(await all()).toEqual(['1-1', '2-1', '1-0', '{"id":1}', '{"key":"one"}'])
  cache.forgetAll()
  expect(await all()).toHaveLength(7)
})

test('caches no result of a lookup that began before a change of its tenant', async () => {
  const { store, asked, gates } = countingStore()
  const cache = cachedCredentialStore(store, () => true)
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  for (const key of ['1-1', '2-2']) gates.set(key, gate)
  const lookups = [cache.findKey({ hash: '1-1' }), cache.findKey({ hash: '2-2' })]
  cache.forget(2)
  open()
  await Promise.all(lookups)
  asked.length = 0
  await cache.findKey({ hash: '1-1' })
  await cache.findKey({ hash: '2-2' })
  expect(asked).toEqual(['2-2'])
})
