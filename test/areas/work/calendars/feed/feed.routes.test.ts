import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'

let now = new Date('2026-03-01T12:00:00Z')
let server: TestApp
let mine: TestCaller
let path: string
beforeAll(async () => {
  server = await buildTestApp({ clock: { now: () => now } })
  mine = await server.tenant()
  await setZone('Pacific/Auckland')
  const made = await mine.post('/api/calendars/0', { Name: 'Zoned', IsICalPublishingEnabled: true })
  const { EntireUrl } = (await mine.get(`/api/calendars/${made.json().CalendarId}`)).json()
  path = new URL(EntireUrl).pathname
})
afterAll(() => server.close())

const setZone = (timeZone: string) =>
  server.database.system.tenant.update({ where: { id: mine.tenant.id }, data: { timeZone } })
const fetch = (headers: Record<string, string> = {}) => server.app.inject({ url: path, headers })

describe('GET /api/public/calendars/{feed} (readCalendarFeed)', () => {
  test("contains the tenant's time zone, also without items", async () => {
    const lines = (await fetch()).body.split('\r\n')
    expect(lines).toContain('X-WR-TIMEZONE:Pacific/Auckland')
    expect(lines.filter((line) => line.startsWith('TZID:'))).toEqual(['TZID:Pacific/Auckland'])
  })

  test('has another ETag on the next day, on which old items can leave the feed', async () => {
    const tag = String((await fetch()).headers.etag)
    expect((await fetch({ 'if-none-match': tag })).statusCode).toBe(304)
    now = new Date('2026-03-02T12:00:00Z')
    expect((await fetch({ 'if-none-match': tag })).statusCode).toBe(200)
  })
})
