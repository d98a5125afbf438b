import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseJson } from '#kernel/http/json-body'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'

let server: TestApp
let caller: TestCaller

beforeAll(async () => {
  server = await buildTestApp({
    routes: async (app) => {
      app.post('/test/echo', { config: { isPublic: true } }, async ({ body }) => ({ body }))
    },
  })
  caller = await server.tenant()
})
afterAll(() => server.close())

const echo = (contentType: string, payload: string | Buffer) =>
  server.app.inject({ method: 'POST', url: '/test/echo', headers: { 'content-type': contentType }, payload })

describe('a JSON body', () => {
  test.each([
    'application/json',
    'Application/JSON; charset=UTF-8',
    'application/json ;charset="utf-8"',
    'text/json',
    'application/json; charset=us-ascii',
  ])('is parsed as %s', async (type) => {
    expect((await echo(type, '{"a":"é"}')).json()).toEqual({ body: { a: 'é' } })
  })

  test.each(['application/json; charset=latin1', 'application/jsonp', 'application/vnd.api+json', 'text/plain'])(
    'is refused with 415 as %s',
    async (type) => expect((await echo(type, '{"a":1}')).statusCode).toBe(415),
  )

  test('that is not UTF-8 is rejected, not stored with lost letters', async () => {
    const answer = await echo('application/json', Buffer.from([...Buffer.from('{"a":"'), 0xe9, ...Buffer.from('"}')]))
    expect(answer.json()).toMatchObject({ status: 400, code: 'invalid-text' })
  })

  test('can begin with a byte order mark', async () => {
    expect((await echo('application/json', '\ufeff{"a":1}')).json()).toEqual({ body: { a: 1 } })
  })

  test('cannot change prototypes; of a duplicate name the last value is used', async () => {
    const sent = '{"a":1,"a":2,"__proto__":{"x":1},"constructor":{"prototype":{"y":1}}}'
    expect((await echo('application/json', sent)).body).toBe('{"body":{"a":2}}')
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  test.each([
    ['a string of 20 MB', () => `["${'x'.repeat(20_000_000)}"]`],
    ['a million backslashes', () => `["${'\\\\'.repeat(500_000)}"]`],
    ['half a million numbers and an emoji', () => `["\\ud83d\\ude00",${'1,'.repeat(500_000)}1]`],
    ['a hundred thousand keys', () => `{${Array.from({ length: 100_000 }, (_, i) => `"k${i}":[{}]`).join()}}`],
  ])('with %s is parsed in one pass', (_name, make) => {
    expect(() => parseJson(make())).not.toThrow()
  })

  test('brackets within strings do not count as depth, and an escaped quote does not end a string', () => {
    expect(parseJson(`["${'['.repeat(100)}\\"${'{'.repeat(100)}"]`)).toHaveLength(1)
    expect(() => parseJson(`["\\\\",${'['.repeat(40)}`)).toThrow(expect.objectContaining({ code: 'too-deep' }))
  })

  test('with a list that is far too long is rejected once, not for each element', async () => {
    const answer = await caller.post('/api/contacts/person/0', { FirstName: 'A', ContactList: Array(200_000).fill(1) })
    const { errors } = answer.json()
    expect(answer.statusCode).toBe(400)
    expect(errors).toContainEqual({
      pointer: '/ContactList',
      message: expect.stringMatching(/must have at most/),
    })
  })

  test('fault in a text is named by its pointer, whatever the names on the way', () => {
    expect(() => parseJson('{"a/b":[0,{"~":"\\u0000"}]}')).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ pointer: '/a~1b/1/~0' })] }),
    )
  })
})

describe('a response', () => {
  const typeOf = async (accept?: string) =>
    (await caller.get('/api/contacts?$top=1', accept === undefined ? {} : { accept })).headers['content-type']

  test('is text/json if only that is accepted, otherwise application/json', async () => {
    expect(await typeOf('text/json')).toBe('text/json; charset=utf-8')
    expect(await typeOf('text/json;q=0.9, application/json')).toBe('application/json; charset=utf-8')
    expect(await typeOf('*/*')).toBe('application/json; charset=utf-8')
    expect(await typeOf()).toBe('application/json; charset=utf-8')
  })

  test('to HEAD has the headers of GET and no body; without a credential it is 401', async () => {
    const head = await server.app.inject({
      method: 'HEAD',
      url: '/api/contacts',
      headers: { authorization: `ApiKey ${caller.key}` },
    })
    expect([head.statusCode, head.body]).toEqual([200, ''])
    const anonymous = await server.app.inject({ method: 'HEAD', url: '/api/contacts' })
    expect([anonymous.statusCode, anonymous.body]).toEqual([401, ''])
  })

  test('to an address that does not exist is 404 for every caller, and a method is never overridden', async () => {
    expect((await server.app.inject('/api/nowhere')).statusCode).toBe(404)
    const overridden = await caller.post('/api/contacts', {}, { 'x-http-method-override': 'DELETE' })
    expect(overridden.statusCode).toBe(200)
  })
})

describe('CORS', () => {
  const preflight = (origin: string) =>
    server.app.inject({
      method: 'OPTIONS',
      url: '/api/contacts',
      headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
    })

  test('allows only the origins that a tenant lists, and never cookies', async () => {
    const { system } = server.database
    const listed = await server.tenant()
    await system.tenant.update({ where: { id: listed.tenant.id }, data: { corsOrigins: ['https://staff.example'] } })
    const unknown = await preflight('https://evil.example')
    expect(unknown.headers['access-control-allow-origin']).toBeUndefined()
    const other = await caller.get('/api/contacts', { origin: 'https://staff.example' })
    expect([other.statusCode, other.headers['access-control-allow-origin']]).toEqual([200, undefined])
    for (const { headers } of [unknown, other]) {
      expect(headers['access-control-allow-credentials']).toBeUndefined()
      expect(headers.vary).toContain('Origin')
    }
  })
})
