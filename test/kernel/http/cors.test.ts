import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operationCatalogue } from '#kernel/contract/catalogue'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'

let server: TestApp
let mine: TestCaller
let theirs: TestCaller
const [ours, foreign, ofClient] = ['ours', 'foreign', 'client'].map(
  (name) => `https://${name}-${randomBytes(5).toString('hex')}.example`,
) as [string, string, string]

beforeAll(async () => {
  // These tests have their own app, because an app caches the list of known origins.
  server = await buildTestApp({ config: { outboundAllowed: '127.0.0.1' } })
  mine = await server.tenant()
  theirs = await server.tenant()
  const { system } = server.database
  await system.tenant.update({ where: { id: mine.tenant.id }, data: { corsOrigins: [ours] } })
  await system.tenant.update({ where: { id: theirs.tenant.id }, data: { corsOrigins: [foreign] } })
})
afterAll(() => server.close())

const ALLOWED = 'access-control-allow-origin'

describe('CORS', () => {
  it('allows the preflight of an origin that a tenant lists, with the methods and headers of the API', async () => {
    const asked = {
      'access-control-request-method': 'DELETE',
      'access-control-request-headers': 'authorization,if-match',
    }
    const { statusCode, headers } = await server.app.inject({
      method: 'OPTIONS',
      url: '/api/groups/1',
      headers: { origin: ours, ...asked },
    })
    expect([statusCode, headers[ALLOWED]]).toEqual([204, ours])
    const methods = String(headers['access-control-allow-methods']).split(/, ?/)
    for (const { method } of operationCatalogue.values()) expect(methods).toContain(method)
    expect(headers['access-control-allow-headers']).toBe('authorization,if-match')
    expect(headers['access-control-max-age']).toBe('600')
    expect(headers['access-control-allow-credentials']).toBeUndefined()
  })

  it('lets a script read the response and its headers from an origin that the tenant lists', async () => {
    const { statusCode, headers } = await mine.get('/api/groups', { origin: ours })
    expect([statusCode, headers[ALLOWED], headers.vary]).toEqual([200, ours, expect.stringContaining('Origin')])
    const exposed = String(headers['access-control-expose-headers']).split(/, ?/)
    for (const name of ['etag', 'link', 'retry-after', 'x-request-id']) expect(exposed).toContain(name)
    const refused = await mine.get('/api/groups/2147480000', { origin: ours })
    expect([refused.statusCode, refused.headers[ALLOWED]]).toEqual([404, ours])
  })

  it('does not let a script read the response from an origin that only another tenant lists', async () => {
    for (const [caller, origin] of [
      [mine, foreign],
      [theirs, ours],
    ] as const) {
      const { statusCode, headers } = await caller.get('/api/groups', { origin })
      expect([statusCode, headers[ALLOWED]]).toEqual([200, undefined])
    }
  })

  it('allows an origin of a client for that client only', async () => {
    const { system } = server.database
    const client = await server.caller(mine.tenant, ['admin'])
    const where = { tenantId_id: { tenantId: mine.tenant.id, id: client.permissionId } }
    await system.applicationPermission.update({ where, data: { corsOrigins: [ofClient] } })
    const replica = await buildTestApp({ config: { outboundAllowed: '127.0.0.2' } })
    const from = async (key: string) => {
      const headers = { authorization: `ApiKey ${key}`, origin: ofClient }
      return (await replica.app.inject({ url: '/api/groups', headers })).headers[ALLOWED]
    }
    expect([await from(client.key), await from(mine.key)]).toEqual([ofClient, undefined])
    await replica.close()
  })
})
