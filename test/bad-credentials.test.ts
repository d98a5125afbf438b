import { afterAll, expect, test } from 'vitest'
import { operationCatalogue } from '#kernel/contract/catalogue'
import { makeToken } from '#kernel/crypto/api-key'
import { buildTestApp } from './support/build-app.ts'
import { pathWith } from './support/walks/requests.ts'

const server = await buildTestApp()
afterAll(() => server.close())

/** A malformed key, so that the address does not reach the limit of unknown ones. */
const WRONG = { authorization: `ApiKey ${makeToken('ghk').slice(0, -1)}!` }

/** Links contain their own secret, and are opened by programs that know nothing of credentials. */
const LINKS = [
  'GET /api/public/calendars/:feed',
  'GET /api/public/mail/opened/:token',
  'GET /api/public/mail/unsubscribe/:token',
  'POST /api/public/mail/unsubscribe/:token',
  'GET /api/public/storedownloads/:token',
  'GET /api/public/native/feeds/:feed',
  'GET /api/webdav/:token/:fileid/:filename',
]

const statusesOf = async (headers: Record<string, string>, payload: string) => {
  const statuses: [string, number][] = []
  for (const { method, url } of operationCatalogue.values()) {
    const answer = await server.app.inject({
      method: method as 'POST',
      url: `${pathWith(url, () => '1')}?Nonsense=1`,
      headers: { ...headers, 'if-match': 'none' },
      ...(method !== 'GET' && { payload }),
    })
    statuses.push([`${method} ${url}`, answer.statusCode])
  }
  return statuses
}

test.each([
  ['malformed JSON', 'application/json', '{'],
  ['a body of another media type', 'application/xml', '<a/>'],
])('every operation returns 401 for a wrong credential before %s', async (_what, type, payload) => {
  const statuses = await statusesOf({ ...WRONG, 'content-type': type }, payload)
  expect(statuses.length).toBeGreaterThan(365)
  const others = statuses.filter(([, status]) => status !== 401).map(([operation]) => operation)
  expect(others.sort()).toEqual([...LINKS].sort())
})

test('an operation that takes no credential ignores a valid one', async () => {
  const caller = await server.tenant()
  const other = await server.tenant()
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/logs/public',
    headers: { authorization: `ApiKey ${caller.key}` },
    payload: { TenantKey: other.tenant.key, Message: 'x is undefined' },
  })
  expect([answer.statusCode, answer.json()]).toEqual([200, {}])
})
