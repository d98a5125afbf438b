import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChaptersBench, openChapters } from '#test/support/api/chapters'
import { type Json, refusal } from '#test/support/api/contact-parts'

let bench: ChaptersBench
let ids: Record<'east' | 'west' | 'north' | 'port', { chapter: number; organization: number }>
let gateway: string

/** East over North over Port; West alone, without a group. */
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

test('lookupChapters lists each parent before its children, with the number as ExtraData', async () => {
  expect(await names('lookupChapters', 'chapters/lookup')).toEqual(['East', 'North', 'Abbey Port', 'West'])
  const [first] = await rows('lookupChapters', 'chapters/lookup')
  expect(first).toMatchObject({ Id: ids.east.chapter, ExtraData: 'E', Order: 1, IsSelected: false })
})

test('lookupChapterContacts lists by organization, with the tenant’s own first on request', async () => {
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

test('the lookups for memberships list chapters with a group, by either id', async () => {
  const sorted = ['Abbey Port', 'East', 'North']
  expect(await names('lookupMembershipChapters', 'chaptersformembership/lookup')).toEqual(sorted)
  expect(await names('lookupMembershipChapterContacts', 'chaptersformembership/contacts/lookup')).toEqual(sorted)
  const [byChapter] = await rows('lookupMembershipChapters', 'chaptersformembership/lookup')
  const [byContact] = await rows('lookupMembershipChapterContacts', 'chaptersformembership/contacts/lookup')
  expect([byChapter?.Id, byContact?.Id]).toEqual([ids.port.chapter, ids.port.organization])
})

test('the lookups of child chapters contain the name of the parent, and ids as digits', async () => {
  expect(await rows('lookupChildChapters', 'childchapters/lookup')).toMatchObject([
    { Id: ids.port.chapter, Name: 'Abbey Port', ExtraData: 'North', Order: 1 },
    { Id: ids.north.chapter, Name: 'North', ExtraData: 'East', Order: 2 },
  ])
  const [first] = await rows('lookupChildChapterIds', 'childchapterids/lookup')
  expect(first).toMatchObject({ Id: String(ids.port.chapter), ExtraData: 'North' })
})

test('lookupMembershipTypeOptionChapters adds the top level on request', async () => {
  const path = 'membershiptypeoptionchildchapterids/lookup'
  expect(await names('lookupMembershipTypeOptionChapters', `${path}/false`)).toEqual(['Abbey Port', 'North'])
  expect((await rows('lookupMembershipTypeOptionChapters', `${path}/true`))[0]).toMatchObject({ Id: '0', Order: 1 })
})

test('lookupParentChapters leaves out the chapter and those below it, by organization id', async () => {
  expect(await names('lookupParentChapters', 'parentchapter/lookup')).toEqual(['East', 'North', 'Abbey Port', 'West'])
  const left = await rows('lookupParentChapters', `parentchapter/lookup?chapterid=${ids.north.chapter}`)
  expect(left.map(({ Id }) => Id)).toEqual([ids.east.organization, ids.west.organization])
})

test('listChapters shows parent and city, and is filtered, ordered and paged', async () => {
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

test('every lookup requires chapters:read', async () => {
  const other = await bench.server.caller(bench.mine.tenant, ['contacts:write'])
  for (const path of ['items', 'chapters/lookup', 'parentchapter/lookup', 'childchapters/lookup'])
    expect((await other.get(`/api/chapters/${path}`)).statusCode).toBe(403)
})
