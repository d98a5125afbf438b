import type { RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from './support/build-app.ts'
import { exampleBody, foreignIds, type IdsByParameter, pathWith } from './support/walk.ts'

/** The only routes that answer without a credential. A new one is added here on purpose, or not at all. */
const PUBLIC = [
  /^\/health\//,
  /^\/openapi\.json$/,
  /^\/reference(\/|$)/,
  /^\/oauth2\//,
  /^\/\.well-known\/oauth-authorization-server$/,
  /^\/sign-?(in|out)/,
  /^\/api\/help\/(:screenkey|all)$/,
  /^\/api\/public\/calendars\/:feed$/,
  /^\/api\/public\/mail\//,
  /^\/\*?$/,
]

let server: TestApp
let mine: TestCaller
let theirs: TestCaller
let powerless: TestCaller
let ids: IdsByParameter

beforeAll(async () => {
  server = await buildTestApp()
  mine = await server.tenant()
  theirs = await server.tenant()
  powerless = await server.caller(mine.tenant, [])
  ids = await foreignIds(server, mine, theirs)
}, 120_000)
afterAll(() => server.close())

const routes = (): { method: string; url: string; route: RouteOptions }[] =>
  server.app.servedRoutes.flatMap((route) =>
    [route.method]
      .flat()
      .filter((method) => !['HEAD', 'OPTIONS'].includes(method))
      .map((method) => ({ method, url: route.url, route })),
  )
const closed = () => routes().filter(({ route }) => !route.config?.isPublic)
const withIds = () => closed().filter(({ url }) => url.includes(':'))

const ask = async (method: string, url: string, value: (name: string) => string) => {
  const body = method === 'POST' ? exampleBody(method, url) : undefined
  const answer = await server.app.inject({
    method: method as 'GET',
    url: pathWith(url, value),
    headers: { authorization: `ApiKey ${mine.key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  })
  return { status: answer.statusCode, body: answer.body.replace(/"(requestId|instance)":"[^"]*"/g, '') }
}

test('nothing answers without a credential but what is listed public', async () => {
  const open = routes().filter(({ route }) => route.config?.isPublic)
  expect(open.map(({ url }) => url).filter((url) => !PUBLIC.some((pattern) => pattern.test(url)))).toEqual([])
  expect(closed().length).toBeGreaterThan(20)
  for (const { method, url } of closed()) {
    const answer = await server.app.inject({ method: method as 'GET', url: pathWith(url, () => '1') })
    expect(answer.statusCode, `${method} ${url}`).toBe(401)
    expect(answer.headers['www-authenticate'], `${method} ${url}`).toContain('Bearer')
    expect(answer.headers['content-type']).toContain('application/problem+json')
  }
})

test('a credential that lacks the scope gets 403, whatever else is wrong', async () => {
  for (const { method, url, route } of closed()) {
    if (route.config?.scope === '') continue
    const answer = await server.app.inject({
      method: method as 'GET',
      url: pathWith(url, () => '1'),
      headers: { authorization: `ApiKey ${powerless.key}` },
    })
    expect(answer.statusCode, `${method} ${url}`).toBe(403)
    expect(answer.json().code).toBe('insufficient-scope')
  }
})

describe('another tenant’s id', () => {
  test('every path parameter is known to this test', () => {
    const unknown = withIds()
      .flatMap(({ url }) => [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name))
      .filter((name) => !ids.has(name))
    expect([...new Set(unknown)]).toEqual([])
  })

  test('is answered byte for byte like a missing one, request id and instance apart', async () => {
    const compared: number[] = []
    for (const { method, url } of withIds()) {
      const foreign = await ask(method, url, (name) => ids.of(name, url))
      const missing = await ask(method, url, (name) => ids.missing(name))
      expect(foreign, `${method} ${url}`).toEqual(missing)
      compared.push(foreign.status)
    }
    // Most must have got as far as looking: a 400 would compare equal without having tried.
    expect(compared.filter((status) => status === 404).length).toBeGreaterThan(compared.length * 0.6)
  })

  test('below a contact of one’s own is answered like a missing one, too', async () => {
    const nested = withIds().filter(
      ({ url }) =>
        /:contactId\b/i.test(url) && [...url.matchAll(/:(\w+)/g)].some(([, name = '']) => ids.isNested(name)),
    )
    expect(nested.length).toBeGreaterThan(10)
    for (const { method, url } of nested) {
      const below = (value: (name: string) => string) => (name: string) =>
        /^contactid$/i.test(name) ? ids.ownContact : value(name)
      const foreign = await ask(
        method,
        url,
        below((name) => ids.of(name, url)),
      )
      const missing = await ask(
        method,
        url,
        below((name) => ids.missing(name)),
      )
      expect(foreign, `${method} ${url}`).toEqual(missing)
      if (!/auditid/i.test(url)) expect(foreign.status, `${method} ${url}: ${foreign.body}`).toBe(404)
    }
  })

  test('leaves the other tenant’s records as they were', async () => {
    expect(await ids.stillThere()).toEqual([])
  })
})
