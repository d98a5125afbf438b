import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/people/contact-parts'

let bench: DetailsBench
let directory: number
beforeAll(async () => {
  bench = await openDetails()
  directory = await createDirectory('Find a member')
})
afterAll(() => bench.server.close())

const system = () => bench.server.database.system
const saveDirectory = (body: Json) => bench.mine.post('/api/directories/0', body)
const createDirectory = async (Name: string): Promise<number> =>
  (await bench.good('saveDirectory', saveDirectory({ Name }))).body.DirectoryId as number
const createType = async (Name: string, id = directory): Promise<number> => {
  const saved = bench.mine.post(`/api/directories/${id}/listingtypes/0`, { Name })
  return (await bench.good('saveDirectoryListingType', saved)).body.ListingTypeId as number
}
const define = async (DisplayName: string, more: Json = {}): Promise<number> => {
  const field = { CustomFieldDataTypeId: '1', DirectoryId: String(directory), DisplayName, ...more }
  const saved = bench.mine.post('/api/customfields/directorylisting/0', field)
  return (await bench.good('saveDirectoryListingCustomField', saved)).body.CustomFieldId as number
}
const pathOf = (id: number, directoryId = directory) => `/api/directories/${directoryId}/listings/${id}`
const save = (id: number, body: Json, caller = bench.mine) => caller.post(pathOf(id), body)
const create = async (body: Json = {}): Promise<Json> => {
  const ContactId = body.ContactId ?? (await bench.person())
  return (await bench.good('saveDirectoryListing', save(0, { ContactId, ...body }))).body
}
const idOf = (listing: Json) => listing.DirectoryListingId as number
const read = async (id: number) => (await bench.good('getDirectoryListing', bench.mine.get(pathOf(id)))).body
const valueIn = (listing: Json, id: number) => {
  const fields = listing.CustomFields as { CustomFieldId: number; Value: string | null }[]
  return fields.find(({ CustomFieldId }) => CustomFieldId === id)?.Value
}
const eventsOf = async (id: number) => {
  const where = { tenantId: bench.mine.tenant.id, entity: 'directorylisting', entityId: id }
  const events = await system().outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
  return events.map(({ kind, auditId }) => [kind, auditId])
}

describe('POST /api/directories/{directoryId}/listings/{directoryListingId} (saveDirectoryListing)', () => {
  test('adds a contact to a directory once, and changes its listing by its version', async () => {
    const [contactId, type] = [await bench.person(), await createType('Premium')]
    const made = await bench.good('saveDirectoryListing', save(0, { ContactId: contactId }))
    expect(made.body).toMatchObject({ DirectoryId: directory, ContactId: contactId, AuditId: 1, ListingTypeId: null })
    const id = idOf(made.body)
    expect(await refusal(save(0, { ContactId: contactId }))).toEqual([409, 'duplicate'])
    expect(await refusal(save(id, { ListingTypeId: type }))).toEqual([409, 'stale-audit-id'])
    expect(await refusal(save(id, { AuditId: 1, ContactId: await bench.person() }))).toEqual([400, '/ContactId'])
    const changed = await bench.good('saveDirectoryListing', save(id, { AuditId: 1, ListingTypeId: type }))
    expect([changed.body, changed.version]).toMatchObject([{ ListingTypeId: type, ListingType: 'Premium' }, 2])
    expect((await bench.mine.get(`/api/directories/${directory}`)).json().ListingCount).toBeGreaterThan(0)
    expect(await eventsOf(id)).toEqual([
      ['directorylisting.created', 1],
      ['directorylisting.updated', 2],
    ])
  })

  test('stores values of the fields of its directory, and records them in the history', async () => {
    const id = await define('Slogan')
    const listing = await create({ CustomFields: [{ Name: 'slogan', Value: 'We print' }] })
    expect(valueIn(listing, id)).toBe('We print')
    const value = { CustomFields: [{ CustomFieldId: id, Value: 'We bind' }] }
    expect(valueIn((await save(idOf(listing), { AuditId: 1, ...value })).json(), id)).toBe('We bind')
    const where = { tenantId: bench.mine.tenant.id, entity: 'directorylisting', entityId: idOf(listing), auditId: 2 }
    const { changes } = await system().auditEntry.findFirstOrThrow({ where })
    expect(changes).toMatchObject({ 'CustomFields.Slogan': { old: 'We print', new: 'We bind' } })
    const other = await createDirectory('Others')
    const foreign = await bench.mine.post(pathOf(0, other), { ContactId: await bench.person(), ...value })
    expect([foreign.statusCode, foreign.json().errors[0].pointer]).toEqual([422, '/CustomFields/0/CustomFieldId'])
  })

  test('shows a field only in the listing types that are active for it, and requires it only there', async () => {
    const [basic, full] = [await createType('Basic'), await createType('Full')]
    const id = await define('Certificate', { ActiveListingTypes: [{ Id: basic, IsActive: false }], IsRequired: true })
    const path = `/api/customfields/directorylisting/${directory}/${id}`
    const { body } = await bench.good('getDirectoryListingCustomField', bench.mine.get(path))
    const types = body.ActiveListingTypes as { Id: number; IsActive: boolean }[]
    expect(types.filter(({ Id }) => Id === basic || Id === full)).toMatchObject([
      { Name: 'Basic', IsActive: false },
      { Name: 'Full', IsActive: true },
    ])
    const listing = await create({ ListingTypeId: basic })
    expect(valueIn(listing, id)).toBeUndefined()
    const value = { CustomFields: [{ CustomFieldId: id, Value: 'ISO 9001' }] }
    expect(await refusal(save(idOf(listing), { AuditId: 1, ...value }))).toEqual([422, '/CustomFields/0/CustomFieldId'])
    const raised = (await save(idOf(listing), { AuditId: 1, ListingTypeId: full })).json()
    expect(raised.code).toBe('required-field')
    const shown = (await save(idOf(listing), { AuditId: 1, ListingTypeId: full, ...value })).json()
    expect(valueIn(shown, id)).toBe('ISO 9001')
    // A value that the new type does not show remains until it is cleared.
    expect(valueIn((await save(idOf(listing), { AuditId: 2, ListingTypeId: basic })).json(), id)).toBe('ISO 9001')
    expect((await bench.mine.delete(`/api/customfields/${id}/1?forcesave=true`)).statusCode).toBe(200)
  })

  test('rejects references that do not exist', async () => {
    const foreign = await createType('Foreign', await createDirectory('Elsewhere'))
    const ContactId = await bench.person()
    for (const [body, pointer] of [
      [{ ContactId: 2_147_480_000 }, '/ContactId'],
      [{ ContactId: await bench.person(bench.theirs) }, '/ContactId'],
      [{ ContactId, ListingTypeId: foreign }, '/ListingTypeId'],
    ] as const)
      expect(await refusal(save(0, body))).toEqual([422, pointer])
    expect(await refusal(save(0, {}))).toEqual([400, '/ContactId'])
    expect(await refusal(bench.mine.post(pathOf(0, 2_147_480_000), { ContactId }))).toEqual([404, 'not-found'])
    expect(await refusal(save(0, { ContactId }, bench.theirs))).toEqual([404, 'not-found'])
    const reader = await bench.server.caller(bench.mine.tenant, ['directories:read'])
    expect((await save(0, { ContactId }, reader)).statusCode).toBe(403)
  })
})

describe('GET /api/directories/{directoryId}/listings/{directoryListingId} (getDirectoryListing)', () => {
  test('shows fields of the contact with its values, only with contacts:read', async () => {
    const field = { ObjectTypeId: '2', CustomFieldDataTypeId: '1', DisplayName: 'Motto' }
    const contactField = (await bench.mine.post('/api/customfields/0', field)).json().CustomFieldId
    const id = await define('Motto of the person', {
      Exists: true,
      ExistingCustomFieldId: String(contactField),
      CustomFieldDataTypeId: undefined,
    })
    const [person, organization] = [await bench.person(), await bench.organization()]
    const CustomFields = [{ CustomFieldId: contactField, Value: 'Onward' }]
    await bench.mine.post(`/api/contacts/person/${person}`, { AuditId: 1, CustomFields })
    const listing = await create({ ContactId: person })
    expect(valueIn(listing, id)).toBe('Onward')
    expect(valueIn(await create({ ContactId: organization }), id)).toBeUndefined()
    const own = { AuditId: 1, CustomFields: [{ CustomFieldId: id, Value: 'Back' }] }
    expect(await refusal(save(idOf(listing), own))).toEqual([422, '/CustomFields/0/CustomFieldId'])
    const reader = await bench.server.caller(bench.mine.tenant, ['directories:read'])
    const limited = (await reader.get(pathOf(idOf(listing)))).json()
    expect([valueIn(limited, id), limited.Actions]).toEqual([undefined, ['view']])
  })

  test('returns 404 in another directory, to another tenant, and for a deleted contact', async () => {
    const contactId = await bench.person()
    const id = idOf(await create({ ContactId: contactId }))
    expect((await read(id)).Actions).toEqual(['view', 'edit', 'delete'])
    const other = await createDirectory('Not there')
    expect(await refusal(bench.mine.get(pathOf(id, other)))).toEqual([404, 'not-found'])
    expect(await refusal(bench.theirs.get(pathOf(id)))).toEqual([404, 'not-found'])
    expect((await bench.mine.delete(`/api/contacts/${contactId}/1`)).statusCode).toBe(200)
    for (const call of [bench.mine.get(pathOf(id)), save(id, { AuditId: 1 }), bench.mine.delete(pathOf(id))])
      expect(await refusal(call)).toEqual([404, 'not-found'])
  })
})

describe('DELETE /api/directories/{directoryId}/listings/{directoryListingId} (deleteDirectoryListing)', () => {
  test('removes the contact from the directory, with the values of the listing', async () => {
    const field = await define('Booth')
    const listing = await create({ CustomFields: [{ CustomFieldId: field, Value: 'B 12' }] })
    const id = idOf(listing)
    expect((await bench.mine.delete(pathOf(id), { 'if-match': '"4"' })).statusCode).toBe(412)
    expect(await refusal(bench.theirs.delete(pathOf(id)))).toEqual([404, 'not-found'])
    expect((await bench.mine.delete(pathOf(id))).statusCode).toBe(200)
    expect(await refusal(bench.mine.get(pathOf(id)))).toEqual([404, 'not-found'])
    const where = { tenantId: bench.mine.tenant.id, fieldId: field }
    expect(await system().customFieldValue.count({ where })).toBe(0)
    expect(await eventsOf(id)).toEqual([
      ['directorylisting.created', 1],
      ['directorylisting.deleted', 2],
    ])
  })
})

describe('listings that other operations change', () => {
  test('a merge keeps the listing of the winner, and adds the values and the type that it lacks', async () => {
    const [kept, added, type] = [await define('Kept'), await define('Added'), await createType('Merged')]
    const [winner, loser] = [await bench.person(), await bench.person()]
    const value = (CustomFieldId: number, Value: string) => ({ CustomFieldId, Value })
    const own = await create({ ContactId: winner, CustomFields: [value(kept, 'winner')] })
    const gone = await create({
      ContactId: loser,
      ListingTypeId: type,
      CustomFields: [value(kept, 'loser'), value(added, 'loser')],
    })
    const merged = await bench.mine.post('/api/contacts/merge', {
      WinnerContactId: winner,
      WinnerAuditId: await bench.version(winner),
      LoserContactId: loser,
      LoserAuditId: await bench.version(loser),
    })
    expect(merged.statusCode, merged.body).toBe(200)
    const now = await read(idOf(own))
    expect([valueIn(now, kept), valueIn(now, added), now.ListingTypeId]).toEqual(['winner', 'loser', type])
    expect(await refusal(bench.mine.get(pathOf(idOf(gone))))).toEqual([404, 'not-found'])
    const where = { tenantId: bench.mine.tenant.id, objectId: idOf(gone), fieldId: { in: [kept, added] } }
    expect(await system().customFieldValue.count({ where })).toBe(0)
  })

  test('a chapter adds and removes listings with history and events, and their values', async () => {
    const field = await define('Pew')
    const named = { ChapterName: 'North', ChapterNumber: 'N1', PostalCodesJson: '[]', Owners: [] }
    const chapter = await bench.mine.post('/api/chapters/0/true', { ...named, DirectoryId: directory })
    expect(chapter.statusCode, chapter.body).toBe(200)
    const { ChapterId } = chapter.json()
    const ContactId = await bench.person()
    const entered = await bench.mine.post('/api/chapters/contactchapter', { ContactId, ChapterId })
    expect(entered.statusCode, entered.body).toBe(200)
    const { id } = await system().directoryListing.findFirstOrThrow({
      where: { tenantId: bench.mine.tenant.id, contactId: ContactId },
    })
    expect((await save(id, { AuditId: 1, CustomFields: [{ CustomFieldId: field, Value: '7' }] })).statusCode).toBe(200)
    const left = await bench.mine.delete(`/api/chapters/contactchapter/delete/${ContactId}/${ChapterId}`)
    expect(left.statusCode, left.body).toBe(200)
    expect(await system().customFieldValue.count({ where: { tenantId: bench.mine.tenant.id, fieldId: field } })).toBe(0)
    expect(await eventsOf(id)).toEqual([
      ['directorylisting.created', 1],
      ['directorylisting.updated', 2],
      ['directorylisting.deleted', 3],
    ])
  })
})

describe('GET /api/directories/{directoryId}/listings (listDirectoryListings)', () => {
  test('returns the contacts in the directory by name and in pages, without deleted contacts', async () => {
    const { DirectoryId: directoryId } = (await saveDirectory({ Name: 'Listed' })).json()
    const list = async (query = '') => {
      const answer = bench.mine.get(`/api/directories/${directoryId}/listings${query}`)
      return (await bench.good('listDirectoryListings', answer)).body
    }
    expect(await list()).toEqual([])
    const zoe = { LastName: 'Zimmer', ContactList: [{ Kind: 'email', Value: 'zoe@example.org' }], forceSave: true }
    const person = (await bench.mine.post('/api/contacts/person/0', zoe)).json().ContactId as number
    const [organization, deleted] = [await bench.organization(), await bench.person()]
    const listingOf = (contactId: number) =>
      bench.server.database.system.directoryListing.create({
        data: { tenantId: bench.mine.tenant.id, directoryId, contactId },
      })
    const [last, first] = [await listingOf(person), await listingOf(organization), await listingOf(deleted)]
    expect((await bench.mine.delete(`/api/contacts/${deleted}/1`)).statusCode).toBe(200)
    const ofPerson = {
      DirectoryListingId: last.id,
      AuditId: 1,
      ContactId: person,
      Name: 'Zimmer',
      SystemContactTypeId: 1,
      EmailAddress: 'zoe@example.org',
      ListingTypeId: null,
      ListingType: null,
    }
    expect(await list()).toEqual([
      {
        DirectoryListingId: first.id,
        AuditId: 1,
        ContactId: organization,
        Name: (await bench.row(organization)).Name,
        SystemContactTypeId: 2,
        EmailAddress: null,
        ListingTypeId: null,
        ListingType: null,
      },
      ofPerson,
    ])
    expect(await list('?Take=1&Skip=1')).toEqual([ofPerson])
    expect((await bench.mine.get(`/api/directories/${directoryId}`)).json().ListingCount).toBe(2)
  })

  test('requires directories:read, and returns 404 for the id of another tenant', async () => {
    const { DirectoryId } = (await saveDirectory({ Name: 'Foreign' })).json()
    const path = `/api/directories/${DirectoryId}/listings`
    const reader = await bench.server.caller(bench.mine.tenant, ['directories:read'])
    expect((await reader.get(path)).json()).toEqual([])
    expect(await refusal(bench.theirs.get(path))).toEqual([404, 'not-found'])
  })

  test('filters and orders by the fields of the directory and by its columns, and searches names', async () => {
    directory = await createDirectory('Filtered')
    const [type, field] = [await createType('Gold'), await define('Hall', { CustomFieldDataTypeId: '2' })]
    const listed: number[] = []
    for (const [at, Value] of ['3', null, '1', '2'].entries()) {
      const ContactId = await bench.person()
      listed.push(ContactId)
      const ListingTypeId = at < 2 ? type : null
      await create({ ContactId, ListingTypeId, CustomFields: [{ CustomFieldId: field, Value }] })
    }
    const list = async (query: Record<string, string>) => {
      const path = `/api/directories/${directory}/listings?${new URLSearchParams(query)}`
      const { body } = await bench.good('listDirectoryListings', bench.mine.get(path))
      return body.map(({ ContactId }) => listed.indexOf(ContactId as number))
    }
    expect(await list({ OrderBy: 'CustomFields.Hall' })).toEqual([2, 3, 0, 1])
    expect(await list({ Filter: 'customfields.hall ge 2', OrderBy: 'CustomFields.Hall desc' })).toEqual([0, 3])
    expect(await list({ Filter: 'CustomFields.Hall eq null' })).toEqual([1])
    expect(await list({ Filter: "ListingType eq 'Gold'", OrderBy: 'ContactId' })).toEqual([0, 1])
    const name = (await bench.row(listed[3] ?? 0)).Name as string
    expect(await list({ Criteria: name })).toEqual([3])
    // A deleted contact is in no list, by whatever filter.
    expect((await bench.mine.delete(`/api/contacts/${listed[0]}/1`)).statusCode).toBe(200)
    expect(await list({ Filter: 'CustomFields.Hall gt 0', OrderBy: 'CustomFields.Hall' })).toEqual([2, 3])
    const ofOther = `/api/directories/${await createDirectory('Without')}/listings?Filter=CustomFields.Hall eq 1`
    expect(await refusal(bench.mine.get(ofOther))).toEqual([400, 'query:Filter'])
  })
})
