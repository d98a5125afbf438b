import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { expectShape } from '#test/support/server/contract-shape'

let server: TestApp
let mine: TestCaller
let calendarId: number
beforeAll(async () => {
  server = await buildTestApp()
  mine = await server.tenant()
  await setZone(mine, 'America/New_York')
  calendarId = await addCalendar(mine)
})
afterAll(() => server.close())

const setZone = (caller: TestCaller, timeZone: string) =>
  server.database.system.tenant.update({ where: { id: caller.tenant.id }, data: { timeZone } })
let calendars = 0
const addCalendar = async (caller: TestCaller): Promise<number> =>
  (await caller.post('/api/calendars/0', { Name: `Calendar ${calendars++}` })).json().CalendarId
const create = async (body: object, calendar = calendarId) => {
  const answer = await mine.post(`/api/calendars/${calendar}/items/0`, body)
  expect(answer.statusCode, answer.body).toBe(200)
  expectShape('saveCalendarItem', answer.json())
  return answer.json()
}
describe('GET /api/calendars/{calendarid}/items (listCalendarItems)', () => {
  test('lists items by their first start, ordered, filtered and searched', async () => {
    const calendar = await addCalendar(mine)
    for (const [Title, Start] of [
      ['Beta', '2026-05-03T10:00'],
      ['alpha', '2026-05-01T10:00'],
      ['Émile', '2026-05-02T10:00'],
    ]) {
      await create({ Title, Start, Location: Title === 'Beta' ? 'Town hall' : null }, calendar)
    }
    const list = async (query = '') => {
      const answer = await mine.get(`/api/calendars/${calendar}/items${query}`)
      expect(answer.statusCode, answer.body).toBe(200)
      expectShape('listCalendarItems', answer.json())
      return answer.json().Results.map(({ Title: title }: { Title: string }) => title)
    }
    expect(await list()).toEqual(['alpha', 'Émile', 'Beta'])
    expect(await list('?OrderBy=Title%20desc&Take=2')).toEqual(['Émile', 'Beta'])
    expect(await list('?Criteria=emil')).toEqual(['Émile'])
    expect(await list('?Criteria=HALL')).toEqual(['Beta'])
    expect(await list("?Filter=StartsAt%20ge%202026-05-02T00:00:00Z%20and%20Status%20eq%20'confirmed'&Skip=1")).toEqual(
      ['Beta'],
    )
    const first = await mine.get(`/api/calendars/${calendar}/items?Take=2`)
    const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? ''
    expect((await mine.get(next)).json().Results).toMatchObject([{ Title: 'Beta' }])
    const bad = await mine.get(`/api/calendars/${calendar}/items?OrderBy=Actions`)
    expect([bad.statusCode, bad.json().errors[0].pointer]).toEqual([400, 'query:OrderBy'])
  })

  test('requires calendars:read, and changes require calendars:write', async () => {
    const { CalendarItemId: id } = await create({ Title: 'Scoped', Start: '2026-05-01T10:00' })
    const reader = await server.caller(mine.tenant, ['calendars:read'])
    const found = await reader.get(`/api/calendars/${calendarId}/items/${id}`)
    expect(found.json()).toMatchObject({ Title: 'Scoped', Actions: [] })
    const path = `/api/calendars/${calendarId}/items/${id}`
    for (const answer of [
      await reader.post(path, { AuditId: 1 }),
      await reader.post(`${path}/cancel`),
      await reader.delete(path),
    ]) {
      expect(answer.statusCode).toBe(403)
    }
    const powerless = await server.caller(mine.tenant, [])
    for (const url of [
      path,
      `/api/calendars/${calendarId}/items`,
      `/api/calendars/${calendarId}/occurrences?From=a&To=b`,
    ]) {
      expect((await powerless.get(url)).statusCode).toBe(403)
    }
  })
})
