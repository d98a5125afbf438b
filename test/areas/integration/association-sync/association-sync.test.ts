import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { type AssociationApi, associationApi, deliverChanges, type Json } from '#test/support/integration/association'
import { contactsApi } from '#test/support/people/contacts'

let server: TestApp
let caller: TestCaller
let api: AssociationApi
beforeAll(async () => {
  server = await buildTestApp()
  caller = await server.tenant()
  api = associationApi(caller)
})
afterAll(() => server.close())

/** Every field that an individual can have, each with another value. */
const PERSON: Json = {
  StateID: 'ME-2041',
  Affiliation: 'ME',
  URL: 'https://dana.example.org',
  Status: 'Active',
  FirstName: 'Dana',
  LastName: 'Ortiz',
  InformalFirstName: 'Dee',
  Suffix: 'Jr.',
  MiddleInitial: 'Q',
  Title: 'Dr.',
  Email: 'dana.ortiz@example.org',
  Designation: 'CRS, GRI',
  OU: 'North',
  EOPolicyNumber: 'EO-1',
  FederalID: '01-0234567',
  JobTitle: 'Broker',
  Department: 'Sales',
  Facebook: 'https://www.facebook.com/dana',
  Twitter: 'https://x.com/dana',
  LinkedIn: 'https://www.linkedin.com/in/dana',
  YouTubeChannel: 'https://www.youtube.com/@dana',
  GooglePlus: 'https://plus.google.com/1',
  WorkPhone: '+12024561111',
  WorkPhoneExtension: '12',
  HomePhone: '+12024562222',
  HomePhoneExtension: '13',
  OtherPhone: '+12024563333',
  OtherPhoneExtension: '14',
  MobilePhone: '+12024564444',
  Fax: '+12024565555',
  Phone: '+12024566666',
  PhoneExtension: '15',
  PhysicalLine1: '12 Quay Street',
  PhysicalLine2: 'Suite 4',
  PhysicalCity: 'Portland',
  PhysicalState: 'ME',
  PhysicalZip: '04101',
  PhysicalCountry: 'US',
  MailingLine1: 'PO Box 7',
  MailingLine2: 'Dock',
  MailingCity: 'Bath',
  MailingState: 'ME',
  MailingZip: '04530',
  MailingCountry: 'CA',
}
/** The texts of an individual that only a business has, and the reverse. */
const OF_BUSINESS = ['NumberOfEmployees', 'AgencyType', 'Description']
const OF_PERSON = [
  'FirstName',
  'LastName',
  'InformalFirstName',
  'Suffix',
  'MiddleInitial',
  'Title',
  'JobTitle',
  'Department',
]
const without = (fields: Json, names: string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
const BUSINESS: Json = {
  ...without(PERSON, OF_PERSON),
  Name: 'Ortiz Marine',
  NumberOfEmployees: '18',
  AgencyType: 'Franchise',
  Description: 'Boats.\nAnd ropes.',
}

describe('POST /api/assoc/person/upsert (upsertAssociationPerson)', () => {
  it('creates an individual with every field, and returns the same fields', async () => {
    await api.good(api.person({ NationalID: 1001, ...PERSON }))
    const read = await api.contact(1001)
    expect(read).toMatchObject({ ...PERSON, NationalID: 1001, ContactType: 'Individual', Name: 'Dr. Dana Q Ortiz Jr.' })
    expect(OF_BUSINESS.map((field) => read[field])).toEqual(OF_BUSINESS.map(() => null))
    const person = await contactsApi(caller).getPerson(Number(read.PlatformID))
    expect(person).toMatchObject({ FirstName: 'Dana', ContactDesignations: [{ Code: 'CRS' }, { Code: 'GRI' }] })
  })

  it('replaces what is sent, clears what is null, and keeps what is absent', async () => {
    await api.good(api.person({ NationalID: 1002, ...PERSON, Email: 'first@example.org' }))
    await api.good(api.person({ NationalID: 1002, Email: 'second@example.org', Fax: null, MailingLine2: null }))
    expect(await api.contact(1002)).toMatchObject({
      ...PERSON,
      Email: 'second@example.org',
      Fax: null,
      MailingLine2: null,
    })
    const cleared = Object.fromEntries(
      Object.keys(PERSON).flatMap((name) => (['LastName', 'Status'].includes(name) ? [] : [[name, null]])),
    )
    await api.good(api.person({ NationalID: 1002, ...cleared }))
    expect(await api.contact(1002)).toMatchObject({ ...cleared, LastName: 'Ortiz', Status: 'Active' })
  })

  it('ignores a transaction that is older or was received before', async () => {
    const at = (time: string, id: string, fields: Json) =>
      api.good(api.person({ NationalID: 1003, LastName: 'Byron', TransactionId: id, OccurredDate: time, ...fields }))
    await at('2026-11-21T10:00:00Z', 'b', { FirstName: 'Ada' })
    await at('2026-11-21T09:00:00Z', 'a', { FirstName: 'Old' })
    await at('2026-11-21T12:00:00Z', 'b', { FirstName: 'Repeated' })
    expect(await api.contact(1003)).toMatchObject({ FirstName: 'Ada' })
  })

  it('connects a contact with its parent when the parent arrives', async () => {
    await api.good(api.person({ NationalID: 1004, LastName: 'Child', ParentNationalId: 1005 }))
    expect(await api.contact(1004)).toMatchObject({ ParentNationalId: 0, ParentAgency: null })
    await api.good(api.organization({ NationalID: 1005, Name: 'Parent Agency' }))
    const { PlatformID } = await api.contact(1005)
    expect(await api.contact(1004)).toMatchObject({
      ParentNationalId: 1005,
      PlatformParentId: PlatformID,
      ParentAgency: 'Parent Agency',
    })
    await api.good(api.person({ NationalID: 1004, ParentNationalId: 0 }))
    expect(await api.contact(1004)).toMatchObject({ ParentNationalId: 0 })
  })

  it('takes the contact with the PlatformID, or a duplicate, and rejects two contacts', async () => {
    const own = contactsApi(caller)
    const { ContactId } = await own.person({ FirstName: 'Grace', LastName: 'Hopper' })
    await api.good(api.person({ NationalID: 1006, PlatformID: ContactId, LastName: 'Hopper', Status: 'Courtesy' }))
    expect(await api.contact(1006)).toMatchObject({ PlatformID: ContactId, FirstName: 'Grace', Status: 'Courtesy' })
    const email = { Kind: 'email', Value: 'mary@example.org' }
    const mary = await own.person({ FirstName: 'Mary', LastName: 'Shelley', ContactList: [email] })
    await api.good(api.person({ NationalID: 1007, FirstName: 'Mary', LastName: 'Shelley', Email: 'MARY@example.org' }))
    expect(await api.contact(1007)).toMatchObject({ PlatformID: mary.ContactId })
    const refused = await api.person({ NationalID: 1007, PlatformID: ContactId })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'different-contacts'])
  })

  it('rejects what is missing or cannot be a value, with every pointer', async () => {
    const business = await api.person({ NationalID: 1008, ContactType: 'Business', Name: 'X' })
    expect(business.json()).toMatchObject({
      code: 'transaction-rule',
      errors: [{ pointer: '/Transaction/ContactType' }],
    })
    const wrong = await api.person({
      NationalID: 1008,
      LastName: 'X',
      Email: 'no',
      Fax: 'x',
      Facebook: 'https://example.org',
      MailingCountry: 'Atlantis',
    })
    expect(wrong.statusCode).toBe(400)
    expect(wrong.json().errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      ...['/Transaction/Email', '/Transaction/Fax', '/Transaction/Facebook', '/Transaction/MailingCountry'],
    ])
    expect((await api.caller.get('/api/assoc/getcontactauditbynationalid/1008')).statusCode).toBe(404)
    await api.good(api.organization({ NationalID: 1009, Name: 'Office' }))
    expect((await api.person({ NationalID: 1009, LastName: 'X' })).json().code).toBe('other-contact-type')
  })

  it('accepts the transaction as text', async () => {
    const Transaction = JSON.stringify({
      TransactionId: 'text-1',
      OccurredDate: '2026-11-20T10:00:00Z',
      ContactType: 'Individual',
      NationalID: 1010,
      LastName: 'Text',
    })
    await api.good(caller.post('/api/assoc/person/upsert', { Transaction, IsNational: false }))
    expect(await api.contact(1010)).toMatchObject({ LastName: 'Text', Status: 'Active' })
  })
})

describe('POST /api/assoc/organization/upsert (upsertAssociationOrganization)', () => {
  it('creates a business with every field, and returns the same fields', async () => {
    await api.good(api.organization({ NationalID: 2001, ...BUSINESS }))
    const read = await api.contact(2001)
    expect(read).toMatchObject({ ...BUSINESS, NationalID: 2001, ContactType: 'Business' })
    expect(OF_PERSON.map((field) => read[field])).toEqual(OF_PERSON.map(() => null))
  })

  it('puts a business below its parent', async () => {
    await api.good(api.organization({ NationalID: 2002, Name: 'Branch', ParentNationalId: 2003 }))
    await api.good(api.organization({ NationalID: 2003, Name: 'Head office' }))
    expect(await api.contact(2002)).toMatchObject({ ParentNationalId: 2003, ParentAgency: 'Head office' })
  })
})

describe('GET /api/assoc/getcontactauditbynationalid/{nationalid} (getContactAuditByNationalId)', () => {
  it('returns 404 for a number of another tenant, and for a deleted contact', async () => {
    const other = associationApi(await server.foreignTenant())
    await other.good(other.person({ NationalID: 5001, LastName: 'Foreign' }))
    expect((await caller.get('/api/assoc/getcontactauditbynationalid/5001')).statusCode).toBe(404)
    await api.good(api.person({ NationalID: 5002, LastName: 'Deleted' }))
    const { PlatformID } = await api.contact(5002)
    const { AuditId } = await contactsApi(caller).getPerson(Number(PlatformID))
    await api.good(caller.delete(`/api/contacts/${PlatformID}/${AuditId}`))
    expect((await caller.get('/api/assoc/getcontactauditbynationalid/5002')).statusCode).toBe(404)
  })
})

describe('GET /api/assoc/getchangessince/{utcdatetime} (listAssociationChanges)', () => {
  it('contains the changes that were made here, and not those that were received', async () => {
    const own = associationApi(await server.tenant())
    const contacts = contactsApi(own.caller)
    await own.good(own.person({ NationalID: 6001, FirstName: 'Feed', LastName: 'Reader' }))
    await deliverChanges(server, own.caller)
    expect((await own.feed()).Changes).toEqual([])
    const { PlatformID } = await own.contact(6001)
    const id = Number(PlatformID)
    const save = async (body: object) => {
      const { AuditId } = await contacts.getPerson(id)
      await contacts.good(contacts.savePerson(id, { AuditId, ...body }))
      await deliverChanges(server, own.caller)
    }
    await save({ FirstName: 'Feeds' })
    const first = await own.feed()
    expect(first.Changes).toMatchObject([
      { ChangeType: 'Update', Origin: 'local', Contact: { NationalID: 6001, FirstName: 'Feeds' } },
    ])
    expect((await own.feed(undefined, first.Cursor)).Changes).toEqual([])
    await own.good(own.deletePerson({ NationalID: 6001 }))
    await deliverChanges(server, own.caller)
    expect((await own.feed(undefined, first.Cursor)).Changes).toEqual([])
    expect((await own.feed('NH')).Changes.map(({ ChangeType }) => ChangeType)).toEqual(['Create', 'Update', 'Delete'])
    expect((await own.feed('national')).Changes.map(({ ChangeType }) => ChangeType)).toEqual(['Update'])
    await save({ FirstName: 'Unseen' })
    expect((await own.feed(undefined, first.Cursor)).Changes).toEqual([])
  })

  it('reads an instant in the future as now, so that a client with a wrong clock gets later changes', async () => {
    const { Cursor, Changes } = await api.feed(undefined, '2999-01-01T00:00:00Z')
    expect([Changes, Date.parse(Cursor) <= Date.now()]).toEqual([[], true])
    expect(Date.parse((await api.feed(undefined, '2999-01-01T00:00:00Z~7')).Cursor)).toBeLessThanOrEqual(Date.now())
  })

  it('rejects an instant that cannot be parsed, and one before the changes that are kept', async () => {
    expect((await caller.get('/api/assoc/getchangessince/yesterday-10')).statusCode).toBe(400)
    expect((await caller.get('/api/assoc/getchangessince/2020-01-01')).json().code).toBe('too-old')
    expect((await caller.get(`/api/assoc/getchangessince/${new Date().toISOString()}?origin=local`)).statusCode).toBe(
      400,
    )
  })
})
