import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { expectShape } from '#test/support/server/contract-shape'

let server: TestApp
let mine: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  mine = await server.tenant()
})
afterAll(() => server.close())

const create = async (caller: TestCaller, body: object): Promise<number> => {
  const answer = await caller.post('/api/calendars/0', body)
  expect(answer.statusCode, answer.body).toBe(200)
  expectShape('saveCalendar', answer.json())
  return answer.json().CalendarId
}
const list = async (caller: TestCaller, options?: object) => {
  const query = options ? `?options=${encodeURIComponent(JSON.stringify(options))}` : ''
  const answer = await caller.get(`/api/calendars/items${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  expectShape('listCalendars', answer.json())
  return answer.json() as { CalendarId: number; Name: string; GroupName: string | null; Actions: string[] }[]
}
const addChapter = async (calendarId: number) => {
  const answer = await mine.post('/api/chapters/0/true', {
    ChapterName: `Chapter ${calendarId}`,
    PrimaryCalenderId: String(calendarId),
  })
  expect(answer.statusCode, answer.body).toBe(200)
  const chapter = await server.database.system.chapter.findFirstOrThrow({ where: { calendarId } })
  return chapter.id
}

describe('GET /api/calendars/items (listCalendars)', () => {
  test('lists the calendars of the tenant, ordered and filtered', async () => {
    const caller = await server.tenant()
    for (const Name of ['beta', 'Alpha', 'gamma']) await create(caller, { Name, IsActive: Name !== 'gamma' })
    expect((await list(caller)).map(({ Name }) => Name)).toEqual(['Alpha', 'beta', 'gamma'])
    expect((await list(caller, { OrderBy: 'Name desc', Take: '2' })).map(({ Name }) => Name)).toEqual(['gamma', 'beta'])
    expect((await list(caller, { Filter: 'IsActive eq false' })).map(({ Name }) => Name)).toEqual(['gamma'])
    expect((await list(caller, { Skip: '1', Take: '1' })).map(({ Name }) => Name)).toEqual(['beta'])
    const reader = await server.caller(caller.tenant, ['calendars:read'])
    expect((await list(reader)).map(({ Actions }) => Actions)).toEqual([[], [], []])
  })

  test('orders and filters by each field; a missing description or group comes first', async () => {
    const caller = await server.tenant()
    const group = async (Name: string) => String((await caller.post('/api/groups/0', { Name })).json().GroupId)
    const calendars = [
      { Name: 'c', Description: 'Alpha', GroupId: await group('Zoo') },
      { Name: 'B' },
      { Name: 'a', Description: 'Zeta', GroupId: await group('Board'), IsActive: false },
    ]
    for (const calendar of calendars) await create(caller, calendar)
    const names = async (options: object) => (await list(caller, options)).map(({ Name }) => Name)
    for (const [field, order] of [
      ['CalendarId', ['c', 'B', 'a']],
      ['Name', ['a', 'B', 'c']],
      ['Description', ['B', 'c', 'a']],
      ['GroupName', ['B', 'a', 'c']],
    ] as const) {
      expect(await names({ OrderBy: field }), field).toEqual(order)
      expect(await names({ OrderBy: `${field} desc` }), field).toEqual([...order].reverse())
    }
    expect(await names({ OrderBy: 'IsActive, Name' })).toEqual(['a', 'B', 'c'])
    expect(await names({ OrderBy: 'IsActive desc, Name' })).toEqual(['B', 'c', 'a'])
    expect(await names({ Filter: "Description eq 'Zeta'" })).toEqual(['a'])
    expect(await names({ Filter: 'GroupName eq null' })).toEqual(['B'])
  })

  test.each([
    ['an unknown field to order by', { OrderBy: 'FeedHash' }, 'query:options/OrderBy'],
    ['an unknown field to filter by', { Filter: "feed_sealed eq 'x'" }, 'query:options/Filter'],
    ['more than a thousand', { Take: '1001' }, 'query:options/Take'],
  ])('rejects %s', async (_, options, pointer) => {
    const answer = await mine.get(`/api/calendars/items?options=${encodeURIComponent(JSON.stringify(options))}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors[0].pointer).toBe(pointer)
  })
})

describe('GET /api/calendars/lookup (lookupCalendars)', () => {
  test('returns the active calendars, ordered by name', async () => {
    const caller = await server.tenant()
    for (const Name of ['beta', 'Alpha', 'gamma']) await create(caller, { Name, IsActive: Name !== 'gamma' })
    const choices = (await caller.get('/api/calendars/lookup')).json()
    expectShape('lookupCalendars', choices)
    expect(choices.map(({ Name }: { Name: string }) => Name)).toEqual(['Alpha', 'beta'])
  })
})

describe('GET /api/calendars/lookup/chapters/{chapterid} (lookupChapterCalendars)', () => {
  test('lists the calendar of the chapter first, and those of no chapter', async () => {
    const taken = await create(mine, { Name: 'Taken' })
    const free = await create(mine, { Name: 'Free' })
    const chapterId = await addChapter(taken)
    const choicesOf = async (id: number) => {
      const answer = await mine.get(`/api/calendars/lookup/chapters/${id}`)
      expectShape('lookupChapterCalendars', answer.json())
      return answer.json().map(({ Id }: { Id: number }) => Id)
    }
    const forNew = await choicesOf(0)
    expect([forNew.includes(taken), forNew.includes(free)]).toEqual([false, true])
    expect((await choicesOf(chapterId))[0]).toBe(taken)
    expect(await choicesOf(chapterId)).toContain(free)
    expect((await mine.get('/api/calendars/lookup/chapters/2147480000')).statusCode).toBe(404)
  })
})
