import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'

let server: TestApp
let mine: TestCaller
let path: string
let now = new Date('2026-03-01T12:00:00Z')
beforeAll(async () => {
  server = await buildTestApp({ clock: { now: () => now } })
  mine = await server.tenant()
  const calendar = await mine.post('/api/calendars/0', { Name: 'Listed' })
  path = `/api/calendars/${calendar.json().CalendarId}/items`
  const items = [
    ['b', { Start: '2026-05-01T10:00', End: '2026-05-09T10:00', Status: 'tentative' }, '2026-03-03'],
    ['C', { Start: '2026-05-02T10:00', End: '2026-05-02T11:00' }, '2026-03-01'],
    ['a', { IsAllDay: true, Start: '2026-05-03', Status: 'cancelled' }, '2026-03-02'],
  ] as const
  for (const [Title, fields, day] of items) {
    now = new Date(`${day}T12:00:00Z`)
    const answer = await mine.post(`${path}/0`, { Title, ...fields })
    expect(answer.statusCode, answer.body).toBe(200)
  }
})
afterAll(() => server.close())

const titles = async (parameter: string, value: string): Promise<string[]> => {
  const answer = await mine.get(`${path}?${parameter}=${encodeURIComponent(value)}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().Results.map(({ Title }: { Title: string }) => Title)
}

describe('GET /api/calendars/{calendarid}/items (listCalendarItems)', () => {
  test.each([
    ['CalendarItemId', ['b', 'C', 'a']],
    ['Title', ['a', 'b', 'C']],
    ['Status', ['a', 'C', 'b']],
    ['IsAllDay, Title', ['b', 'C', 'a']],
    ['StartsAt', ['b', 'C', 'a']],
    ['EndsAt', ['C', 'a', 'b']],
    ['ModifiedDate', ['C', 'a', 'b']],
  ])('orders by %s', async (field, expected) => {
    expect(await titles('OrderBy', field)).toEqual(expected)
    if (!field.includes(',')) expect(await titles('OrderBy', `${field} desc`)).toEqual([...expected].reverse())
  })

  test.each([
    ["Title eq 'C'", ['C']],
    ["Status eq 'tentative'", ['b']],
    ['IsAllDay eq true', ['a']],
    ['StartsAt lt 2026-05-02T00:00:00Z', ['b']],
    ['EndsAt gt 2026-05-05T00:00:00Z', ['b']],
    ['ModifiedDate eq 2026-03-02T12:00:00Z', ['a']],
  ])('filters by %s', async (filter, expected) => {
    expect(await titles('Filter', filter)).toEqual(expected)
  })
})
