import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeToken } from '#kernel/crypto/api-key'
import { buildTestApp, type TestApp, type TestCaller } from './support/build-app.ts'
import { countQueries } from './support/database/count-queries.ts'

let server: TestApp
let caller: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  caller = await server.tenant()
  await caller.get('/api/contacts')
})
afterAll(() => server.close())

const person = '/api/contacts/person/0'
const nested = (levels: number) => `{"FirstName":${'['.repeat(levels)}1${']'.repeat(levels)}}`

/** A rejected request, with status, code and pointer. */
const refused: {
  name: string
  send: () => Promise<{ statusCode: number; body: string }>
  status: number
  code: string
  pointer?: string
}[] = [
  {
    name: 'malformed JSON',
    send: () => caller.post(person, '{"FirstName": '),
    status: 400,
    code: 'malformed-json',
    pointer: '',
  },
  {
    name: 'a wrong type',
    send: () => caller.post(person, { FirstName: { a: 1 } }),
    status: 400,
    code: 'invalid-input',
    pointer: '/FirstName',
  },
  { name: 'a list for a body', send: () => caller.post(person, []), status: 400, code: 'invalid-input', pointer: '' },
  { name: 'no body', send: () => caller.post(person, ''), status: 400, code: 'invalid-input' },
  {
    name: 'a body that is not JSON',
    send: () => caller.post(person, 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }),
    status: 415,
    code: 'unsupported-media-type',
  },
  {
    name: 'an unknown sort field',
    send: () => caller.get('/api/contacts?$orderby=Password'),
    status: 400,
    code: 'invalid-input',
    pointer: 'query:$orderby',
  },
  {
    name: 'negative paging',
    send: () => caller.get('/api/contacts?$skip=-1'),
    status: 400,
    code: 'invalid-input',
    pointer: 'query:$skip',
  },
  {
    name: 'a negative page size',
    send: () => caller.get('/api/contacts?$top=-5'),
    status: 400,
    code: 'invalid-input',
    pointer: 'query:$top',
  },
  {
    name: 'a huge page',
    send: () => caller.get('/api/contacts?$top=1001'),
    status: 400,
    code: 'invalid-input',
    pointer: 'query:$top',
  },
  {
    name: 'paging beyond int32',
    send: () => caller.get('/api/contacts?$skip=99999999999'),
    status: 400,
    code: 'invalid-input',
    pointer: 'query:$skip',
  },
  { name: 'a document of 40 levels', send: () => caller.post(person, nested(40)), status: 400, code: 'too-deep' },
  {
    name: 'a document of 100,000 levels',
    send: () => caller.post(person, nested(100_000)),
    status: 400,
    code: 'too-deep',
  },
  {
    name: 'a NUL character',
    send: () => caller.post(person, '{"LastName":"a\\u0000b"}'),
    status: 400,
    code: 'invalid-text',
    pointer: '/LastName',
  },
  {
    name: 'a lone surrogate',
    send: () => caller.post(person, '{"LastName":"a\\ud800b"}'),
    status: 400,
    code: 'invalid-text',
  },
  {
    name: 'an id beyond int32',
    send: () => caller.get('/api/contacts/person/2147483648'),
    status: 400,
    code: 'invalid-input',
    pointer: 'path:contactId',
  },
  {
    name: 'an id that is not a number',
    send: () => caller.get('/api/contacts/person/abc'),
    status: 400,
    code: 'invalid-input',
    pointer: 'path:contactId',
  },
  ...['0x1', '1e3', '%201', '1%20', '%2B1', '1.0', '1%00'].flatMap((text) => [
    {
      name: `${text} for an id`,
      send: () => caller.get(`/api/contacts/person/${text}`),
      status: 400,
      code: 'invalid-input',
      pointer: 'path:contactId',
    },
    {
      name: `${text} for a page size`,
      send: () => caller.get(`/api/contacts?$top=${text}`),
      status: 400,
      code: 'invalid-input',
      pointer: 'query:$top',
    },
  ]),
  {
    name: 'a body over the limit',
    send: () => caller.post(person, `{"FirstName":"${'x'.repeat(1_100_000)}"}`),
    status: 413,
    code: 'body-too-large',
  },
  {
    name: 'a key with a bad checksum',
    send: () => ask(`ApiKey ${makeToken('ghk').slice(0, -1)}!`),
    status: 401,
    code: 'malformed-key',
  },
  { name: 'a forged token', send: () => ask(`Bearer ${FORGED}`), status: 401, code: 'invalid-token' },
  { name: 'an unsigned token', send: () => ask(`Bearer ${UNSIGNED}`), status: 401, code: 'invalid-token' },
  { name: 'an unknown scheme', send: () => ask('Basic YTpi'), status: 401, code: 'malformed-authorization' },
  {
    name: 'a tenant key that is not the caller’s',
    send: () => caller.get('/api/contacts', { 'x-tenant-key': 'other' }),
    status: 400,
    code: 'unknown-tenant',
    pointer: 'header:X-Tenant-Key',
  },
]

const FORGED =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJqdGkiOiJ4IiwiZXhwIjo5OTk5OTk5OTk5fQ.c2lnbmF0dXJlLXRoYXQtaXMtbm90LW91cnM'
const UNSIGNED = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${Buffer.from('{"jti":"x","exp":9999999999}').toString('base64url')}.`

const ask = (authorization: string) => server.app.inject({ url: '/api/contacts', headers: { authorization } })

test.each(refused)('$name is refused by name and costs no query', async ({ send, status, code, pointer }) => {
  const { result, queries, systemQueries } = await countQueries(server.database, send)
  const problem = JSON.parse(result.body)
  expect([result.statusCode, problem.code]).toEqual([status, code])
  expect(problem).toMatchObject({ status, type: `/reference/problems#${code}` })
  if (pointer !== undefined) expect(problem.errors[0].pointer).toBe(pointer)
  expect(result.body).not.toMatch(/\bat .*\.(ts|js):|select |prisma/i)
  expect([queries, systemQueries]).toEqual([[], []])
})

test('rejects a text that is almost an integer like any other text, and reports every position', async () => {
  const problem = async (url: string) => (await caller.get(url)).json()
  const notInteger = (pointer: string) => ({ pointer, message: 'must be a whole number' })
  expect((await problem('/api/contacts/person/abc')).errors).toEqual([notInteger('path:contactId')])
  expect((await problem('/api/contacts/person/0x1')).errors).toEqual([notInteger('path:contactId')])
  expect((await problem('/api/contacts?$top=1e1&$skip=0x1')).errors).toEqual([
    notInteger('query:$skip'),
    notInteger('query:$top'),
  ])
  expect((await caller.get('/api/contacts?$top=010&$skip=-0')).statusCode).toBe(200)
  expect((await problem('/api/contacts?$skip=-5')).errors).toEqual([
    { pointer: 'query:$skip', message: 'must be at least 0' },
  ])
})

test('these requests store nothing', async () => {
  expect(await server.database.system.contact.count({ where: { tenantId: caller.tenant.id } })).toBe(0)
})

test('states the limit of a body that is too large, and what to do', async () => {
  const { detail } = (await caller.post('/api/contacts/person/0', { FirstName: 'x'.repeat(1_100_000) })).json()
  expect(detail).toContain('The limit is 1 MiB')
  expect(detail).toContain('Send less')
})
