import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countQueries } from '#test/support/database/count-queries'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/people/contact-parts'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

let made = 0
const group = async (body: Json = {}): Promise<number> => {
  const answer = bench.mine.post('/api/groups/0', { Name: `Group ${++made}`, ...body })
  return (await bench.good('saveGroup', answer)).body.GroupId as number
}
const join = (contactId: number, groupId: number) => bench.mine.post(`/api/contacts/${contactId}/groups/${groupId}`, {})
const leave = (contactId: number, groupId: number, query = '') =>
  bench.mine.delete(`/api/contacts/${contactId}/groups/${groupId}${query}`)

describe('GET /api/groups (listGroups)', () => {
  const list = async (query: string) => {
    const { body } = await bench.good('listGroups', bench.mine.get(`/api/groups?${query}`))
    return body as unknown as { TotalRecordAvailable: string; Results: Json[] }
  }

  test('counts members exactly after each change of the contacts', async () => {
    const id = await group({ Name: 'Counted' })
    const count = async () => {
      const { Results } = await list('Criteria=counted')
      expect((await bench.mine.get(`/api/groups/${id}`)).json().MemberCount).toBe(Results[0]?.MemberCount)
      const { body } = await bench.good('listGroupMembers', bench.mine.get(`/api/groups/${id}/members`))
      expect((body as Json).TotalRecordAvailable).toBe(String(Results[0]?.MemberCount))
      return Results[0]?.MemberCount
    }
    const one = await bench.person()
    const two = await bench.person()
    const three = await bench.organization()
    for (const contactId of [one, two, three]) await join(contactId, id)
    expect(await count()).toBe(3)
    await leave(one, id)
    expect(await count()).toBe(2)
    expect((await bench.mine.delete(`/api/contacts/${two}/${await bench.version(two)}`)).statusCode).toBe(200)
    expect(await count()).toBe(1)
    const restored = await bench.mine.post(`/api/contacts/${two}/restore/${await bench.version(two)}`)
    expect(restored.statusCode, restored.body).toBe(200)
    expect(await count()).toBe(2)
    const four = await bench.organization()
    await join(four, id)
    const merge = { WinnerContactId: three, LoserContactId: four }
    const versions = { WinnerAuditId: await bench.version(three), LoserAuditId: await bench.version(four) }
    expect((await bench.mine.post('/api/contacts/merge', { ...merge, ...versions })).statusCode).toBe(200)
    expect(await count()).toBe(2)
    await leave(three, id, '?isOptOut=true')
    expect(await count()).toBe(1)
  })

  test.each([
    ['Straßenfest', 'straßenf'],
    ['Przyjaciele Łodzi', 'Łodzi '],
    ['Amis de l’École', 'l’ecole'],
  ])('finds %s by a part of its name as it is written', async (Name, criteria) => {
    await group({ Name })
    const { Results } = await list(`Criteria=${encodeURIComponent(criteria)}`)
    expect(Results.map((found) => found.Name)).toEqual([Name])
  })

  test('filters, orders and pages at the same cost', async () => {
    const prefix = 'Paged'
    for (const n of [3, 1, 4, 2, 5]) await group({ Name: `${prefix} ${n}`, DisallowOptIn: n > 3 })
    const names = ({ Results }: { Results: Json[] }) => Results.map(({ Name }) => String(Name).slice(-1)).join('')
    expect(names(await list(`Criteria=${prefix}&OrderBy=Name%20desc&Take=2&Skip=1`))).toBe('43')
    const filter = encodeURIComponent('DisallowOptIn eq true')
    const filtered = await list(`Criteria=${prefix}&Filter=${filter}`)
    expect([names(filtered), filtered.TotalRecordAvailable]).toEqual(['45', '2'])
    let url: string | undefined = `/api/groups?Criteria=${prefix}&Take=2&OrderBy=MemberCount,Name`
    let seen = ''
    while (url) {
      const answer = await bench.mine.get(url)
      seen += names(answer.json())
      url = /<(.*)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1]
    }
    expect(seen).toBe('12345')
    const ask = (take: number) => countQueries(bench.server.database, () => list(`Take=${take}`))
    await ask(1)
    const few = await ask(1)
    const many = await ask(100)
    expect(many.queries).toEqual(few.queries)
    expect(await refusal(bench.mine.get('/api/groups?OrderBy=Actions'))).toEqual([400, 'query:OrderBy'])
    expect(await refusal(bench.mine.get('/api/groups?Filter=Nope%20eq%201'))).toEqual([400, 'query:Filter'])
    expect(await refusal(bench.mine.get('/api/groups?Take=1001'))).toEqual([400, 'query:Take'])
  })
})

describe('POST /api/groups/{groupId} (saveGroup): categories', () => {
  const category = async (typeId: number, name: string, caller = bench.mine): Promise<number> => {
    const made = await caller.post('/api/contacts/categorylists/0', { CategoryTypeId: typeId, Name: `${name}s` })
    const { CategoryListId } = made.json()
    const item = await caller.post(`/api/contacts/categorylists/${CategoryListId}/items/0`, { Name: name })
    expect(item.statusCode, item.body).toBe(200)
    return item.json().CategoryItemId
  }

  test('replaces all categories, returns them by name and filters the list by them', async () => {
    const topic = await category(3, 'Topic')
    const board = await category(3, 'Board')
    const named = (...ids: number[]) => ids.map((CategoryItemId) => ({ CategoryItemId }))
    const id = await group({ Categories: named(topic, board, topic) })
    const read = async () => (await bench.good('getGroup', bench.mine.get(`/api/groups/${id}`))).body.Categories
    expect(await read()).toEqual([
      { CategoryItemId: board, Name: 'Board' },
      { CategoryItemId: topic, Name: 'Topic' },
    ])
    const save = (AuditId: number, Categories: unknown) => bench.mine.post(`/api/groups/${id}`, { AuditId, Categories })
    expect((await save(1, undefined)).json().Categories).toHaveLength(2)
    expect((await save(2, named(topic))).json().Categories).toEqual([{ CategoryItemId: topic, Name: 'Topic' }])
    const listed = (await bench.mine.get(`/api/groups?CategoryItemId=${topic}`)).json()
    expect(listed).toMatchObject({ TotalRecordAvailable: '1', Results: [{ GroupId: id }] })
    expect((await bench.mine.get(`/api/groups?CategoryItemId=${board}`)).json().Results).toEqual([])
    const wrong = await category(2, 'Hobby')
    const foreign = await category(3, 'Foreign', bench.theirs)
    expect(await refusal(save(3, named(topic, wrong)))).toEqual([422, '/Categories/1/CategoryItemId'])
    const pointers = async (...ids: number[]) =>
      (await save(3, named(...ids))).json().errors.map(({ pointer }: { pointer: string }) => pointer)
    const first = '/Categories/0/CategoryItemId'
    const third = '/Categories/2/CategoryItemId'
    expect(await pointers(foreign, topic, 2147480000)).toEqual([first, third])
    expect(await pointers(wrong, topic, wrong)).toEqual([first, third])
    const listId = (
      await bench.server.database.system.categoryItem.findFirstOrThrow({
        where: { tenantId: bench.mine.tenant.id, id: topic },
      })
    ).listId
    const item = `/api/contacts/categorylists/${listId}/items/${topic}`
    expect(await refusal(bench.mine.delete(item))).toEqual([409, 'in-use'])
    expect(await refusal(bench.mine.delete(`/api/contacts/categorylists/${listId}`))).toEqual([409, 'in-use'])
    expect((await save(3, null)).json()).toMatchObject({ AuditId: 4, Categories: [] })
    expect((await bench.mine.delete(item)).statusCode).toBe(200)
  })
})
