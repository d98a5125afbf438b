import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChaptersBench, openChapters } from '#test/support/api/chapters'
import { type Json, refusal } from '#test/support/api/contact-parts'

let bench: ChaptersBench
let ids: Record<'east' | 'west' | 'north' | 'port', { chapter: number; organization: number }>
let gateway: string

/** East is the parent of North, which is the parent of Port. West has no parent and no group. */
beforeAll(async () => {
  bench = await openChapters()
  const made = bench.mine.post('/api/paymentgateways/0', { Name: 'Trial' })
  gateway = String((await made).json().PaymentGatewayId)
  const make = async (ChapterName: string, body: Json = {}) => {
    const { ChapterId } = await bench.chapter({ ChapterName, ...body })
    return { chapter: ChapterId, organization: (await bench.read(ChapterId)).OrganizationId as number }
  }
  const west = await make('West')
  await bench.save(west.chapter, { PrimaryGroupId: null })
  const east = await make('East', { PaymentGatewayId: gateway, ChapterNumber: 'E' })
  const north = await make('North', { ParentOrganizationId: east.organization })
  const port = await make('Abbey Port', { ParentOrganizationId: north.organization })
  ids = { east, west, north, port }
  const body = { AuditId: 1, Addresses: [{ City: 'Albany', StateProvince: 'NY', PostalCode: '12201' }] }
  await bench.good('saveOrganization', bench.mine.post(`/api/contacts/org/${north.organization}`, body))
  await bench.chapter({ ChapterName: 'Elsewhere' }, bench.theirs)
})
afterAll(() => bench.server.close())

const names = async (operation: string, path: string) =>
  (await bench.good(operation, bench.mine.get(`/api/chapters/${path}`))).body.map(({ Name }) => Name)
const rows = async (operation: string, path: string) =>
  (await bench.good(operation, bench.mine.get(`/api/chapters/${path}`))).body as Json[]
const items = (options: Json = {}) => `items?options=${encodeURIComponent(JSON.stringify(options))}`

describe('GET /api/chapters/chapters/lookup (lookupChapters)', () => {
  test('returns each parent before its children, with the number as ExtraData', async () => {
    expect(await names('lookupChapters', 'chapters/lookup')).toEqual(['East', 'North', 'Abbey Port', 'West'])
    const [first] = await rows('lookupChapters', 'chapters/lookup')
    expect(first).toMatchObject({ Id: ids.east.chapter, ExtraData: 'E', Order: 1, IsSelected: false })
  })
})

describe('GET /api/chapters/chapters/contacts/lookup/{includeparent} (lookupChapterContacts)', () => {
  test('returns the organizations by name, with the tenant’s own first on request', async () => {
    const sorted = ['Abbey Port', 'East', 'North', 'West']
    expect(await names('lookupChapterContacts', 'chapters/contacts/lookup/false')).toEqual(sorted)
    expect(await names('lookupChapterContacts', 'chapters/contacts/lookup/true')).toEqual(sorted)
    const own = await bench.organization()
    const where = { id: bench.mine.tenant.id }
    await bench.server.database.system.tenant.update({ where, data: { organizationContactId: own } })
    await expect
      .poll(async () => (await rows('lookupChapterContacts', 'chapters/contacts/lookup/true'))[0])
      .toMatchObject({ Id: own, PaymentGatewayId: null })
    const [port] = await rows('lookupChapterContacts', 'chapters/contacts/lookup/false')
    expect(port).toEqual({ Id: ids.port.organization, Name: 'Abbey Port', PaymentGatewayId: gateway })
    expect(await refusal(bench.mine.get('/api/chapters/chapters/contacts/lookup/perhaps'))).toEqual([
      400,
      'path:includeparent',
    ])
  })
})

describe('GET /api/chapters/chaptersformembership/lookup (lookupMembershipChapters)', () => {
  test('returns the chapters with a group, by chapter id', async () => {
    const sorted = ['Abbey Port', 'East', 'North']
    expect(await names('lookupMembershipChapters', 'chaptersformembership/lookup')).toEqual(sorted)
    const [first] = await rows('lookupMembershipChapters', 'chaptersformembership/lookup')
    expect(first?.Id).toBe(ids.port.chapter)
  })
})

describe('GET /api/chapters/chaptersformembership/contacts/lookup (lookupMembershipChapterContacts)', () => {
  test('returns the chapters with a group, by organization id', async () => {
    const sorted = ['Abbey Port', 'East', 'North']
    expect(await names('lookupMembershipChapterContacts', 'chaptersformembership/contacts/lookup')).toEqual(sorted)
    const [first] = await rows('lookupMembershipChapterContacts', 'chaptersformembership/contacts/lookup')
    expect(first?.Id).toBe(ids.port.organization)
  })
})

describe('GET /api/chapters/childchapters/lookup (lookupChildChapters)', () => {
  test('returns the child chapters with the name of the parent', async () => {
    expect(await rows('lookupChildChapters', 'childchapters/lookup')).toMatchObject([
      { Id: ids.port.chapter, Name: 'Abbey Port', ExtraData: 'North', Order: 1 },
      { Id: ids.north.chapter, Name: 'North', ExtraData: 'East', Order: 2 },
    ])
  })
})

describe('GET /api/chapters/childchapterids/lookup (lookupChildChapterIds)', () => {
  test('returns the child chapters with their ids as digits', async () => {
    const [first] = await rows('lookupChildChapterIds', 'childchapterids/lookup')
    expect(first).toMatchObject({ Id: String(ids.port.chapter), ExtraData: 'North' })
  })
})

describe('GET /api/chapters/membershiptypeoptionchildchapterids/lookup/{includetoplevelselection} (lookupMembershipTypeOptionChapters)', () => {
  test('adds the top level on request', async () => {
    const path = 'membershiptypeoptionchildchapterids/lookup'
    expect(await names('lookupMembershipTypeOptionChapters', `${path}/false`)).toEqual(['Abbey Port', 'North'])
    expect((await rows('lookupMembershipTypeOptionChapters', `${path}/true`))[0]).toMatchObject({ Id: '0', Order: 1 })
  })
})

describe('GET /api/chapters/parentchapter/lookup (lookupParentChapters)', () => {
  test('leaves out the chapter and its descendants, by organization id', async () => {
    expect(await names('lookupParentChapters', 'parentchapter/lookup')).toEqual(['East', 'North', 'Abbey Port', 'West'])
    const left = await rows('lookupParentChapters', `parentchapter/lookup?chapterid=${ids.north.chapter}`)
    expect(left.map(({ Id }) => Id)).toEqual([ids.east.organization, ids.west.organization])
  })
})

describe('GET /api/chapters/items (listChapters)', () => {
  test('returns parent and city; filters, orders and pages', async () => {
    const all = await rows('listChapters', 'items')
    expect(all.map(({ OrganizationName }) => OrganizationName)).toEqual(['Abbey Port', 'East', 'North', 'West'])
    expect(all[2]).toEqual({
      ChapterId: ids.north.chapter,
      AuditId: 1,
      OrganizationName: 'North',
      ParentOrganizationId: ids.east.organization,
      ParentOrganizationName: 'East',
      City: 'Albany',
      State: 'NY',
    })
    const found = async (options: Json) =>
      (await rows('listChapters', items(options))).map(({ OrganizationName }) => OrganizationName)
    expect(await found({ Filter: "City eq 'Albany' and ParentOrganizationName eq 'East'" })).toEqual(['North'])
    expect(await found({ Filter: 'ParentOrganizationId eq 0', OrderBy: 'OrganizationName desc' })).toEqual([
      'West',
      'East',
    ])
    expect(await found({ OrderBy: 'State desc, ChapterId desc', Take: '2' })).toEqual(['North', 'Abbey Port'])
    expect(await found({ Skip: '3' })).toEqual(['West'])
    expect(await refusal(bench.mine.get(`/api/chapters/${items({ OrderBy: 'PostalCodes' })}`))).toEqual([
      400,
      'query:options/OrderBy',
    ])
    expect(await refusal(bench.mine.get(`/api/chapters/${items({ Filter: 'Owner eq 1' })}`))).toEqual([
      400,
      'query:options/Filter',
    ])
  })
})

describe('GET /api/chapters/contactchapter/{contactid} (getContactChapter)', () => {
  const read = async (contactId: number) =>
    (await bench.good('getContactChapter', bench.mine.get(`/api/chapters/contactchapter/${contactId}`))).body

  test('returns the primary chapter, or 0 before the first one', async () => {
    const [contactId, id] = [await bench.person(), ids.north.chapter]
    expect(await read(contactId)).toEqual({
      ContactId: contactId,
      ChapterId: 0,
      MarkAsPrimary: true,
      ContactHasPrimary: false,
    })
    await bench.put(contactId, id)
    expect(await read(contactId)).toMatchObject({ ContactId: contactId, ChapterId: id, ContactHasPrimary: true })
  })

  test('returns 404 for an unknown contact and for the id of another tenant', async () => {
    const contactId = await bench.person()
    expect(await refusal(bench.mine.get('/api/chapters/contactchapter/2147480000'))).toEqual([404, 'not-found'])
    expect(await refusal(bench.theirs.get(`/api/chapters/contactchapter/${contactId}`))).toEqual([404, 'not-found'])
  })
})

describe('GET /api/chapters/contactchapter/lookup/{contactid} (lookupContactChapters)', () => {
  const read = async (contactId: number) =>
    (await bench.good('lookupContactChapters', bench.mine.get(`/api/chapters/contactchapter/lookup/${contactId}`))).body

  test('returns the chapters of the contact, and none for a contact without a chapter', async () => {
    const [contactId, id] = [await bench.person(), ids.north.chapter]
    expect(await read(contactId)).toEqual([])
    await bench.put(contactId, id)
    expect(await read(contactId)).toMatchObject([{ Id: id, Name: 'North' }])
  })

  test('returns 404 for an unknown contact', async () => {
    expect(await refusal(bench.mine.get('/api/chapters/contactchapter/lookup/2147480000'))).toEqual([404, 'not-found'])
  })
})

test('every lookup requires chapters:read', async () => {
  const other = await bench.server.caller(bench.mine.tenant, ['contacts:write'])
  for (const path of ['items', 'chapters/lookup', 'parentchapter/lookup', 'childchapters/lookup'])
    expect((await other.get(`/api/chapters/${path}`)).statusCode).toBe(403)
})
