import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'

let server: TestApp
let caller: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  caller = await server.tenant()
})
afterAll(() => server.close())

const STRICT = { prefer: 'return=representation, handling=strict' }
const GROUP = '/api/groups/0'

describe('If-Match', () => {
  it('returns 400 from changes that know no version, which change nothing', async () => {
    const { ContactId } = (await caller.post('/api/contacts/person/0', { FirstName: 'Ada', LastName: 'King' })).json()
    const tag = (await caller.post(`/api/contacts/${ContactId}/tags`, { Name: 'Patron' })).json()
    const url = `/api/contacts/tags/${tag.TagId}`
    for (const ifMatch of ['"1"', '*', 'nonsense']) {
      const headers = { 'if-match': ifMatch }
      for (const refused of [
        await caller.post(url, { Name: 'Changed' }, headers),
        await caller.delete(url, headers),
        await caller.post('/api/contacts/categorylists/0', { Name: 'Trades' }, headers),
      ])
        expect([refused.statusCode, refused.json().errors[0].pointer]).toEqual([400, 'header:If-Match'])
    }
    expect((await caller.get('/api/contacts/tags')).body).toContain('"Patron"')
    expect((await caller.delete(url)).statusCode).toBe(200)
  })

  it('is ignored by reads, also by those that use POST', async () => {
    const headers = { 'if-match': '"1"' }
    expect((await caller.get('/api/contacts/tags', headers)).statusCode).toBe(200)
    expect((await caller.post('/api/contacts', {}, headers)).statusCode).toBe(200)
  })
})

describe('unknown fields of a body', () => {
  it('are dropped and named in Guildhall-Ignored-Fields, those of nested records by their position', async () => {
    const phone = { Kind: 'phone', Id: 0, Value: '+47 22 33 44 55', TypeId: 1, IsPrimary: true, 'a/b': 1 }
    const body = { FirstName: 'Ada', LastName: 'King', Shoe: 43, ContactList: [phone], Größe: 1 }
    const saved = await caller.post('/api/contacts/person/0', body)
    expect([saved.statusCode, saved.headers['guildhall-ignored-fields']]).toEqual([
      200,
      '/ContactList/0/a~1b, /Shoe, /Gr%C3%B6%C3%9Fe',
    ])
    expect(saved.body).not.toContain('Shoe')
  })

  it('name the field that a similar name means', async () => {
    const body = { Firstname: 'Ada', LastName: 'King', ContactList: [{ Kind: 'phone', Id: 0, Valeu: '1', TypeId: 1 }] }
    const refused = await caller.post('/api/contacts/person/0', { ...body, LastName: 5 })
    expect(refused.json().errors).toContainEqual({
      pointer: '/Firstname',
      message: 'is not a field of this operation. Did you mean FirstName?',
    })
    const ruled = await caller.post('/api/contacts/person/0', body)
    expect([ruled.statusCode, ruled.json().errors.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([
      400,
      expect.arrayContaining(['/ContactList/0/Valeu', '/Firstname']),
    ])
    const saved = await caller.post('/api/contacts/person/0', { Firstname: 'Ada', LastName: 'King' })
    const { 'guildhall-ignored-fields': ignored, 'guildhall-similar-fields': similar } = saved.headers
    expect([saved.statusCode, ignored, similar]).toEqual([200, '/Firstname', '/FirstName'])
    const strict = await caller.post('/api/contacts/person/0', { Firstname: 'Ada', LastName: 'King' }, STRICT)
    expect(strict.json().errors).toEqual([
      { pointer: '/Firstname', message: 'is not a field of this operation. Did you mean FirstName?' },
    ])
    const list = await caller.get('/api/contacts?$topp=5')
    expect(list.json().errors[0].message).toContain('Did you mean $top?')
    const order = await caller.get('/api/contacts?$orderby=Nmae')
    expect(order.json().errors[0].message).toContain('Did you mean Name?')
  })

  it('are named up to the twentieth', async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`Field${index}`, index]))
    const saved = await caller.post(GROUP, { Name: 'Many fields', ...many })
    expect(String(saved.headers['guildhall-ignored-fields']).split(', ')).toHaveLength(20)
  })

  it('leave the header out if there are none', async () => {
    const saved = await caller.post(GROUP, { Name: 'No unknown field' })
    expect([saved.statusCode, saved.headers['guildhall-ignored-fields']]).toEqual([200, undefined])
  })

  it('are named again when an Idempotency-Key repeats the response', async () => {
    const send = () => caller.post(GROUP, { Name: 'Repeated', Color: 'red' }, { 'idempotency-key': 'ignored-1' })
    const first = await send()
    const second = await send()
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(second.headers['guildhall-ignored-fields']).toBe(first.headers['guildhall-ignored-fields'])
    expect(first.headers['guildhall-ignored-fields']).toBe('/Color')
  })

  it('return 400 with handling=strict, and nothing is saved', async () => {
    const refused = await caller.post(GROUP, { Name: 'Strict', Color: 'red', Size: 1 }, STRICT)
    expect(refused.statusCode).toBe(400)
    expect(refused.json().errors).toEqual([
      { pointer: '/Color', message: 'is not a field of this operation' },
      { pointer: '/Size', message: 'is not a field of this operation' },
    ])
    expect((await caller.get('/api/groups?Criteria=Strict')).json().Results).toEqual([])
  })

  it('with handling=strict a request without them is saved, and the response says what was applied', async () => {
    const saved = await caller.post(GROUP, { Name: 'Strict and known' }, STRICT)
    expect([saved.statusCode, saved.headers['preference-applied']]).toEqual([200, 'handling=strict'])
  })
})

describe('unknown query parameters', () => {
  it('of a list return 400, with the parameters of the list', async () => {
    const refused = await caller.get('/api/groups?limit=5')
    expect([refused.statusCode, refused.json().errors[0].pointer]).toEqual([400, 'query:limit'])
    expect(refused.json().detail).toContain('Use Take, Skip, Criteria')
  })

  it('of a list that is read by POST return 400', async () => {
    const refused = await caller.post('/api/contacts?$filter=City', {})
    expect([refused.statusCode, refused.json().errors[0].pointer]).toEqual([400, 'query:$filter'])
  })

  it.each([
    ['/api/finance/contacts/8/statement/document?From=2026-02-30', 'query:From', 'must be written from'],
    ['/api/workflows/workflowmetrics/line?workflowId=1', 'query:workflowId', 'must be written workflowid'],
    ['/api/groups?take=5', 'query:take', 'must be written Take'],
    ['/api/integration/payproc/charge?zzz=1', 'query:zzz', 'Use chargeid'],
    ['/api/finance/contacts/8/balance?asOf=2026-01-01', 'query:asOf', 'which has none'],
  ])('of %s return 400 at %s: %s', async (url, pointer, message) => {
    const refused = await caller.get(url)
    expect([refused.statusCode, refused.json().errors[0].pointer]).toEqual([400, pointer])
    expect(refused.json().errors[0].message).toContain(message)
  })

  it('of an address that others complete are ignored', async () => {
    const followed = await caller.get('/api/public/mail/links?Token=none&utm_source=mail')
    expect(followed.statusCode).toBe(404)
  })

  it('of operations without parameters are ignored, and return 400 with handling=strict', async () => {
    const { GroupId } = (await caller.post(GROUP, { Name: 'Read' })).json()
    expect((await caller.get(`/api/groups/${GroupId}?_=1`)).statusCode).toBe(200)
    const refused = await caller.get(`/api/groups/${GroupId}?_=1`, STRICT)
    expect([refused.statusCode, refused.json().errors[0].pointer]).toEqual([400, 'query:_'])
  })
})
