import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addFourChapters, type ChaptersBench, type FourChapters, openChapters } from '#test/support/people/chapters'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: ChaptersBench
let ids: FourChapters

beforeAll(async () => {
  bench = await openChapters()
  ids = await addFourChapters(bench)
})
afterAll(() => bench.server.close())

const names = async (operation: string, path: string) =>
  (await bench.good(operation, bench.mine.get(`/api/chapters/${path}`))).body.map(({ Name }) => Name)
const rows = async (operation: string, path: string) =>
  (await bench.good(operation, bench.mine.get(`/api/chapters/${path}`))).body as Json[]

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
    expect(port).toEqual({ Id: ids.port.organization, Name: 'Abbey Port', PaymentGatewayId: ids.gateway })
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

test('every lookup requires chapters:read', async () => {
  const other = await bench.server.caller(bench.mine.tenant, ['contacts:write'])
  for (const path of ['items', 'chapters/lookup', 'parentchapter/lookup', 'childchapters/lookup'])
    expect((await other.get(`/api/chapters/${path}`)).statusCode).toBe(403)
})
