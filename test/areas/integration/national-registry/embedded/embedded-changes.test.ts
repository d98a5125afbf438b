import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '#test/support/build-app'
import { associationApi, exchangeWithRegistry } from '#test/support/integration/association'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp({ config: { outboundAllowed: '127.0.0.0/8' } })
})
afterAll(() => server.close())

describe('POST /api/assoc/registry/changes (addEmbeddedRegistryChange)', () => {
  it('adds a change that is received and applied', async () => {
    const own = await server.tenant()
    const api = associationApi(own)
    const change = (Operation: string, fields: object) =>
      own.post('/api/assoc/registry/changes', {
        Operation,
        Transaction: {
          TransactionId: Operation,
          OccurredDate: '2026-11-20T10:00:00Z',
          NationalID: 10,
          ContactType: 'Business',
          ...fields,
        },
      })
    expect((await change('upsert', { Name: 'From the registry' })).statusCode).toBe(200)
    await exchangeWithRegistry(server, own)
    expect(await api.contact(10)).toMatchObject({ Name: 'From the registry', Status: 'Active' })
    expect((await change('delete', { OccurredDate: '2026-11-21T10:00:00Z' })).statusCode).toBe(200)
    await exchangeWithRegistry(server, own)
    expect(await api.contact(10)).toMatchObject({ Status: 'Dropped' })
    expect((await change('move', {})).json().code).toBe('transaction-rule')
    expect((await change('upsert', { NationalID: 0 })).statusCode).toBe(400)
    expect((await own.post('/api/assoc/registry/changes', { Operation: 'delete', Transaction: {} })).statusCode).toBe(
      400,
    )
  })

  it('is rejected while the tenant uses an online registry', async () => {
    const caller = await server.tenant()
    const online = { Registry: 'Online', RegistryUrl: 'http://127.0.0.1:9/api', RegistryKey: 'nr_secret_key_9f3a' }
    expect((await caller.post('/api/assoc/settings', online)).statusCode).toBe(200)
    const Transaction = { TransactionId: 'x', OccurredDate: '2026-11-20T10:00:00Z', NationalID: 10 }
    const refused = await caller.post('/api/assoc/registry/changes', { Operation: 'delete', Transaction })
    expect(refused.json().code).toBe('registry-online')
  })
})
