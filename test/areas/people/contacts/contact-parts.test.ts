import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/api/contact-parts'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

/** A kind of detail: how it is called, what makes one, what changes it, and what no body may say. */
interface Detail {
  path: string
  list: string
  save: string
  id: string
  made: Json
  change: Json
  /** The version of the detail itself, where it has one. */
  own?: string
  bad: [Json, string][]
}

const DETAILS: Detail[] = [
  {
    path: 'emails',
    list: 'listEmailsOfContact',
    save: 'saveContactEmail',
    id: 'EmailAddressId',
    made: { EmailAddress: 'Ada@Example.org', EmailAddressTypeId: 2 },
    change: { EmailStatus: 2, IsUnpublished: true },
    bad: [
      [{}, '/EmailAddress'],
      [{ EmailAddress: 'nobody' }, '/EmailAddress'],
      [{ EmailAddress: 'a@b.example', EmailAddressTypeId: 4 }, '/EmailAddressTypeId'],
      [{ EmailAddress: 'a@b.example', EmailStatus: 9 }, '/EmailStatus'],
    ],
  },
  {
    path: 'phones',
    list: 'listPhonesOfContact',
    save: 'saveContactPhone',
    id: 'PhoneId',
    made: { Phone: '(202) 456-1111', Extension: '7', PhoneTypeId: 2 },
    change: { Extension: null, PhoneTypeId: 3 },
    bad: [
      [{}, '/Phone'],
      [{ Phone: 'call me' }, '/Phone'],
      [{ Phone: '202 456 1111', Extension: 'x7' }, '/Extension'],
      [{ Phone: '202 456 1111', PhoneTypeId: 6 }, '/PhoneTypeId'],
    ],
  },
  {
    path: 'websites',
    list: 'listWebsitesOfContact',
    save: 'saveContactWebsite',
    id: 'WebAddressId',
    made: { Url: 'https://example.org/ada', WebAddressTypeId: 3 },
    change: { Url: 'https://example.org/byron' },
    bad: [
      [{}, '/Url'],
      [{ Url: 'javascript:alert(1)' }, '/Url'],
      [{ Url: 'https://a:b@example.org' }, '/Url'],
    ],
  },
  {
    path: 'addresses',
    list: 'listAddressesOfContact',
    save: 'saveContactAddress',
    id: 'ContactAddressId',
    own: 'AuditId',
    made: { Address1: '12 Elm Street', City: 'Springfield', CountryId: 840, AddressTypeId: 2, Note: 'Ring twice' },
    change: { City: 'Shelbyville', AddressUsageFlagId: 1, Note: null },
    bad: [
      [{ StateProvince: 'IL' }, '/Address1'],
      [{ City: 'Oslo', isDeleted: true }, '/isDeleted'],
      [{ City: 'Oslo', AddressTypeId: 6 }, '/AddressTypeId'],
      [{ City: 'Oslo', AddressUsageFlagId: 4 }, '/AddressUsageFlagId'],
    ],
  },
  {
    path: 'designations',
    list: 'listContactDesignations',
    save: 'saveContactDesignation',
    id: 'ContactDesignationId',
    made: { Code: 'CPA', Name: 'Certified Public Accountant' },
    change: { DisplayOrder: 3, Name: null },
    bad: [
      [{ Code: ' ' }, '/Code'],
      [{ Code: 'x'.repeat(31) }, '/Code'],
    ],
  },
  {
    path: 'activities',
    list: 'listContactActivities',
    save: 'saveContactActivity',
    id: 'ContactActivityId',
    made: { ActivityTypeId: 2, ActivityDate: '2026-03-02T15:30:00.000Z', Description: 'Rang.\nNo answer.' },
    change: { ActivityTypeId: 3, Description: 'Met.' },
    bad: [
      [{ Description: 'x' }, '/ActivityTypeId'],
      [{ ActivityTypeId: 1 }, '/Description'],
      [{ ActivityTypeId: 7, Description: 'x' }, '/ActivityTypeId'],
      [{ ActivityTypeId: 1, Description: 'x', ActivityDate: 'yesterday' }, '/ActivityDate'],
      [{ ActivityTypeId: 1, Description: 'x'.repeat(20_001) }, '/Description'],
    ],
  },
  {
    path: 'communications',
    list: 'listContactCommunications',
    save: 'saveContactCommunication',
    id: 'CommunicationId',
    own: 'AuditId',
    made: {
      CommunicationTypeId: 1,
      Subject: 'Your renewal',
      Body: '<p>Dear Ada</p>',
      FromDisplayName: 'Office of Ann',
    },
    change: { Subject: 'Your second renewal', CommunicationStatusTypeId: 2 },
    bad: [
      [{ Subject: 'x' }, '/CommunicationTypeId'],
      [{ CommunicationTypeId: 1 }, '/Subject'],
      [{ CommunicationTypeId: 6, Subject: 'x' }, '/CommunicationTypeId'],
      [{ CommunicationTypeId: 1, Subject: 'x', Body: 'x'.repeat(100_001) }, '/Body'],
    ],
  },
  {
    path: 'records',
    list: 'listContactRecords',
    save: 'saveContactRecord',
    id: 'ContactRecordId',
    own: 'AuditId',
    made: { Kind: 'salesopportunity', Name: 'Sponsorship', Amount: 2500.5, StartDate: '2026-01-01' },
    change: { Status: 'Won', EndDate: '2026-02-01' },
    bad: [
      [{ Name: 'x' }, '/Kind'],
      [{ Kind: 'guess', Name: 'x' }, '/Kind'],
      [{ Kind: 'salesopportunity', Name: 'x' }, '/Amount'],
      [{ Kind: 'salesopportunity', Name: 'x', Amount: -1 }, '/Amount'],
      [{ Kind: 'salesopportunity', Name: 'x', Amount: 1.005 }, '/Amount'],
      [{ Kind: 'salesopportunity', Name: 'x', Amount: 1, Status: 'Lukewarm' }, '/Status'],
      [{ Kind: 'experience', Name: 'x', Amount: 1 }, '/Amount'],
      [{ Kind: 'experience', Name: 'x', Status: 'Open' }, '/Status'],
      [{ Kind: 'experience', Name: 'x', StartDate: '2026-02-01', EndDate: '2026-01-01' }, '/EndDate'],
      [{ Kind: 'formresponse', Name: 'x' }, '/StartDate'],
      [{ Kind: 'formresponse', Name: 'x', StartDate: '2026-02-01', EndDate: '2026-02-02' }, '/EndDate'],
      [{ Kind: 'project', Name: 'x', Url: 'ftp://x.example' }, '/Url'],
    ],
  },
]

const rowsOf = (body: Json & Json[]): Json[] => (Array.isArray(body) ? body : (body as { Results: Json[] }).Results)

describe.each(DETAILS)('$path', ({ path, list, save, id, made, change, own, bad }) => {
  const url = (contactId: number, detailId?: unknown) =>
    `/api/contacts/${contactId}/${path}${detailId === undefined ? '' : `/${detailId}`}`
  const read = async (contactId: number) => rowsOf((await bench.good(list, bench.mine.get(url(contactId)))).body)
  const add = async (contactId: number) =>
    (await bench.good(save, bench.mine.post(url(contactId, 0), made))).body as Json

  test('are added, read, changed by the fields sent, and removed; each change is one version of the contact', async () => {
    const contactId = await bench.person()
    const added = await bench.good(save, bench.mine.post(url(contactId, 0), made))
    expect(added.body).toMatchObject(made)
    expect(added.version).toBe(2)
    const detailId = added.body[id]
    const sent = own ? { ...change, [own]: added.body[own] } : change
    const changed = await bench.good(save, bench.mine.post(url(contactId, detailId), sent))
    expect(changed.body).toMatchObject({ ...made, ...change, [id]: detailId })
    expect(changed.version).toBe(3)
    const [row] = await read(contactId)
    const { Body: _, ContactId: __, ...shown } = changed.body as Json
    expect(row).toMatchObject(shown)
    const removed = await bench.mine.delete(url(contactId, detailId))
    expect([removed.statusCode, removed.headers.etag, removed.json()]).toEqual([200, '"4"', {}])
    expect(await read(contactId)).toEqual([])
    expect(await bench.version(contactId)).toBe(4)
    expect(await refusal(bench.mine.delete(url(contactId, detailId)))).toEqual([404, 'not-found'])
  })

  test.each(bad)('refuse %j and name the field', async (body, pointer) => {
    const contactId = await bench.person()
    expect(await refusal(bench.mine.post(url(contactId, 0), body))).toEqual([400, pointer])
    expect(await read(contactId)).toEqual([])
    expect(await bench.version(contactId)).toBe(1)
  })

  test('belong to their contact: through another contact, or from another tenant, they are missing', async () => {
    const [owner, other, foreign] = [await bench.person(), await bench.person(), await bench.person(bench.theirs)]
    const detailId = (await add(owner))[id]
    for (const call of [
      bench.mine.post(url(other, detailId), made),
      bench.mine.delete(url(other, detailId)),
      bench.theirs.get(url(owner)),
      bench.theirs.post(url(owner, 0), made),
      bench.theirs.post(url(owner, detailId), made),
      bench.theirs.delete(url(owner, detailId)),
      bench.theirs.delete(url(foreign, detailId)),
    ]) {
      expect(await refusal(call)).toEqual([404, 'not-found'])
    }
    expect(await read(owner)).toHaveLength(1)
    expect(await bench.version(owner)).toBe(2)
  })

  test('change for one of many who name the same version', async () => {
    const contactId = await bench.person()
    const added = await add(contactId)
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const body = own ? { ...change, [own]: added[own] } : change
        const headers: Record<string, string> = own ? {} : { 'if-match': '"2"' }
        return (await bench.mine.post(url(contactId, added[id]), body, headers)).statusCode
      }),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === (own ? 409 : 412))).toHaveLength(9)
    if (own) expect(await refusal(bench.mine.post(url(contactId, added[id]), change))).toEqual([409, 'stale-audit-id'])
  })

  test('tell history and subscribers what changed', async () => {
    const contactId = await bench.person()
    await add(contactId)
    const where = { tenantId: bench.mine.tenant.id, entity: 'contact', entityId: contactId, auditId: 2 }
    const entry = await bench.server.database.system.auditEntry.findFirstOrThrow({ where })
    expect(Object.keys(entry.changes as object)).toEqual([path])
    const event = await bench.server.database.system.outboxEvent.findFirstOrThrow({ where })
    expect(event).toMatchObject({ kind: 'contact.updated', payload: { part: path } })
  })

  test('reading needs contacts:read, changing contacts:write', async () => {
    const contactId = await bench.person()
    const reader = await bench.server.caller(bench.mine.tenant, ['contacts:read'])
    expect((await reader.get(url(contactId))).statusCode).toBe(200)
    expect((await reader.post(url(contactId, 0), made)).statusCode).toBe(403)
    expect((await reader.delete(url(contactId, 1))).statusCode).toBe(403)
  })
})
