import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '#test/support/build-app'
import { countQueries } from '#test/support/database/count-queries'
import { contactsApi } from '#test/support/people/contacts'

let test: TestApp
let api: ReturnType<typeof contactsApi>
beforeAll(async () => {
  test = await buildTestApp()
  api = contactsApi(await test.tenant())
})
afterAll(() => test.close())

describe('POST /api/contacts/person/{contactId} (savePerson)', () => {
  it('creates a person with all its records', async () => {
    const org = await api.org({ OrganizationName: 'Northwind Ltd.' })
    const created = await api.savePerson(0, {
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
        { OrganizationContactId: org.ContactId, Title: 'Head', RoleStartDate: '2020-01-31', IsContact: true },
      ],
      ContactDesignations: [{ Code: 'CPA' }],
    })
    expect(created.statusCode, created.body).toBe(200)
    expect(created.headers.etag).toBe('"1"')
    const person = created.json()
    expect(person).toEqual(await api.getPerson(person.ContactId))
    expect(person).toMatchObject({
      AuditId: 1,
      FirstName: 'Ana',
      PrimaryEmailAddressId: person.ContactList[0].Id,
      ContactList: [
        { Kind: 'email', Value: 'ana@home.example', IsPrimary: true },
        { Kind: 'email', Value: 'Ana.Torres@Example.org' },
        { Kind: 'phone', Value: '(202) 456-1111', Extension: '7' },
        { Kind: 'website', Value: 'https://example.org' },
      ],
      Addresses: [{ Address1: '12 Elm Street', CountryId: 840, AuditId: 1, AddressAuditId: 1 }],
      OrganizationsAndRoles: [{ Title: 'Head', IsContact: true, RoleStartDate: '2020-01-31T00:00:00Z' }],
    })
    const rows = await api.rows()
    expect(rows.get(org.ContactId)).toMatchObject({ ContactRoleCount: 1, PrimaryContact: 'Dr. Ana Torres' })
    expect(rows.get(person.ContactId)).toMatchObject({
      Name: 'Dr. Ana Torres',
      EmailAddress: 'ana@home.example',
      Phone: '(202) 456-1111 ext. 7',
      City: 'Springfield',
      Country: 'United States of America',
    })
  })

  it('accepts its own response as a request that changes nothing', async () => {
    const person = await api.person({
      FirstName: 'Echo',
      ContactList: [{ Kind: 'email', Value: 'echo@example.org' }],
      Addresses: [{ City: 'Bonn', CountryId: 276 }],
      ContactDesignations: [{ Code: 'MD' }],
    })
    const again = await api.savePerson(person.ContactId, person)
    expect(again.json()).toEqual(person)
  })

  it('keeps absent fields and list items, clears by null, changes and deletes by id', async () => {
    const person = await api.person({
      FirstName: 'Bo',
      LastName: 'Li',
      PrimaryTitle: 'Clerk',
      ContactList: [
        { Kind: 'email', Value: 'bo@one.example' },
        { Kind: 'email', Value: 'bo@two.example' },
      ],
      Addresses: [{ City: 'Rome' }],
    })
    const [first, second] = person.ContactList
    const saved = await api.savePerson(person.ContactId, {
      AuditId: 1,
      PrimaryTitle: null,
      ContactList: [
        { Kind: 'email', Id: first?.Id, isDeleted: true },
        { Kind: 'email', Id: second?.Id, Value: 'bo@three.example' },
      ],
      Addresses: [{ ContactAddressId: person.Addresses[0]?.ContactAddressId, City: 'Milan', AddressAuditId: 1 }],
    })
    expect(saved.json()).toMatchObject({
      AuditId: 2,
      FirstName: 'Bo',
      PrimaryTitle: null,
      PrimaryEmailAddressId: second?.Id,
      ContactList: [{ Id: second?.Id, Value: 'bo@three.example' }],
      Addresses: [{ City: 'Milan', AddressAuditId: 2, AuditId: 1 }],
    })
    expect(saved.json().ContactList).toHaveLength(1)
    expect((await api.rows()).get(person.ContactId)).toMatchObject({ EmailAddress: 'bo@three.example', City: 'Milan' })
  })

  it('moves a role to another organization, and updates the rows of both', async () => {
    const from = await api.org({ OrganizationName: 'Left' })
    const to = await api.org({ OrganizationName: 'Joined' })
    const person = await api.person({
      FirstName: 'Clerk',
      OrganizationsAndRoles: [{ OrganizationContactId: from.ContactId, Title: 'Clerk' }],
    })
    const ContactRoleId = person.OrganizationsAndRoles[0]?.ContactRoleId
    const move = { ContactRoleId, ContactRoleAuditId: 1, OrganizationContactId: to.ContactId }
    const saved = await api.savePerson(person.ContactId, { AuditId: 1, OrganizationsAndRoles: [move] })
    expect(saved.json().OrganizationsAndRoles).toMatchObject([{ ...move, ContactRoleAuditId: 2, Title: 'Clerk' }])
    const rows = await api.rows()
    expect(rows.get(from.ContactId)?.ContactRoleCount).toBe(0)
    expect(rows.get(to.ContactId)?.ContactRoleCount).toBe(1)
    const summary = await api.good(api.caller.get(`/api/contacts/PersonSummary/${person.ContactId}`))
    expect(summary).toMatchObject({ PrimaryOrg: 'Joined' })
  })

  it('writes a changed name to the rows that show it, and a shared address to all contacts that use it', async () => {
    const head = await api.person({ FirstName: 'Old', LastName: 'Name', Addresses: [{ City: 'Oslo' }] })
    const org = await api.org({ OrganizationName: 'Shown Inc.', PrimaryContactId: head.ContactId })
    const flatmate = await api.person({ FirstName: 'Flat', Addresses: [{ AddressId: head.Addresses[0]?.AddressId }] })
    const address = { ContactAddressId: head.Addresses[0]?.ContactAddressId, City: 'Bergen' }
    await api.good(api.savePerson(head.ContactId, { AuditId: 1, FirstName: 'New', Addresses: [address] }))
    const rows = await api.rows()
    expect(rows.get(org.ContactId)?.PrimaryContact).toBe('New Name')
    expect(rows.get(flatmate.ContactId)?.City).toBe('Bergen')
  })

  it('changes an address that a new person shares for all contacts that use it', async () => {
    const host = await api.person({ FirstName: 'Host', Addresses: [{ City: 'Oslo' }] })
    const AddressId = host.Addresses[0]?.AddressId
    const guest = await api.person({ FirstName: 'Guest', Addresses: [{ AddressId, City: 'Bergen' }] })
    const rows = await api.rows()
    expect(rows.get(guest.ContactId)?.City).toBe('Bergen')
    expect(rows.get(host.ContactId)?.City).toBe('Bergen')
  })

  it('deletes an address that no contact uses any more', async () => {
    const person = await api.person({ FirstName: 'Mover', Addresses: [{ City: 'Lima' }] })
    const [address] = person.Addresses
    const remove = { AuditId: 1, Addresses: [{ ContactAddressId: address?.ContactAddressId, isDeleted: true }] }
    expect((await api.savePerson(person.ContactId, remove)).json().Addresses).toEqual([])
    expect(
      await test.database.system.address.count({
        where: { tenantId: api.caller.tenant.id, id: address?.AddressId ?? 0 },
      }),
    ).toBe(0)
  })

  it('makes the person searchable by any of its words, without regard to case and accents', async () => {
    const contact = { FirstName: 'Žofie', LastName: "O'Brien", AccountNumber: 'K-77' }
    const { ContactId } = await api.person({ ...contact, ContactList: [{ Kind: 'phone', Value: '+44 20 7946 0991' }] })
    for (const words of ['zof', 'obrien', "o'bri zofie", 'k-77', '7946 0991', '+442079460991']) {
      const found = await api.good<{ Results: { ContactId: number }[] }>(
        api.caller.post('/api/contacts', { Criteria: words }),
      )
      expect(
        found.Results.map((row) => row.ContactId),
        words,
      ).toEqual([ContactId])
    }
  })

  it('writes a change that shows in no other row, and reads its response, in one round trip after the locked read', async () => {
    const { ContactId } = await api.person({ FirstName: 'Ida', LastName: 'Own' })
    const info = { Kind: 'email', Value: 'ida@own.example', IsPrimary: true }
    const { result, queries } = await countQueries(test.database, () =>
      api.good(api.savePerson(ContactId, { AuditId: 1, forceSave: true, PrimaryTitle: 'Chair', ContactList: [info] })),
    )
    expect(result).toMatchObject({ AuditId: 2, PrimaryTitle: 'Chair', ContactList: [{ Value: 'ida@own.example' }] })
    // The id is not that of a merged contact; lock, records, custom fields; then the change, the response and COMMIT.
    expect(queries.filter((tag) => tag !== 'BEGIN')).toEqual(['SELECT 0', ...Array(5).fill('SELECT 1'), 'COMMIT'])
    const rows = await api.rows(`?$filter=${encodeURIComponent("EmailAddress eq 'ida@own.example'")}`)
    expect(rows.get(ContactId)).toMatchObject({ Name: 'Ida Own', EmailAddress: 'ida@own.example' })
  })

  it('writes history and one event per change', async () => {
    const person = await api.person({ FirstName: 'Witness' })
    await api.good(api.savePerson(person.ContactId, { AuditId: 1, LastName: 'Stand' }))
    const where = { tenantId: api.caller.tenant.id, entity: 'contact', entityId: person.ContactId }
    const entries = await test.database.system.auditEntry.findMany({ where, orderBy: { id: 'asc' } })
    expect(entries).toMatchObject([
      { action: 'created', auditId: 1, changes: { FirstName: { old: null, new: 'Witness' } } },
      { action: 'updated', auditId: 2, changes: { LastName: { old: null, new: 'Stand' } } },
    ])
    const events = await test.database.system.outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
    expect(events).toMatchObject([
      { kind: 'contact.created', auditId: 1 },
      { kind: 'contact.updated', auditId: 2, payload: { fields: ['LastName'] } },
    ])
  })

  it('creates one person under one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'one-person' }
    const send = () => api.savePerson(0, { FirstName: 'Once', forceSave: true }, headers)
    const first = await send()
    const second = await send()
    expect(second.json()).toEqual(first.json())
    expect(second.headers['idempotent-replayed']).toBe('true')
  })
})
