import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { addFirm, addMember, type MemberTokens, makeOwner, memberTokens } from '#test/support/people/members'
import { expectShape } from '#test/support/server/contract-shape'
import { addWeeklyItem } from '#test/support/work/calendars'

let server: TestApp
let admin: TestCaller
let member: MemberTokens
let outsider: MemberTokens
let memberContact: number
beforeAll(async () => {
  server = await buildTestApp()
  admin = await server.tenant()
  const one = await addMember(admin)
  memberContact = one.contactId
  member = await memberTokens(server, admin, one)
  outsider = await memberTokens(server, admin, await addMember(admin, 8))
})
afterAll(() => server.close())

let made = 0
const addCalendar = async (settings: object): Promise<{ id: number; item: number }> => {
  const { calendar, item } = await addWeeklyItem(admin)
  const saved = await admin.post(`/api/calendars/${calendar}`, { AuditId: 1, Name: `Public ${made++}`, ...settings })
  expect(saved.statusCode, saved.body).toBe(200)
  return { id: calendar, item: item.CalendarItemId }
}
const visit = (url: string, tenantKey = admin.tenant.key) =>
  server.app.inject({ url, headers: { 'x-tenant-key': tenantKey } })

const PUBLIC = { IsPublicViewable: true }
const MEMBERS = { IsMemberViewable: true }
const paths = ({ id, item }: { id: number; item: number }) =>
  ['items', `items/${item}`, 'occurrences?From=2026-03-01&To=2026-04-30'].map(
    (end) => `/api/public/calendars/${id}/${end}`,
  )
const statuses = async (calendar: { id: number; item: number }, get: (url: string) => ReturnType<typeof visit>) =>
  new Set(await Promise.all(paths(calendar).map(async (url) => (await get(url)).statusCode)))

describe('GET /api/public/calendars (listPublicCalendars)', () => {
  test('returns what each caller can view, by name', async () => {
    const everyone = await addCalendar(PUBLIC)
    const members = await addCalendar(MEMBERS)
    const staff = await addCalendar({ IsMemberViewable: false })
    const inactive = await addCalendar({ ...PUBLIC, IsActive: false })
    const seen = async (answer: Awaited<ReturnType<typeof visit>>) => {
      expect(answer.statusCode, answer.body).toBe(200)
      expectShape('listPublicCalendars', answer.json())
      const ids = (answer.json() as { CalendarId: number }[]).map(({ CalendarId }) => CalendarId)
      return [everyone, members, staff, inactive].map(({ id }) => ids.includes(id))
    }
    const url = '/api/public/calendars'
    expect(await seen(await visit(url))).toEqual([true, false, false, false])
    expect(await seen(await member.get(url))).toEqual([true, true, false, false])
    expect(await seen(await outsider.get(url))).toEqual([true, false, false, false])
    expect(await seen(await admin.get(url))).toEqual([true, true, false, false])
    const other = await server.caller(admin.tenant, ['contacts:read'])
    expect(await seen(await other.get(url))).toEqual([true, false, false, false])
  })

  test('requires a tenant, which exists', async () => {
    expect((await server.app.inject('/api/public/calendars')).json().code).toBe('tenant-needed')
    expect((await visit('/api/public/calendars', 'no-such-tenant')).statusCode).toBe(404)
    expect((await member.get('/api/public/calendars', { 'x-tenant-key': 'other' })).statusCode).toBe(400)
  })
})

describe('GET /api/public/calendars/{calendarid}/items (listPublicCalendarItems)', () => {
  test('returns the items of a public calendar without a credential', async () => {
    const calendar = await addCalendar(PUBLIC)
    const answer = await visit(`/api/public/calendars/${calendar.id}/items?Take=1&Criteria=meet`)
    expect(answer.statusCode, answer.body).toBe(200)
    expectShape('listPublicCalendarItems', answer.json())
    expect(answer.json().Results).toMatchObject([{ CalendarItemId: calendar.item, Title: 'Meeting', Actions: [] }])
    expect(answer.json().TotalRecordAvailable).toBe('1')
  })

  test('needs an access token of a member for a calendar of members', async () => {
    const calendar = await addCalendar(MEMBERS)
    const refused = await visit(`/api/public/calendars/${calendar.id}/items`)
    expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([401, expect.stringContaining('Bearer')])
    expect(await statuses(calendar, visit)).toEqual(new Set([401]))
    expect(await statuses(calendar, member.get)).toEqual(new Set([200]))
    expect(await statuses(calendar, outsider.get)).toEqual(new Set([403]))
    expect((await outsider.get(`/api/public/calendars/${calendar.id}/items`)).json().code).toBe('members-only')
  })

  test('shows a calendar of a group only to its members, and those that act for one', async () => {
    const { GroupId } = (await admin.post('/api/groups/0', { Name: 'Board' })).json()
    const calendar = await addCalendar({ ...MEMBERS, GroupId: String(GroupId) })
    expect(await statuses(calendar, member.get)).toEqual(new Set([403]))
    const added = await admin.post(`/api/groups/${GroupId}/members`, { ContactIds: [memberContact] })
    expect(added.statusCode, added.body).toBe(200)
    expect(await statuses(calendar, member.get)).toEqual(new Set([200]))
    const owner = await addMember(admin, 8)
    const firm = await addFirm(admin)
    const ownerTokens = await memberTokens(server, admin, owner)
    await admin.post(`/api/groups/${GroupId}/members`, { ContactIds: [firm] })
    expect(await statuses(calendar, ownerTokens.get)).toEqual(new Set([403]))
    await makeOwner(admin, owner.contactId, firm)
    expect(await statuses(calendar, ownerTokens.get)).toEqual(new Set([200]))
  })

  test('returns 404 for a calendar of staff, an inactive one, and one of another tenant', async () => {
    const hidden = [await addCalendar({ IsMemberViewable: false }), await addCalendar({ ...PUBLIC, IsActive: false })]
    for (const calendar of hidden) {
      expect(await statuses(calendar, visit)).toEqual(new Set([404]))
      expect(await statuses(calendar, member.get)).toEqual(new Set([404]))
    }
    const other = await server.tenant()
    const calendar = await addCalendar(PUBLIC)
    expect(await statuses(calendar, (url) => visit(url, other.tenant.key))).toEqual(new Set([404]))
  })
})

describe('GET /api/public/calendars/{calendarid}/items/{calendaritemid} (getPublicCalendarItem)', () => {
  test('returns an item, and 404 for one of another calendar', async () => {
    const one = await addCalendar(PUBLIC)
    const other = await addCalendar(MEMBERS)
    const answer = await visit(`/api/public/calendars/${one.id}/items/${one.item}`)
    expectShape('getPublicCalendarItem', answer.json())
    expect([answer.statusCode, answer.headers.etag]).toEqual([200, '"1"'])
    expect((await visit(`/api/public/calendars/${one.id}/items/${other.item}`)).statusCode).toBe(404)
  })
})

describe('GET /api/public/calendars/{calendarid}/occurrences (listPublicCalendarOccurrences)', () => {
  test('returns the occurrences of a public calendar', async () => {
    const calendar = await addCalendar(PUBLIC)
    const answer = await visit(`/api/public/calendars/${calendar.id}/occurrences?From=2026-03-01&To=2026-04-30`)
    expectShape('listPublicCalendarOccurrences', answer.json())
    expect(answer.json()).toHaveLength(5)
  })
})
