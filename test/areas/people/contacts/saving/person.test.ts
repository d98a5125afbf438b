import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '../../../../support/build-app.ts'

let test: TestApp
let caller: TestCaller
beforeAll(async () => {
  test = await buildTestApp()
  caller = await test.tenant()
})
afterAll(() => test.close())

const save = (id: number, body: object, headers?: Record<string, string>) =>
  caller.post(`/api/contacts/person/${id}`, body, headers)

describe('saving a person', () => {
  it('creates one with all its records and reads them back', async () => {
    const org = await caller.post('/api/contacts/org/0', { OrganizationName: 'Northwind Ltd.' })
    expect(org.statusCode, org.body).toBe(200)
    const created = await save(0, {
      Prefix: 'Dr.',
      FirstName: ' Ana ',
      LastName: 'Torres',
      ContactList: [
        { Kind: 'email', Value: 'Ana.Torres@Example.org' },
        { Kind: 'email', Value: 'ana@home.example', TypeId: 2, IsPrimary: true },
        { Kind: 'phone', Value: '(202) 456-1111', TypeId: 2, Extension: '7' },
        { Kind: 'website', Value: 'example.org' },
      ],
      Addresses: [{ Address1: '12 Elm Street', City: 'Springfield', StateProvince: 'IL', CountryId: 840 }],
      OrganizationsAndRoles: [
        { OrganizationContactId: org.json().ContactId, Title: 'Head', RoleStartDate: '2020-01-31', IsContact: true },
      ],
      ContactDesignations: [{ Code: 'CPA' }],
    })
    expect(created.statusCode, created.body).toBe(200)
    const person = created.json()
    expect(person).toEqual((await caller.get(`/api/contacts/person/${person.ContactId}`)).json())
    expect(person).toMatchObject({ AuditId: 1, FirstName: 'Ana', PrimaryEmailAddressId: person.ContactList[0].Id })
    expect(created.headers.etag).toBe('"1"')
    const list = (await caller.get('/api/contacts')).json().Results
    expect(list).toMatchObject([
      { Name: 'Northwind Ltd.', ContactRoleCount: 1, PrimaryContact: 'Dr. Ana Torres' },
      { Name: 'Dr. Ana Torres', EmailAddress: 'ana@home.example', Phone: '(202) 456-1111 ext. 7', City: 'Springfield' },
    ])
  })
})
