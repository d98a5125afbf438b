import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestCaller } from './support/build-app.ts'
import { pathWith, statusWithoutScope } from './support/walks/requests.ts'
import { servedRoutes } from './support/walks/served-routes.ts'

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
afterAll(() => server.close())

const ROUTES = servedRoutes(server.app)
const CLOSED = ROUTES.filter(({ route }) => !route.config?.isPublic)
const SCOPED = CLOSED.filter(({ route }) => route.config?.scope !== '')

let mine: TestCaller
let powerless: TestCaller

beforeAll(async () => {
  mine = await server.tenant()
  powerless = await server.caller(mine.tenant, [])
})

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
