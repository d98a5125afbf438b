import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { subscribers } from '#areas/joined'
import { deliverEvent } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { nativeApi } from '#test/support/integration/native-integrations'
import { runJobs } from '#test/support/jobs/run-jobs'

let server: TestApp
let mine: TestCaller
let id: string
const api = nativeApi(
  () => server,
  () => mine,
)
const addCalendar = async (name: string): Promise<number> => {
  const answer = await mine.post('/api/calendars/0', { Name: name })
  expect(answer.statusCode, answer.body).toBe(200)
  return Number(answer.json().CalendarId)
}
const addItem = async (calendarId: number, Title: string): Promise<void> => {
  const start = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16)
  const end = new Date(Date.now() + 90_000_000).toISOString().slice(0, 16)
  const answer = await mine.post(`/api/calendars/${calendarId}/items/0`, { Title, Start: start, End: end })
  expect(answer.statusCode, answer.body).toBe(200)
}
const visit = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'GET', url: new URL(url).pathname, headers })
const titlesIn = (text: string): unknown[] =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((one) => one.getFirstPropertyValue('summary'))

beforeAll(async () => {
  server = await buildTestApp()
})
beforeEach(async () => {
  mine = await server.tenant()
  id = (await api.install('calendar-feed')).IntegrationId ?? ''
})
afterAll(() => server.close())

describe('GET /api/public/native/feeds/{feed} (readNativeFeed)', () => {
  test('returns the calendars as one feed after a run, without a credential', async () => {
    const board = await addCalendar('Board')
    const public_ = await addCalendar('Public')
    await addItem(board, 'Meeting')
    await addItem(public_, 'Open day')
    const { FeedUrl } = await api.integration(id)
    expect((await visit(FeedUrl ?? '')).statusCode).toBe(404)
    expect((await api.configure(id, { CalendarIds: [board], Name: ' ' })).json().errors).toEqual([
      { pointer: 'query:values/Name', message: 'must not be empty' },
    ])
    await api.configure(id, { CalendarIds: [board], Name: 'Chamber' })
    expect(await api.run(id)).toMatchObject({ Message: '1 calendar was published.' })
    await api.configure(id, { CalendarIds: [board, public_], Name: 'Chamber' })
    expect(FeedUrl).toMatch(/\/api\/public\/native\/feeds\/[0-9a-z]+-[\w-]{32}\.ics$/)
    expect(await api.run(id)).toMatchObject({ Status: 'Succeeded', Message: '2 calendars were published.' })
    const feed = await visit(FeedUrl ?? '')
    expect(feed.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
    })
    expect(titlesIn(feed.body).sort()).toEqual(['Meeting', 'Open day'])
    expect(feed.body).toContain('X-WR-CALNAME:Chamber')
    expect((await visit(FeedUrl ?? '', { 'if-none-match': String(feed.headers.etag) })).statusCode).toBe(304)
  })

  test('is written again once for several changes of calendars', async () => {
    const calendarId = await addCalendar('Board')
    await api.configure(id, { CalendarIds: [calendarId] })
    await addItem(calendarId, 'First')
    await addItem(calendarId, 'Second')
    const { id: tenantId } = mine.tenant
    const events = await server.database.system.outboxEvent.findMany({ where: { tenantId } })
    const context = { database: server.database, clock: systemClock, log: server.app.log }
    for (const { id: eventId } of events)
      await deliverEvent(context, subscribers, {
        subscriber: 'native-integrations',
        tenantId,
        eventId: String(eventId),
      })
    await runJobs(server, 'native.run')
    expect(await api.executions(id)).toMatchObject([
      { Status: 'Succeeded', Trigger: expect.stringMatching(/^calendar/) },
    ])
    const { FeedUrl } = await api.integration(id)
    expect(titlesIn((await visit(FeedUrl ?? '')).body).sort()).toEqual(['First', 'Second'])
  })

  test('returns 404 for wrong addresses, and after the integration was uninstalled', async () => {
    const calendarId = await addCalendar('Board')
    await api.configure(id, { CalendarIds: [calendarId] })
    await api.run(id)
    const { FeedUrl } = await api.integration(id)
    for (const wrong of ['x.ics', `${mine.tenant.id.toString(36)}-${'a'.repeat(32)}.ics`])
      expect((await visit(`http://h/api/public/native/feeds/${wrong}`)).statusCode, wrong).toBe(404)
    await mine.delete(`/native/integrations/${id}`)
    expect((await visit(FeedUrl ?? '')).statusCode).toBe(404)
  })

  test('shows its address only to callers that can change integrations', async () => {
    const reader = await server.caller(mine.tenant, ['native-integrations:read'])
    expect(JSON.parse((await reader.get(`/native/integrations/${id}`)).json().Content).FeedUrl).toBeNull()
    const sealed = await server.database.system.nativeFeed.findFirstOrThrow({ where: { tenantId: mine.tenant.id } })
    const secret = (await api.integration(id)).FeedUrl?.split('/').at(-1)?.replace('.ics', '') ?? ''
    expect(JSON.stringify({ ...sealed })).not.toContain(secret)
  })
})

describe('DELETE /api/calendars/{calendarid}/{auditid} (deleteCalendar)', () => {
  test('returns 409 in-use for a calendar that a feed publishes', async () => {
    const calendarId = await addCalendar('Board')
    await api.configure(id, { CalendarIds: [calendarId], Name: 'Chamber' })
    const answer = await mine.delete(`/api/calendars/${calendarId}/1`)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'in-use', users: [{ kind: 'calendar feed', name: 'Chamber' }] })
    expect((await api.configure(id, { CalendarIds: [calendarId, 2147483000] })).json().errors[0].pointer).toBe(
      'query:values/CalendarIds/1',
    )
  })
})

describe('a calendar feed that was imported with its tenant', () => {
  const forget = async () => {
    const { system } = server.database
    const where = { tenantId: mine.tenant.id }
    await system.nativeFeed.deleteMany({ where })
    await system.nativeIntegration.updateMany({ where, data: { isPaused: true } })
  }

  test('fails in its runs until the same configuration is saved again, which makes an address and ends the pause', async () => {
    const values = { CalendarIds: [await addCalendar('Board')], Name: 'Chamber' }
    await api.configure(id, values)
    const before = await api.integration(id)
    await forget()
    expect(await api.run(id)).toMatchObject({
      Status: 'Failed',
      Message: expect.stringContaining('Save the configuration'),
    })
    expect((await api.configure(id, values)).statusCode).toBe(200)
    const after = await api.integration(id)
    expect(after).toMatchObject({ IsPaused: false, FeedUrl: expect.stringContaining('.ics') })
    expect(after.FeedUrl).not.toBe(before.FeedUrl)
    expect(await api.run(id)).toMatchObject({ Status: 'Succeeded' })
    expect((await visit(after.FeedUrl ?? '')).statusCode).toBe(200)
  })

  test('has an address after the app is installed again', async () => {
    await forget()
    expect(await api.install('calendar-feed')).toMatchObject({ IntegrationId: id, FeedUrl: expect.any(String) })
  })
})
