import { afterAll, describe, expect, expectTypeOf, test } from 'vitest'
import { createClient } from '#client/client'
import { ifMatch, retryOnConflict } from '#client/conflicts'
import type { RowOf, Schema } from '#client/operations'
import { ConflictError, isProblem, ProblemError } from '#client/problems'
import { openClientBench } from '../support/client/client.ts'

const { server, mine, baseUrl, client, open, close } = await openClientBench()
afterAll(close)

const newPerson = async (FirstName: string) => {
  const { data } = await client.POST('/api/contacts/person/{contactId}', {
    params: { path: { contactId: 0 } },
    body: { FirstName, LastName: 'Moreno' },
  })
  return data
}

const save = (person: Schema<'Person'>, FirstName: string, headers = {}) =>
  client.POST('/api/contacts/person/{contactId}', {
    params: { path: { contactId: person.ContactId } },
    body: { AuditId: person.AuditId, FirstName },
    headers,
  })

const errorOf = async (call: Promise<unknown>): Promise<unknown> => call.then(() => undefined).catch((error) => error)

describe('a call', () => {
  test('returns the data and the response of an operation', async () => {
    const created = await newPerson('Ada')
    const { data, response } = await client.GET('/api/contacts/person/{contactId}', {
      params: { path: { contactId: created.ContactId } },
    })
    expect(data).toEqual(created)
    expect(response.headers.get('etag')).toBe(`"${data.AuditId}"`)
  })

  test('authenticates by a key, by a token, or by a function that returns the current token', async () => {
    const tokens = ['wrong', mine.key]
    const refreshed = open({ key: undefined, token: async () => tokens.shift() ?? '' } as object)
    expect(isProblem(await errorOf(refreshed.GET('/api/contacts')), 'invalid-token')).toBe(true)
    expect((await refreshed.GET('/api/contacts')).response.status).toBe(200)
    expect((await open({ key: undefined, token: mine.key } as object).GET('/api/contacts')).response.status).toBe(200)
    expect(isProblem(await errorOf(createClient({ baseUrl }).GET('/api/contacts')), 'unauthorized')).toBe(true)
  })

  test('names the tenant of a public operation', async () => {
    const visitor = createClient({ baseUrl: `${baseUrl}/`, tenant: mine.tenant.key })
    expect((await visitor.GET('/api/help/{screenkey}', HELP)).response.status).toBe(200)
    const lost = createClient({ baseUrl, tenant: 'no-such-tenant' })
    expect(isProblem(await errorOf(lost.GET('/api/help/{screenkey}', HELP)))).toBe(true)
  })

  test('returns the body as it arrives on request', async () => {
    const { data } = await client.GET('/api/contacts/csv', { parseAs: 'text' })
    expectTypeOf(data).toEqualTypeOf<string>()
    expect(data).toContain('ContactId')
  })
})

const HELP = { params: { path: { screenkey: 'contacts.list' } } }

describe('the types', () => {
  test('have every field of a response, null only where it can be null', () => {
    type Row = RowOf<'get', '/api/contacts'>
    expectTypeOf<Row['ContactId']>().toEqualTypeOf<number>()
    expectTypeOf<Row['City']>().toEqualTypeOf<string | null>()
    expectTypeOf<Schema<'ContactListView'>['Results']>().toEqualTypeOf<Row[]>()
    expectTypeOf<Schema<'ContactListView'>['TotalRecordAvailable']>().toEqualTypeOf<string>()
    expectTypeOf<RowOf<'post', '/api/contacts'>>().toEqualTypeOf<Row>()
  })

  test('reject unknown parameters and fields, missing parameters, and lists that are none', () => {
    const rejected = () => [
      // @ts-expect-error a parameter that the list does not have
      client.GET('/api/contacts', { params: { query: { $topp: 5 } } }),
      // @ts-expect-error the id is missing
      client.GET('/api/contacts/person/{contactId}'),
      // @ts-expect-error a field that a person does not have
      client.POST('/api/contacts/person/{contactId}', { params: { path: { contactId: 0 } }, body: { Firstname: 'A' } }),
      // @ts-expect-error one record
      client.list('/api/contacts/person/{contactId}', { params: { path: { contactId: 0 } } }),
      // @ts-expect-error an operation that changes something
      client.search('/api/groups/{groupId}/members', { params: { path: { groupId: 1 } }, body: { ContactIds: [] } }),
      // @ts-expect-error a key and a token
      createClient({ baseUrl, key: 'ghk_a', token: 'b' }),
    ]
    expect(rejected).toBeTypeOf('function')
  })
})

describe('a problem', () => {
  test('is an error with its code, the fields and the id of the request', async () => {
    const body = { LastName: 'x'.repeat(5000), FirstName: 'y'.repeat(5000) }
    const error = await errorOf(
      client.POST('/api/contacts/person/{contactId}', { params: { path: { contactId: 0 } }, body }),
    )
    expect(error).toBeInstanceOf(ProblemError)
    if (!isProblem(error, 'invalid-input')) throw error
    expectTypeOf(error.code).toEqualTypeOf<'invalid-input'>()
    expect(error).toMatchObject({ status: 400, code: 'invalid-input', title: 'Bad Request', name: 'ProblemError' })
    expect(error.errors.map(({ pointer }) => pointer).sort()).toEqual(['/FirstName', '/LastName'])
    expect(error.message).toBe(error.detail)
    expect(error.requestId).toBe(error.response.headers.get('x-request-id'))
  })

  test('of another tenant is that of a record that does not exist', async () => {
    const other = await server.foreignTenant()
    const theirs = open({ key: other.key })
    const person = await newPerson('Bo')
    const error = await errorOf(
      theirs.GET('/api/contacts/person/{contactId}', { params: { path: { contactId: person.ContactId } } }),
    )
    expect(isProblem(error, 'not-found')).toBe(true)
    expect(isProblem(error, 'duplicate', 'in-use')).toBe(false)
  })
})

describe('a conflict', () => {
  test('contains the current version, by AuditId and by If-Match', async () => {
    const person = await newPerson('Cy')
    const { data: changed } = await save(person, 'Cyd')
    const stale = await errorOf(save(person, 'Cyril'))
    expect(stale).toBeInstanceOf(ConflictError)
    expect(stale).toMatchObject({ status: 409, code: 'stale-audit-id', auditId: changed.AuditId })
    const refused = await errorOf(save(changed, 'Cyril', ifMatch(person.AuditId)))
    expect(refused).toBeInstanceOf(ConflictError)
    expect(refused).toMatchObject({ status: 412, code: 'precondition-failed', auditId: changed.AuditId })
    expect((await save(changed, 'Cyril', ifMatch(changed.AuditId))).data.FirstName).toBe('Cyril')
  })

  test('is settled by reading and changing the record again', async () => {
    const { ContactId } = await newPerson('Di')
    const read = async () =>
      (await client.GET('/api/contacts/person/{contactId}', { params: { path: { contactId: ContactId } } })).data
    const append = (letter: string) =>
      retryOnConflict(async () => {
        const person = await read()
        return save(person, `${person.FirstName}${letter}`)
      }, 20)
    await Promise.all(['a', 'b', 'c', 'd'].map(append))
    expect([...((await read()).FirstName ?? '')].sort().join('')).toBe('Dabcdi')
  })

  test('is thrown after the last attempt', async () => {
    const person = await newPerson('Ed')
    await save(person, 'Edd')
    let attempts = 0
    const error = await errorOf(retryOnConflict(() => save(person, `Ed${++attempts}`), 3))
    expect(error).toBeInstanceOf(ConflictError)
    expect(attempts).toBe(3)
  })
})
