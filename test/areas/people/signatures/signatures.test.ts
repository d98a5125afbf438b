import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { exchange, obtainCode, registerClient, registerLogin, type TestClient } from '#test/support/identity/oauth'
import { addPerson } from '#test/support/people/contact-rows'
import { expectShape } from '#test/support/server/contract-shape'

let server: TestApp
let mine: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  mine = await server.tenant()
})
afterAll(() => server.close())

const save = (caller: TestCaller, id: number, body: object, headers?: Record<string, string>) =>
  caller.post(`/api/signatures/${id}`, body, headers)
const create = async (caller: TestCaller, body: object): Promise<number> => {
  const answer = await save(caller, 0, body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().SignatureId
}
const createThree = async (caller: TestCaller) => {
  for (const Name of ['Short', 'Formal', 'Émile']) await create(caller, { Name, SignatureHtml: `<p>${Name}</p>` })
}
const read = async (caller: TestCaller, id: number) => (await caller.get(`/api/signatures/${id}`)).json()
const items = async (caller: TestCaller, options?: object) => {
  const query = options ? `?options=${encodeURIComponent(JSON.stringify(options))}` : ''
  const answer = await caller.get(`/api/signatures/items${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  expectShape('listSignatures', answer.json())
  return (answer.json() as { Name: string }[]).map(({ Name }) => Name)
}

describe('POST /api/signatures/{signatureid} (saveSignature)', () => {
  test('creates a signature, and changes the fields sent', async () => {
    const created = await save(mine, 0, {
      Name: ' Office ',
      SignatureHtml: '<p onclick="x()">Ada</p><script>1</script>',
    })
    expectShape('saveSignature', created.json())
    expect(created.json()).toMatchObject({ Name: 'Office', User: 'test' })
    expect(created.headers.etag).toBe('"1"')
    const id: number = created.json().SignatureId
    const found = await mine.get(`/api/signatures/${id}`)
    expectShape('getSignature', found.json())
    expect(found.json()).toEqual({ SignatureId: id, Name: 'Office', ContactId: null, SignatureHtml: '<p>Ada</p>' })
    const changed = await save(mine, id, { SignatureHtml: '<b>New</b>' })
    expect(changed.headers.etag).toBe('"2"')
    expect(await read(mine, id)).toMatchObject({ Name: 'Office', SignatureHtml: '<b>New</b>' })
  })

  test('accepts only a contact of the tenant', async () => {
    const person = await addPerson(server.database, mine.tenant.id)
    const other = await server.foreignTenant()
    const foreign = await addPerson(server.database, other.tenant.id)
    const id = await create(mine, { Name: 'For Ada', ContactId: String(person.id) })
    expect(await read(mine, id)).toMatchObject({ ContactId: String(person.id) })
    await save(mine, id, { ContactId: null })
    expect(await read(mine, id)).toMatchObject({ ContactId: null })
    for (const ContactId of [String(foreign.id), '2147480000', '9999999999']) {
      const answer = await save(mine, id, { ContactId })
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toMatchObject({ code: 'unknown-reference', errors: [{ pointer: '/ContactId' }] })
    }
  })

  test.each([
    ['a missing name', {}, '/Name'],
    ['a name of spaces', { Name: '  ' }, '/Name'],
    ['a long name', { Name: 'x'.repeat(201) }, '/Name'],
    ['long HTML', { Name: 'x', SignatureHtml: 'x'.repeat(100_001) }, '/SignatureHtml'],
    ['HTML that is too long after it is sanitized', { Name: 'x', SignatureHtml: '&'.repeat(90_000) }, '/SignatureHtml'],
    ['a contact id that is not a number', { Name: 'x', ContactId: 'Ada' }, '/ContactId'],
    ['HTML of another type', { Name: 'x', SignatureHtml: { a: 1 } }, '/SignatureHtml'],
  ])('returns 400 for %s with the pointer of the field', async (_, body, pointer) => {
    const answer = await save(mine, 0, body)
    expect(answer.statusCode, answer.body).toBe(400)
    expect(answer.json().errors[0].pointer).toBe(pointer)
  })

  test('accepts a name once, also from concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => save(mine, 0, { Name: 'Same' })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
    expect((await items(mine)).filter((name) => name === 'Same')).toEqual(['Same'])
    const id = await create(mine, { Name: 'Another' })
    expect((await save(mine, id, { Name: 'Same' })).json().code).toBe('duplicate')
    expect((await save(mine, id, { Name: 'Another' })).statusCode).toBe(200)
  })

  test('accepts one of several concurrent changes of the same version', async () => {
    const id = await create(mine, { Name: 'Raced' })
    const writers = Array.from({ length: 20 }, (_, n) =>
      save(mine, id, { SignatureHtml: `<p>${n}</p>` }, { 'if-match': '"1"' }),
    )
    const statuses = (await Promise.all(writers)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 412)).toHaveLength(19)
  })

  test('records history and an event with each change', async () => {
    const id = await create(mine, { Name: 'Traced' })
    await save(mine, id, { Name: 'Traced again' })
    await mine.delete(`/api/signatures/${id}`)
    const where = { tenantId: mine.tenant.id, entity: 'signature', entityId: id }
    const trail = await server.database.system.auditEntry.findMany({ where, orderBy: { id: 'asc' } })
    expect(trail.map(({ action, auditId }) => [action, auditId])).toEqual([
      ['created', 1],
      ['updated', 2],
      ['deleted', 3],
    ])
    const events = await server.database.system.outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
    expect(events.map(({ kind }) => kind)).toEqual(['signature.created', 'signature.updated', 'signature.deleted'])
  })
})

describe('GET /api/signatures/{signatureid} (getSignature)', () => {
  test('returns 404 for the signature of another API key of the tenant', async () => {
    const id = await create(mine, { Name: 'Private' })
    const colleague = await server.caller(mine.tenant, ['admin'])
    for (const answer of [
      await colleague.get(`/api/signatures/${id}`),
      await save(colleague, id, { Name: 'Mine now' }),
      await colleague.delete(`/api/signatures/${id}`),
    ]) {
      expect(answer.statusCode).toBe(404)
    }
    expect(await items(colleague)).toEqual([])
    expect((await save(colleague, 0, { Name: 'Private' })).statusCode).toBe(200)
    expect(await read(mine, id)).toMatchObject({ Name: 'Private' })
  })
})

describe('GET /api/signatures/currentusersignatures (listCurrentUserSignatures)', () => {
  test('returns all signatures of the caller with their HTML', async () => {
    const caller = await server.tenant()
    await createThree(caller)
    const own = (await caller.get('/api/signatures/currentusersignatures')).json()
    expectShape('listCurrentUserSignatures', own)
    expect(own.map(({ SignatureHtml }: { SignatureHtml: string }) => SignatureHtml).sort()).toEqual(
      ['<p>Formal</p>', '<p>Short</p>', '<p>Émile</p>'].sort(),
    )
  })
})

describe('DELETE /api/signatures/{signatureid} (deleteSignature)', () => {
  test('deletes a signature, with If-Match only in its current version', async () => {
    const id = await create(mine, { Name: 'Removed' })
    await save(mine, id, { SignatureHtml: '<p>Changed</p>' })
    expect((await mine.delete(`/api/signatures/${id}`, { 'if-match': '"1"' })).statusCode).toBe(412)
    expect((await mine.delete(`/api/signatures/${id}`, { 'if-match': '"2"' })).json()).toEqual({})
    expect((await mine.get(`/api/signatures/${id}`)).statusCode).toBe(404)
    expect((await mine.delete(`/api/signatures/${id}`)).statusCode).toBe(404)
  })
})

describe('GET /api/signatures/lookup (lookupSignatures)', () => {
  test('returns the signatures as choices, numbered from 1', async () => {
    const caller = await server.tenant()
    await createThree(caller)
    const choices = (await caller.get('/api/signatures/lookup')).json()
    expectShape('lookupSignatures', choices)
    expect(choices.map(({ Order }: { Order: number }) => Order)).toEqual([1, 2, 3])
  })

  test('orders the signatures by name as in a dictionary', async () => {
    const caller = await server.tenant()
    for (const Name of ['Zoe', 'émile', 'Formal', 'Eric', 'Émile']) await create(caller, { Name })
    for (const list of ['lookup', 'currentusersignatures']) {
      const names = (await caller.get(`/api/signatures/${list}`)).json().map(({ Name }: { Name: string }) => Name)
      expect(names, list).toEqual(['émile', 'Émile', 'Eric', 'Formal', 'Zoe'])
    }
  })
})

describe('GET /api/signatures/managesignaturedialog (getManageSignatureDialog)', () => {
  test('returns all signatures of the caller', async () => {
    const caller = await server.tenant()
    await createThree(caller)
    const dialog = (await caller.get('/api/signatures/managesignaturedialog')).json()
    expectShape('getManageSignatureDialog', dialog)
    expect(dialog.Signatures).toHaveLength(3)
  })
})

describe('GET /api/signatures/items (listSignatures)', () => {
  test('searches, filters, orders and pages', async () => {
    const caller = await server.tenant()
    await createThree(caller)
    expect(await items(caller, { Criteria: 'emi' })).toEqual(['Émile'])
    expect(await items(caller, { OrderBy: 'SignatureId desc', Take: '2' })).toEqual(['Émile', 'Formal'])
    expect(await items(caller, { Filter: "startswith(Name, 'S')" })).toEqual(['Short'])
    expect(await items(caller, { Take: '1', Skip: '1', OrderBy: 'SignatureId' })).toEqual(['Formal'])
  })

  test.each([
    ['no JSON', '{', 'query:options'],
    ['an unknown field to order by', JSON.stringify({ OrderBy: 'Owner' }), 'query:options/OrderBy'],
    ['an unknown field to filter by', JSON.stringify({ Filter: "owner eq 'x'" }), 'query:options/Filter'],
    ['more than a thousand', JSON.stringify({ Take: '1001' }), 'query:options/Take'],
    ['a page of another type', JSON.stringify({ Take: {} }), 'query:options/Take'],
  ])('returns 400 for options with %s', async (_, options, pointer) => {
    const answer = await mine.get(`/api/signatures/items?options=${encodeURIComponent(options)}`)
    expect(answer.statusCode, answer.body).toBe(400)
    expect(answer.json().errors[0].pointer).toBe(pointer)
  })
})

describe('POST /api/signatures/{signatureid} (saveSignature): limits', () => {
  test('rejects the 101st signature', async () => {
    const caller = await server.tenant()
    const owner = `key:${caller.permissionId}`
    const data = Array.from({ length: 100 }, (_, n) => ({ tenantId: caller.tenant.id, owner, name: `${n}`, html: '' }))
    await server.database.system.signature.createMany({ data })
    const answer = await save(caller, 0, { Name: 'One more' })
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'too-many'])
  })
})

describe('POST /api/signatures/{signatureid} (saveSignature): by a login', () => {
  const signIn = async (caller: TestCaller, client: TestClient) => {
    const email = await registerLogin(server, caller.tenant)
    const { id: contactId } = await addPerson(server.database, caller.tenant.id)
    const login = await server.database.system.login.findFirstOrThrow({ where: { email } })
    await server.database.system.staff.updateMany({
      where: { tenantId: caller.tenant.id, loginId: login.id },
      data: { contactId },
    })
    const { code, verifier } = await obtainCode(server, client, email)
    const { access_token } = (await exchange(server, client, code, verifier)).json()
    const headers = { authorization: `Bearer ${access_token}` }
    const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
      server.app.inject({ method, url: `/api/signatures/${url}`, headers, ...(payload && { payload }) })
    return { contactId, call }
  }

  test('saves a signature with the name and, unless the body has one, the contact of the login', async () => {
    const caller = await server.tenant()
    const client = await registerClient(caller)
    const ada = await signIn(caller, client)
    const colleague = await signIn(caller, client)
    const saved = (await ada.call('POST', '0', { Name: 'Desk' })).json()
    expect(saved).toMatchObject({ Name: 'Desk', User: 'Ada Lovelace' })
    const own = (await ada.call('GET', String(saved.SignatureId))).json()
    expect(own.ContactId).toBe(String(ada.contactId))
    const none = (await ada.call('POST', '0', { Name: 'Nobody', ContactId: null })).json()
    expect((await ada.call('GET', String(none.SignatureId))).json().ContactId).toBeNull()
    expect((await colleague.call('GET', String(saved.SignatureId))).statusCode).toBe(404)
    expect((await colleague.call('GET', 'items')).json()).toEqual([])
    expect(await items(caller)).toEqual([])
  })
})

describe('GET /api/signatures/items (listSignatures): scopes', () => {
  test('returns 403 without signatures:read or signatures:write', async () => {
    const reader = await server.caller(mine.tenant, ['signatures:read'])
    expect((await reader.get('/api/signatures/items')).statusCode).toBe(200)
    expect((await save(reader, 0, { Name: 'x' })).statusCode).toBe(403)
    expect((await server.app.inject({ url: '/api/signatures/items' })).statusCode).toBe(401)
  })
})
