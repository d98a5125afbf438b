import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { contactsApi } from '#test/support/people/contacts'

let test: TestApp
let caller: TestCaller
let api: ReturnType<typeof contactsApi>
beforeAll(async () => {
  test = await buildTestApp()
  caller = await test.tenant()
  api = contactsApi(caller)
})
afterAll(() => test.close())

const contacts = () => test.database.system.contact.count({ where: { tenantId: caller.tenant.id } })
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

describe('POST /api/contacts/person/{contactId} (savePerson): invalid input', () => {
  it.each<[string, unknown, number, string?]>([
    ['malformed JSON', '{"FirstName":', 400],
    ['a list', '[]', 400],
    ['forty levels', nested(40), 400],
    ['NUL', '{"FirstName":"a\\u0000b"}', 400, '/FirstName'],
    ['a lone surrogate', '{"FirstName":"\\ud800"}', 400],
    ['a wrong type', { FirstName: ['x'] }, 400, '/FirstName'],
    ['a number beyond int32', { FirstName: 'x', GenderId: 3_000_000_000 }, 400, '/GenderId'],
    ['a fraction for an id', { FirstName: 'x', PrimaryContactId: 1.5 }, 400, '/PrimaryContactId'],
    ['a text for an id', { FirstName: 'x', ContactId: '5' }, 400, '/ContactId'],
    ['another id than in the path', { FirstName: 'x', ContactId: 5 }, 400, '/ContactId'],
    ['a version for a new contact', { FirstName: 'x', AuditId: 3 }, 400, '/AuditId'],
    ['a negative version', { FirstName: 'x', AuditId: -1 }, 400, '/AuditId'],
    ['no name', { Prefix: 'Dr.' }, 400, '/LastName'],
    ['a name of spaces', { FirstName: '  \t ' }, 400, '/LastName'],
    ['a control character', { FirstName: 'a\u0007b' }, 400, '/FirstName'],
    ['a line break in a name', { FirstName: 'a\nb' }, 400, '/FirstName'],
    ['a name too long', { FirstName: 'x'.repeat(101) }, 400, '/FirstName'],
    ['no kind', { FirstName: 'x', ContactList: [{ Value: 'a@b.example' }] }, 400, '/ContactList/0/Kind'],
    ['an unknown kind', { FirstName: 'x', ContactList: [{ Kind: 'fax', Value: '1' }] }, 400, '/ContactList/0/Kind'],
    ['an email without a value', { FirstName: 'x', ContactList: [{ Kind: 'email' }] }, 400, '/ContactList/0/Value'],
    [
      'a type of another kind',
      { FirstName: 'x', ContactList: [{ Kind: 'email', Value: 'a@b.example', TypeId: 5 }] },
      400,
      '/ContactList/0/TypeId',
    ],
    [
      'two primary emails',
      {
        FirstName: 'x',
        ContactList: [
          { Kind: 'email', Value: 'a@b.example', IsPrimary: true },
          { Kind: 'email', Value: 'c@b.example', IsPrimary: true },
        ],
      },
      400,
      '/ContactList/1/IsPrimary',
    ],
    ['an empty address', { FirstName: 'x', Addresses: [{ Address1: ' ', CountryId: 0 }] }, 400, '/Addresses/0'],
    [
      'a day that does not exist',
      { FirstName: 'x', OrganizationsAndRoles: [{ OrganizationContactId: 1, RoleStartDate: '2025-02-30' }] },
      400,
      '/OrganizationsAndRoles/0/RoleStartDate',
    ],
    [
      'a role without an organization',
      { FirstName: 'x', OrganizationsAndRoles: [{ Title: 'x' }] },
      400,
      '/OrganizationsAndRoles/0/OrganizationContactId',
    ],
    [
      'a designation without letters',
      { FirstName: 'x', ContactDesignations: [{ Name: 'x' }] },
      400,
      '/ContactDesignations/0/Code',
    ],
    [
      'too many addresses',
      { FirstName: 'x', Addresses: Array.from({ length: 51 }, () => ({ City: 'x' })) },
      400,
      '/Addresses',
    ],
    ['an unknown country', { FirstName: 'x', Addresses: [{ CountryId: 999 }] }, 422, '/Addresses/0/CountryId'],
    [
      'an unknown role type',
      { FirstName: 'x', OrganizationsAndRoles: [{ OrganizationContactId: 1, RoleId: 999 }] },
      422,
      '/OrganizationsAndRoles/0/RoleId',
    ],
    [
      'an unknown organization',
      { FirstName: 'x', OrganizationsAndRoles: [{ OrganizationContactId: 99999 }] },
      422,
      '/OrganizationsAndRoles/0/OrganizationContactId',
    ],
    [
      'an unknown email',
      { FirstName: 'x', ContactList: [{ Kind: 'email', Id: 4711, Value: 'a@b.example' }] },
      422,
      '/ContactList/0/Id',
    ],
    [
      'an unknown address',
      { FirstName: 'x', Addresses: [{ ContactAddressId: 4711, City: 'x' }] },
      422,
      '/Addresses/0/ContactAddressId',
    ],
    [
      'an unknown shared address',
      { FirstName: 'x', Addresses: [{ AddressId: 4711, City: 'x' }] },
      422,
      '/Addresses/0/AddressId',
    ],
    ['an unknown primary email', { FirstName: 'x', PrimaryEmailAddressId: 4711 }, 422, '/PrimaryEmailAddressId'],
    ['an unknown primary contact', { FirstName: 'x', PrimaryContactId: 4711 }, 422, '/PrimaryContactId'],
  ])('%s is refused, named and changes nothing', async (_name, body, status, pointer) => {
    const before = await contacts()
    const answer = await api.savePerson(0, body as object)
    expect(answer.statusCode, answer.body).toBe(status)
    expect(answer.headers['content-type']).toContain('application/problem+json')
    if (pointer) {
      expect(answer.json().errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer)
    }
    expect(await contacts()).toBe(before)
  })

  it.each([
    [
      'email',
      [
        'plain',
        '@x.example',
        'a@',
        'a b@x.example',
        'a@x',
        'a@-x.example',
        'a..b@x.example',
        `${'a'.repeat(65)}@x.example`,
        'a@x.example\u0007',
        'a@1.2',
      ],
    ],
    ['phone', ['call me', '12', '+', '1'.repeat(30), '<b>5551234</b>']],
    [
      'website',
      [
        'javascript:alert(1)',
        'ftp://x.example',
        'https://',
        'http://user:pw@x.example',
        'x y.example',
        'data:text/html,x',
        'localhost',
      ],
    ],
  ])('each bad %s is 400', async (kind, values) => {
    for (const value of values) {
      const answer = await api.savePerson(0, { FirstName: 'x', ContactList: [{ Kind: kind, Value: value }] })
      expect(answer.statusCode, value).toBe(400)
      expect(answer.json().errors[0].pointer).toBe('/ContactList/0/Value')
    }
  })

  it('reports every fault at once', async () => {
    const body = {
      ContactList: [
        { Kind: 'email', Value: 'x' },
        { Kind: 'phone', Value: 'y' },
      ],
      Suffix: '\u0001',
    }
    const answer = await api.savePerson(0, body)
    expect(
      answer
        .json()
        .errors.map((error: { pointer: string }) => error.pointer)
        .sort(),
    ).toEqual(['/ContactList/0/Value', '/ContactList/1/Value', '/Suffix'])
  })

  it('keeps markup as text and ignores unknown fields', async () => {
    const person = await api.person({ FirstName: '<b>Bold</b>', balance: 1000, IsDeleted: true, tenantId: 1 })
    expect(person.FirstName).toBe('<b>Bold</b>')
    expect((await api.rows()).get(person.ContactId)).toMatchObject({ Balance: 0, Name: '<b>Bold</b>' })
  })

  it.each([
    ['/api/contacts/person/-1', 400],
    ['/api/contacts/person/abc', 400],
    ['/api/contacts/person/99999999999', 400],
    ['/api/contacts/person/4711', 404],
    ['/api/contacts/org/4711', 404],
    ['/api/contacts/abc/status', 400],
    ['/api/contacts/merge', 400],
    ['/api/contacts/duplicates', 400],
  ])('POST %s is %i', async (url, status) => {
    const answer = await caller.post(url, {
      FirstName: 'x',
      OrganizationName: 'x',
      AuditId: 1,
      MembershipStatusTypeId: 4,
    })
    expect(answer.statusCode, answer.body).toBe(status)
  })

  it('returns 400 for an organization without a name, and for one that would lose its name', async () => {
    expect((await api.saveOrg(0, {})).json().errors[0].pointer).toBe('/OrganizationName')
    const { ContactId } = await api.org({ OrganizationName: 'Named' })
    expect((await api.saveOrg(ContactId, { AuditId: 1, OrganizationName: ' ' })).statusCode).toBe(400)
  })

  it('returns 404 for a person as an organization, and for an organization as a person', async () => {
    const person = await api.person({ FirstName: 'Human' })
    const org = await api.org({ OrganizationName: 'Body' })
    expect((await api.saveOrg(person.ContactId, { AuditId: 1, OrganizationName: 'x' })).statusCode).toBe(404)
    expect((await api.savePerson(org.ContactId, { AuditId: 1, FirstName: 'x' })).statusCode).toBe(404)
    const role = { OrganizationContactId: person.ContactId }
    expect((await api.savePerson(0, { FirstName: 'x', OrganizationsAndRoles: [role] })).statusCode).toBe(422)
  })
})

describe('POST /api/contacts/person/{contactId} (savePerson): records of others', () => {
  it('rejects nested records of another contact or tenant, and keeps them unchanged', async () => {
    const other = contactsApi(await test.foreignTenant())
    const contact = {
      FirstName: 'Owner',
      ContactList: [{ Kind: 'email', Value: 'owner@example.org' }],
      Addresses: [{ City: 'Home' }],
      ContactDesignations: [{ Code: 'X' }],
    }
    for (const owner of [await api.person(contact), await other.person(contact)]) {
      const body = {
        FirstName: 'Thief',
        forceSave: true,
        PrimaryEmailAddressId: owner.ContactList[0]?.Id,
        ContactList: [{ Kind: 'email', Id: owner.ContactList[0]?.Id, Value: 'thief@example.org' }],
        Addresses: [{ ContactAddressId: owner.Addresses[0]?.ContactAddressId, isDeleted: true }],
        ContactDesignations: [{ ContactDesignationId: owner.ContactDesignations[0]?.ContactDesignationId, Code: 'Y' }],
      }
      const refused = await api.savePerson(0, body)
      expect(refused.statusCode).toBe(422)
      expect(
        refused
          .json()
          .errors.map((error: { pointer: string }) => error.pointer)
          .sort(),
      ).toEqual([
        '/Addresses/0/ContactAddressId',
        '/ContactDesignations/0/ContactDesignationId',
        '/ContactList/0/Id',
        '/PrimaryEmailAddressId',
      ])
    }
  })

  it('treats the address, organization and contact of another tenant as missing', async () => {
    const other = contactsApi(await test.foreignTenant())
    const foreign = await other.person({ FirstName: 'Far', Addresses: [{ City: 'Away' }] })
    const org = await other.org({ OrganizationName: 'Foreign' })
    const bodies = [
      { Addresses: [{ AddressId: foreign.Addresses[0]?.AddressId, City: 'Stolen' }] },
      { OrganizationsAndRoles: [{ OrganizationContactId: org.ContactId }] },
      { PrimaryContactId: foreign.ContactId },
    ]
    for (const body of bodies) expect((await api.savePerson(0, { FirstName: 'x', ...body })).statusCode).toBe(422)
    const missing = await api.savePerson(2_000_000_000, { AuditId: 1, FirstName: 'x' })
    const hidden = await api.savePerson(foreign.ContactId, { AuditId: 1, FirstName: 'x' })
    const plain = ({ requestId: _id, instance: _path, ...rest }: Record<string, unknown>) => rest
    expect(plain(hidden.json())).toEqual(plain(missing.json()))
    expect((await caller.delete(`/api/contacts/${foreign.ContactId}/1`)).statusCode).toBe(404)
    expect((await caller.post(`/api/contacts/${foreign.ContactId}/restore/1`)).statusCode).toBe(404)
    expect((await caller.get(`/api/contacts/${foreign.ContactId}/duplicates`)).statusCode).toBe(404)
    expect(await other.getPerson(foreign.ContactId)).toEqual(foreign)
  })

  it('requires a credential, and the scope to write', async () => {
    const bare = await test.app.inject({ method: 'POST', url: '/api/contacts/person/0', payload: { FirstName: 'x' } })
    expect(bare.statusCode).toBe(401)
    const reader = await test.caller(caller.tenant, ['contacts:read'])
    expect((await reader.post('/api/contacts/person/0', { FirstName: 'x' })).statusCode).toBe(403)
    expect((await reader.post('/api/contacts/merge', {})).statusCode).toBe(403)
    expect((await reader.delete('/api/contacts/1/1')).statusCode).toBe(403)
    expect((await reader.post('/api/contacts/duplicates', { SystemContactTypeId: 1 })).statusCode).toBe(200)
  })
})
