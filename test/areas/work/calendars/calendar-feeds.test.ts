import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { expectShape } from '#test/support/server/contract-shape'

let server: TestApp
let mine: TestCaller
beforeAll(async () => {
  server = await buildTestApp({ config: { publicUrl: 'https://members.example.org/' } })
  mine = await server.tenant()
})
afterAll(() => server.close())

const save = (caller: TestCaller, id: number, body: object, headers?: Record<string, string>) =>
  caller.post(`/api/calendars/${id}`, body, headers)
const create = async (caller: TestCaller, body: object): Promise<number> => {
  const answer = await save(caller, 0, body)
  expect(answer.statusCode, answer.body).toBe(200)
  expectShape('saveCalendar', answer.json())
  return answer.json().CalendarId
}
const read = async (caller: TestCaller, id: number) => {
  const answer = await caller.get(`/api/calendars/${id}`)
  expect(answer.statusCode, answer.body).toBe(200)
  expectShape('getCalendar', answer.json())
  return answer.json()
}
const feed = (url: string) => server.app.inject({ url: new URL(url).pathname })

describe('POST /api/calendars/{calendarid}/feed/reset (resetCalendarFeed)', () => {
  test('makes the old address return 404 permanently, as switching off does', async () => {
    const id = await create(mine, { Name: 'Replaced', IsICalPublishingEnabled: true })
    const { EntireUrl: first } = await read(mine, id)
    const reset = await mine.post(`/api/calendars/${id}/feed/reset`, {}, { 'if-match': '"1"' })
    expectShape('resetCalendarFeed', reset.json())
    const second = reset.json().EntireUrl
    expect(reset.headers.etag).toBe('"2"')
    expect([(await feed(first)).statusCode, (await feed(second)).statusCode]).toEqual([404, 200])
    expect((await mine.post(`/api/calendars/${id}/feed/reset`, {}, { 'if-match': '"1"' })).statusCode).toBe(412)
    await save(mine, id, { AuditId: 2, IsICalPublishingEnabled: false })
    expect((await feed(second)).statusCode).toBe(404)
    const refused = await mine.post(`/api/calendars/${id}/feed/reset`)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'not-published'])
    await save(mine, id, { AuditId: 3, IsICalPublishingEnabled: true })
    const { EntireUrl: third } = await read(mine, id)
    expect([first, second]).not.toContain(third)
    expect([(await feed(first)).statusCode, (await feed(second)).statusCode]).toEqual([404, 404])
    await mine.delete(`/api/calendars/${id}/4`)
    expect((await feed(third)).statusCode).toBe(404)
  })
})

describe('POST /api/calendars/{calendarid}/feed/reset (resetCalendarFeed)', () => {
  test('records the reset and its event', async () => {
    const id = await create(mine, { Name: 'Reset', IsICalPublishingEnabled: true })
    await mine.post(`/api/calendars/${id}/feed/reset`)
    const where = { tenantId: mine.tenant.id, entity: 'calendar', entityId: id, auditId: 2 }
    expect(await server.database.system.auditEntry.findMany({ where })).toMatchObject([
      { action: 'updated', changes: { feed: 'reset' } },
    ])
    expect(await server.database.system.outboxEvent.findMany({ where })).toMatchObject([
      { kind: 'calendar.updated', payload: { name: 'Reset' } },
    ])
  })
})
