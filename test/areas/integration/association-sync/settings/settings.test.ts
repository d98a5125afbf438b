import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'

const URL = '/api/assoc/settings'
let server: TestApp
let caller: TestCaller
beforeAll(async () => {
  server = await buildTestApp({ config: { outboundAllowed: '127.0.0.0/8' } })
  caller = await server.tenant()
})
afterAll(() => server.close())

describe('GET /api/assoc/settings (getAssociationSettings)', () => {
  it('returns the embedded registry before the first save', async () => {
    const other = await server.tenant()
    expect((await other.get(URL)).json()).toEqual({
      AuditId: 0,
      Affiliation: null,
      Registry: 'Embedded',
      RegistryUrl: null,
      RegistryKeyHint: null,
      IsRegistryEnabled: true,
      LastReceivedDate: null,
    })
  })
})

describe('POST /api/assoc/settings (saveAssociationSettings)', () => {
  it('changes what is sent, and never returns the key', async () => {
    const saved = await caller.post(URL, { Affiliation: 'ME', IsRegistryEnabled: false })
    expect(saved.json()).toMatchObject({ AuditId: 1, Affiliation: 'ME', IsRegistryEnabled: false })
    const online = { Registry: 'Online', RegistryUrl: 'http://127.0.0.1:9/api', RegistryKey: 'nr_secret_key_9f3a' }
    const changed = await caller.post(URL, { AuditId: 1, ...online })
    expect(changed.json()).toMatchObject({ AuditId: 2, Affiliation: 'ME', Registry: 'Online', RegistryKeyHint: '9f3a' })
    expect(changed.headers.etag).toBe('"2"')
    expect(changed.body + (await caller.get(URL)).body).not.toContain('secret')
    const { registryKey } = await server.database.system.associationSettings.findFirstOrThrow({
      where: { tenantId: caller.tenant.id },
    })
    expect(registryKey).not.toContain('secret')
  })

  it('rejects a stale version, an address that may not be called, and an incomplete registry', async () => {
    expect((await caller.post(URL, { AuditId: 1 })).json().code).toBe('stale-audit-id')
    expect((await caller.post(URL, {})).json().code).toBe('stale-audit-id')
    expect((await caller.post(URL, { AuditId: 2, RegistryUrl: 'http://10.0.0.1/' })).statusCode).toBe(400)
    expect((await caller.post(URL, { AuditId: 2, RegistryUrl: 'http://unknown.invalid/' })).statusCode).toBe(400)
    expect((await caller.post(URL, { AuditId: 2, RegistryKey: null })).json().code).toBe('registry-incomplete')
  })
})
