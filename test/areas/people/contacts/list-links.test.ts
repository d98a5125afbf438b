import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { addPerson, endContact } from '#test/support/people/contact-rows'
import { openTwoChapters, type TwoChapters } from '#test/support/people/two-chapters'

let bench: TwoChapters
/** The ids of what Ann, Ben and Eve are linked with: Ann has all links, Ben some, Eve none. */
let ids: Record<'tag' | 'otherTag' | 'category' | 'group' | 'type' | 'level', number>

beforeAll(async () => {
  bench = await openTwoChapters()
  const { admin, save, server } = bench
  const { ann, ben, eve } = bench.ids
  const { system } = server.database
  const tenantId = admin.tenant.id
  const tagOf = async (id: number, Name: string) => (await save(admin, `/api/contacts/${id}/tags`, { Name })).TagId ?? 0
  const tag = await tagOf(ann, 'VIP')
  await tagOf(ben, 'VIP')
  const otherTag = await tagOf(ann, 'Press')
  const list = await save(admin, '/api/contacts/categorylists/0', { CategoryTypeId: 3, Name: 'Trades' })
  const items = `/api/contacts/categorylists/${list.CategoryListId}/items/0`
  const category = (await save(admin, items, { Name: 'Printing' })).CategoryItemId ?? 0
  await save(admin, `/api/contacts/${ann}/categories/${category}`)
  const group = (await save(admin, '/api/groups/0', { Name: 'Board' })).GroupId ?? 0
  await save(admin, `/api/groups/${group}/members`, { ContactIds: [ann, eve] })
  await system.groupMember.updateMany({ where: { tenantId, contactId: eve }, data: { state: 'removed' } })
  const { id: type } = await system.membershipType.create({ data: { tenantId, name: 'Full', nameKey: 'full' } })
  const level = { tenantId, typeId: type, name: 'Gold', nameKey: 'gold', price: 10 }
  const { id: levelId } = await system.membershipLevel.create({ data: level })
  const joined = { tenantId, typeId: type, levelId, joinedOn: new Date('2026-01-01') }
  await system.membership.create({ data: { ...joined, contactId: ann, status: 'Lapsed' } })
  await system.membership.create({ data: { ...joined, contactId: ben, status: 'Cancelled' } })
  ids = { tag, otherTag, category, group, type, level: levelId }
  // A deleted contact with a tag is in no list and in no total.
  const gone = await addPerson(server.database, tenantId, { lastName: 'Gone' })
  await system.contactTag.create({ data: { tenantId, contactId: gone.id, tagId: tag } })
  await endContact(server.database, gone)
})
afterAll(() => bench.server.close())

const names = (filter: string) => bench.names(bench.admin, new URLSearchParams({ $filter: filter }).toString())
const PEOPLE = 'SystemContactTypeId eq 1'
const ANN = 'Ann North'
const BEN = 'Ben Both'
const EVE = 'Eve Foreign'
const OWNER = 'Owner Lindqvist'

describe('GET /api/contacts (listContacts): $filter by links', () => {
  test.each<[string, () => string, string[]]>([
    ['a tag', () => `TagId eq ${ids.tag}`, [ANN, BEN]],
    ['a tag as text', () => `TagId eq '${ids.otherTag}'`, [ANN]],
    ['one of several tags', () => `TagId in (${ids.tag}, ${ids.otherTag})`, [ANN, BEN]],
    ['two tags', () => `TagId eq ${ids.tag} and TagId eq ${ids.otherTag}`, [ANN]],
    ['without a tag', () => `TagId ne ${ids.otherTag} and ${PEOPLE}`, [BEN, EVE, OWNER]],
    ['without any tag', () => `TagId eq null and ${PEOPLE}`, [EVE, OWNER]],
    ['any tag', () => 'TagId ne null', [ANN, BEN]],
    ['a category', () => `CategoryItemId eq ${ids.category}`, [ANN]],
    ['a group, without removed contacts', () => `GroupId eq ${ids.group}`, [ANN]],
    ['a chapter', () => `ChapterId eq ${bench.north.id}`, [ANN, BEN]],
    ['two chapters', () => `ChapterId eq ${bench.north.id} and ChapterId eq ${bench.south.id}`, [BEN]],
    ['a membership type, without ended memberships', () => `MembershipTypeId eq ${ids.type}`, [ANN]],
    ['a membership level', () => `MembershipLevelId eq ${ids.level}`, [ANN]],
    ['a tag and a chapter', () => `TagId eq ${ids.tag} and ChapterId eq ${bench.south.id}`, [BEN]],
    ['a tag or a group', () => `TagId eq ${ids.otherTag} or GroupId eq ${ids.group}`, [ANN]],
    ['a tag and a column', () => `TagId eq ${ids.tag} and LastName eq 'Both'`, [BEN]],
    ['a tag that does not exist', () => 'TagId eq 2147480000', []],
  ])('finds the contacts with %s, and counts them', async (_, filter, wanted) => {
    expect(await names(filter())).toEqual(wanted)
  })

  it('combines with a search, an order and a cursor', async () => {
    const query = { $filter: `TagId eq ${ids.tag}`, $search: 'ann', $orderby: 'FirstName desc' }
    expect(await bench.names(bench.admin, new URLSearchParams(query).toString())).toEqual([ANN])
    const paged = { $filter: `TagId eq ${ids.tag}`, $orderby: 'FirstName desc', $top: '1' }
    const first = await bench.admin.get(`/api/contacts?${new URLSearchParams(paged)}`)
    expect(first.json()).toMatchObject({ TotalRecordAvailable: '2', Results: [{ Name: BEN }] })
    const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? ''
    expect((await bench.admin.get(next)).json().Results).toMatchObject([{ Name: ANN }])
  })

  it('cannot order by a link, and accepts only ids', async () => {
    const refused = async (query: Record<string, string>) =>
      (await bench.admin.get(`/api/contacts?${new URLSearchParams(query)}`)).statusCode
    expect(await refused({ $orderby: 'TagId' })).toBe(400)
    expect(await refused({ $filter: "TagId eq 'VIP'" })).toBe(400)
    expect(await refused({ $filter: 'TagId eq 99999999999' })).toBe(400)
  })

  it('requires the scopes of groups, chapters and memberships', async () => {
    const reader = await bench.server.caller(bench.admin.tenant, ['contacts:read'])
    const status = async (filter: string) => {
      const response = await reader.get(`/api/contacts?${new URLSearchParams({ $filter: filter })}`)
      return [response.statusCode, response.json().code, response.headers['www-authenticate']]
    }
    expect((await status('TagId eq 1'))[0]).toBe(200)
    for (const [field, scope] of [
      ['GroupId', 'groups:read'],
      ['ChapterId', 'chapters:read'],
      ['MembershipTypeId', 'memberships:read'],
      ['MembershipLevelId', 'memberships:read'],
    ])
      expect(await status(`not (${field} eq 1)`)).toEqual([
        403,
        'insufficient-scope',
        expect.stringContaining(`scope="${scope}"`),
      ])
  })

  it('shows a caller limited to a chapter only its own contacts', async () => {
    const query = new URLSearchParams({ $filter: `TagId eq ${ids.tag} or ChapterId eq ${bench.south.id}` })
    expect(await bench.names(bench.owner, query.toString())).toEqual([ANN, BEN])
    const south = new URLSearchParams({ $filter: `ChapterId eq ${bench.south.id}` }).toString()
    expect(await bench.names(bench.owner, south).then((found) => found.includes(EVE))).toBe(false)
  })
})

describe('POST /api/contacts (queryContacts)', () => {
  it('continues a page whose filter tests a name that no value has', async () => {
    const body = { Filter: "not startswith(Status, 'Nope') and SystemContactTypeId eq 1", Take: '2' }
    const first = await bench.admin.post('/api/contacts', body)
    const next = await bench.admin.get(/<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '')
    expect([first.json().Results.length, next.statusCode, next.json().Results.length]).toEqual([2, 200, 2])
  })

  it('refuses a filter that compares a status with a name that no status has', async () => {
    for (const Filter of ["not (Status eq 'Nope')", "Status in ('Active', 'Nope')"]) {
      const refused = (await bench.admin.post('/api/contacts', { Filter })).json()
      expect(refused).toMatchObject({ status: 400, code: 'invalid-input', errors: [{ pointer: '/Filter' }] })
      expect(refused.errors[0].message).toBe(
        "the value compared with Status must be one of 'Prospective', 'Active', 'Courtesy', 'NonMember', 'Inactive', 'Deleted'",
      )
    }
  })

  test.each<[string, () => object, string[]]>([
    ['TagId', () => ({ TagId: ids.tag }), [ANN, BEN]],
    ['CategoryItemId', () => ({ CategoryItemId: ids.category }), [ANN]],
    ['GroupId', () => ({ GroupId: ids.group }), [ANN]],
    ['ChapterId', () => ({ ChapterId: bench.south.id }), [BEN]],
    ['MembershipTypeId', () => ({ MembershipTypeId: ids.type }), [ANN]],
    ['MembershipLevelId', () => ({ MembershipLevelId: ids.level, TagId: ids.tag }), [ANN]],
  ])('%s', async (field, filter, wanted) => {
    const page = (await bench.admin.post('/api/contacts', filter())).json()
    expect(page.Results.map(({ Name }: { Name: string }) => Name).sort()).toEqual(wanted)
    expect(page.TotalRecordAvailable).toBe(String(wanted.length))
    expect(page.CriteriaItems).toContainEqual({ Field: field, Operator: 'eq', Value: expect.any(String) })
  })
})
