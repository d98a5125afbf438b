import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestCaller } from '#test/support/build-app'
import { loadWalks } from '#test/support/walks/all-walks'
import { foreignIds, type IdsByParameter } from '#test/support/walks/foreign-ids'
import { exampleBody, pathWith } from '#test/support/walks/requests'
import { type ServedRoute, servedRoutes } from '#test/support/walks/served-routes'
import { isNested } from '#test/support/walks/tables'

// The tests of each operation use an id of another tenant, too. This finds the operations whose tests forgot it.

// The app is opened while tests are collected, because each route is a test.
const server = await buildTestApp()
await loadWalks()
afterAll(() => server.close())

const CLOSED = servedRoutes(server.app).filter(({ route }) => !route.config?.isPublic)
const WITH_IDS = CLOSED.filter(({ url }) => url.includes(':'))
const parametersOf = (url: string) => [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

let mine: TestCaller
let ids: IdsByParameter

beforeAll(async () => {
  mine = await server.tenant()
  ids = await foreignIds(server, mine, await server.foreignTenant())
}, 120_000)

const ask = async ({ method, url }: ServedRoute, value: (name: string) => string) => {
  const body = method === 'POST' ? exampleBody(method, url) : undefined
  const answer = await server.app.inject({
    method: method as 'GET',
    url: pathWith(url, value),
    headers: { authorization: `ApiKey ${mine.key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  })
  return { status: answer.statusCode, body: answer.body.replace(/"(requestId|instance)":"[^"]*"/g, '') }
}

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
