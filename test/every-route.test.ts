import type { RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestCaller } from './support/build-app.ts'
import { loadWalks } from './support/walks/all-walks.ts'
import { foreignIds, type IdsByParameter } from './support/walks/foreign-ids.ts'
import { exampleBody, pathWith, statusWithoutScope } from './support/walks/requests.ts'
import { isNested } from './support/walks/tables.ts'

/** The only routes that need no credential. */
const PUBLIC = [
  /^\/health\//,
  /^\/openapi\.json$/,
  /^\/reference(\/|$)/,
  /^\/oauth2\//,
  /^\/\.well-known\/oauth-(authorization-server|protected-resource(\/mcp)?)$/,
  // Requires a credential itself: members have no access to other routes without a scope.
  /^\/mcp$/,
  /^\/sign-?(in|out)/,
  /^\/(forgot|reset)-password(\/|$)/,
  // Its pages require a session.
  /^\/account(\/|$)/,
  // Checked below: each is for a session.
  /^\/console(\/|$)/,
  /^\/api\/help\/(:screenkey|all)$/,
  /^\/api\/public\/calendars(\/|$)/,
  /^\/api\/public\/events\//,
  /^\/api\/webdav\/:(fileid|token\/:fileid)\/:filename$/,
  /^\/api\/public\/ads\/:tenantkey\//,
  /^\/members\/:tenantKey\//,
  /^\/api\/public\/mail\//,
  /^\/api\/public\/storedownloads\/:token$/,
  /^\/api\/public\/store\/:tenantkey\/images\/:storeitemid\/:fileid$/,
  /^\/api\/public\/ledgersettings\/callback$/,
  /^\/api\/public\/native\/(callback|feeds\/:feed)$/,
  /^\/api\/logs\/public$/,
  /^\/api\/exchange\/inbox$/,
  /^\/events\/:tenantKey\/:eventId/,
  /^\/events\/[\w-]+\.js$/,
  /^\/sandbox\/payments\/:tenantKey\/:token$/,
  /^\/hooks\/payment-processor\/:tenantKey$/,
  /^\/\*?$/,
  /^\/guides\/(integrators|operators)$/,
]

// The app is opened while tests are collected, because each route is a test.
const server = await buildTestApp()
await loadWalks()
afterAll(() => server.close())

interface Route {
  method: string
  url: string
  route: RouteOptions
}

const ROUTES: Route[] = server.app.servedRoutes.flatMap((route) =>
  [route.method]
    .flat()
    .filter((method) => !['HEAD', 'OPTIONS'].includes(method))
    .map((method) => ({ method, url: route.url, route })),
)
const CLOSED = ROUTES.filter(({ route }) => !route.config?.isPublic)
const SCOPED = CLOSED.filter(({ route }) => route.config?.scope !== '')
const WITH_IDS = CLOSED.filter(({ url }) => url.includes(':'))
const parametersOf = (url: string) => [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

let mine: TestCaller
let powerless: TestCaller
let ids: IdsByParameter

beforeAll(async () => {
  mine = await server.tenant()
  powerless = await server.caller(mine.tenant, [])
  ids = await foreignIds(server, mine, await server.foreignTenant())
}, 120_000)

const ask = async ({ method, url }: Route, value: (name: string) => string) => {
  const body = method === 'POST' ? exampleBody(method, url) : undefined
  const answer = await server.app.inject({
    method: method as 'GET',
    url: pathWith(url, value),
    headers: { authorization: `ApiKey ${mine.key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  })
  return { status: answer.statusCode, body: answer.body.replace(/"(requestId|instance)":"[^"]*"/g, '') }
}

test('only the listed routes are public', () => {
  const open = ROUTES.filter(({ route }) => route.config?.isPublic)
  expect(open.map(({ url }) => url).filter((url) => !PUBLIC.some((pattern) => pattern.test(url)))).toEqual([])
  expect(CLOSED.length).toBeGreaterThan(20)
})

const CONSOLE = ROUTES.filter(({ url }) => /^\/console(\/(?!style)|$)/.test(url))

test.each(CONSOLE)('$method $url leads to the sign-in page without a session', async ({ method, url }) => {
  const answer = await server.app.inject({ method: method as 'GET', url: pathWith(url, () => mine.tenant.key) })
  expect([answer.statusCode, String(answer.headers.location).startsWith('/sign-in')]).toEqual([303, true])
})

test.each(CLOSED)('$method $url returns 401 without a credential', async ({ method, url }) => {
  const answer = await server.app.inject({ method: method as 'GET', url: pathWith(url, () => '1') })
  expect(answer.statusCode).toBe(401)
  expect(answer.headers['www-authenticate']).toContain('Bearer')
  expect(answer.headers['content-type']).toContain('application/problem+json')
})

test('every path returns 405 with its methods to a method that it does not have', async () => {
  const urls = [...new Set(ROUTES.map(({ url }) => url))].filter((url) => !url.includes('*'))
  const wrong: string[] = []
  for (const url of urls) {
    const path = pathWith(url, () => '1')
    const own = ROUTES.filter((route) => route.url === url).map(({ method }) => method)
    const method = (['PATCH', 'PUT', 'PROPFIND'] as const).find((name) => !own.includes(name))
    const answer = await server.app.inject({ method: method as 'PUT', url: path })
    const allowed = String(answer.headers.allow).split(', ')
    const isRight = answer.statusCode === 405 && answer.json().code === 'method-not-allowed'
    if (!isRight || !own.every((name) => allowed.includes(name))) wrong.push(`${url}: ${answer.statusCode} ${allowed}`)
  }
  expect(wrong).toEqual([])
})

test.each(SCOPED)(
  '$method $url returns the documented refusal without the scope, whatever else is wrong',
  async ({ method, url }) => {
    const answer = await server.app.inject({
      method: method as 'GET',
      url: pathWith(url, () => '1'),
      headers: { authorization: `ApiKey ${powerless.key}` },
    })
    expect(answer.statusCode).toBe(statusWithoutScope(method, url))
    expect(answer.json().code).toBe('insufficient-scope')
    expect(answer.headers['www-authenticate']).toContain('error="insufficient_scope", scope="')
  },
)

describe('the id of another tenant', () => {
  /** The statuses of all routes that were compared. */
  const compared: number[] = []

  test('is known for every path parameter', () => {
    const unknown = WITH_IDS.flatMap(({ url }) => parametersOf(url)).filter((name) => !ids.has(name))
    expect([...new Set(unknown)], 'add the parameter to `tables` in *.walks.ts of the area').toEqual([])
  })

  test.each(WITH_IDS)('gets the same response as a missing one: $method $url', async (route) => {
    const foreign = await ask(route, (name) => ids.of(name, route.url))
    expect(foreign).toEqual(await ask(route, (name) => ids.missing(name)))
    compared.push(foreign.status)
  })

  test('was looked up by most routes', () => {
    // A 400 is the same for both without a lookup.
    const lookedUp = compared.filter((status) => status === 404).length
    expect(compared.length).toBe(WITH_IDS.length)
    expect(lookedUp).toBeGreaterThan(compared.length * 0.6)
  })

  const nested = WITH_IDS.filter(({ url }) => /:contactId\b/i.test(url) && parametersOf(url).some(isNested))

  test('is tested below a contact of the caller', () => expect(nested.length).toBeGreaterThan(10))

  test.each(nested)('gets the same response below a contact of the caller: $method $url', async (route) => {
    const below = (value: (name: string) => string) => (name: string) =>
      /^contactid$/i.test(name) ? ids.ownContact : value(name)
    const foreign = await ask(
      route,
      below((name) => ids.of(name, route.url)),
    )
    const missing = await ask(
      route,
      below((name) => ids.missing(name)),
    )
    expect(foreign).toEqual(missing)
    if (!/auditid/i.test(route.url)) expect(foreign.status, foreign.body).toBe(404)
  })

  test('leaves the records of the other tenant unchanged', async () => {
    expect(await ids.stillThere()).toEqual([])
  })
})
