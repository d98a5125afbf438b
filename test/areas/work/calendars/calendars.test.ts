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
const list = async (caller: TestCaller, options?: object) => {
  const query = options ? `?options=${encodeURIComponent(JSON.stringify(options))}` : ''
  const answer = await caller.get(`/api/calendars/items${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  expectShape('listCalendars', answer.json())
  return answer.json() as { CalendarId: number; Name: string; GroupName: string | null; Actions: string[] }[]
}
const feed = (url: string) => server.app.inject({ url: new URL(url).pathname })
const addChapter = async (calendarId: number) => {
  const answer = await mine.post('/api/chapters/0/true', {
    ChapterName: `Chapter ${calendarId}`,
    PrimaryCalenderId: String(calendarId),
  })
  expect(answer.statusCode, answer.body).toBe(200)
  const chapter = await server.database.system.chapter.findFirstOrThrow({
    where: { tenantId: mine.tenant.id, calendarId },
  })
  return chapter.id
}

describe('POST /api/calendars/{calendarid} (saveCalendar)', () => {
  test('creates a calendar and changes the fields that are sent', async () => {
    const created = await save(mine, 0, {
      Name: '  Member   events ',
      Description: ' Seminars ',
      IsMemberViewable: true,
    })
    expectShape('saveCalendar', created.json())
    expect(created.json()).toMatchObject({
      AuditId: 1,
      Name: 'Member events',
      Description: 'Seminars',
      GroupName: null,
      IsActive: true,
      Actions: ['edit', 'delete'],
      EntireUrl: null,
    })
    expect(created.headers.etag).toBe('"1"')
    const id: number = created.json().CalendarId
    expect(await read(mine, id)).toEqual({
      CalendarId: id,
      AuditId: 1,
      Name: 'Member events',
      Description: 'Seminars',
      IsActive: true,
      IsPublicViewable: false,
      IsMemberViewable: true,
      AllowPublicSubmission: false,
      AllowMemberSubmission: false,
      IsICalPublishingEnabled: false,
      PrimaryDomain: 'members.example.org',
      EntireUrl: null,
      AddCalendarICalMessage: null,
      GroupId: null,
    })
    const changed = await save(mine, id, { AuditId: 1, Description: null, AllowMemberSubmission: true })
    expect(changed.json()).toMatchObject({ AuditId: 2, Name: 'Member events', Description: null })
    const same = await save(mine, id, { ...(await read(mine, id)), Name: ' Member events' })
    expect([same.headers.etag, same.json()]).toEqual(['"2"', changed.json()])
    expect(await read(mine, id)).toMatchObject({ AllowMemberSubmission: true, IsMemberViewable: true })
  })

  test('makes a public calendar visible to members', async () => {
    const id = await create(mine, { Name: 'Public', IsPublicViewable: true, IsMemberViewable: false })
    expect(await read(mine, id)).toMatchObject({ IsPublicViewable: true, IsMemberViewable: true })
    await save(mine, id, { AuditId: 1, IsPublicViewable: false, IsMemberViewable: false })
    expect(await read(mine, id)).toMatchObject({ IsPublicViewable: false, IsMemberViewable: false })
  })

  test('limits the calendar to a group, which can then not be deleted', async () => {
    const group = (await mine.post('/api/groups/0', { Name: 'Board' })).json()
    const id = await create(mine, { Name: 'For the board', GroupId: String(group.GroupId) })
    expect(await read(mine, id)).toMatchObject({ GroupId: String(group.GroupId) })
    expect((await list(mine, { Filter: "GroupName eq 'Board'" })).map(({ Name }) => Name)).toEqual(['For the board'])
    const refused = await mine.delete(`/api/groups/${group.GroupId}`)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'in-use'])
    await save(mine, id, { AuditId: 1, GroupId: null })
    expect((await mine.delete(`/api/groups/${group.GroupId}`)).statusCode).toBe(200)
  })

  test.each([
    ['no name', {}, 422, 'name-needed', '/Name'],
    ['a name of spaces', { Name: ' ' }, 422, 'name-needed', '/Name'],
    ['a long name', { Name: 'x'.repeat(201) }, 400, 'invalid-input', '/Name'],
    ['a name of another type', { Name: {} }, 400, 'invalid-input', '/Name'],
    ['a long description', { Name: 'x', Description: 'x'.repeat(2001) }, 400, 'invalid-input', '/Description'],
    [
      'the public submitting unseen',
      { Name: 'x', IsMemberViewable: true, AllowPublicSubmission: true },
      422,
      'not-viewable',
      '/AllowPublicSubmission',
    ],
    [
      'members submitting unseen',
      { Name: 'x', AllowMemberSubmission: true },
      422,
      'not-viewable',
      '/AllowMemberSubmission',
    ],
    ['an unknown group', { Name: 'x', GroupId: '2147480000' }, 422, 'unknown-reference', '/GroupId'],
    ['a group beyond all ids', { Name: 'x', GroupId: '9999999999' }, 422, 'unknown-reference', '/GroupId'],
    ['a group that is not a number', { Name: 'x', GroupId: 'Board' }, 400, 'invalid-input', '/GroupId'],
  ])('rejects %s and names the field', async (_, body, status, code, pointer) => {
    const answer = await save(mine, 0, body)
    expect([answer.statusCode, answer.json().code], answer.body).toEqual([status, code])
    expect(answer.json().errors[0].pointer).toBe(pointer)
    expect((await list(mine, { Filter: "Name eq 'x'" })).length).toBe(0)
  })

  test('keeps names unique when many requests save at once', async () => {
    const answers = await Promise.all(['Same', 'same', 'SAME', 'Same'].map((Name) => save(mine, 0, { Name })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409])
    const id = await create(mine, { Name: 'Another' })
    expect((await save(mine, id, { AuditId: 1, Name: 'same' })).json().code).toBe('duplicate')
    expect((await save(mine, id, { AuditId: 1, Name: 'ANOTHER' })).statusCode).toBe(200)
    const other = await server.tenant()
    await create(other, { Name: 'Same' })
  })

  test('lets one of many requests with the same version succeed', async () => {
    const id = await create(mine, { Name: 'Raced' })
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => save(mine, id, { AuditId: 1, Description: `${n}` })),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.json().code === 'stale-audit-id')).toHaveLength(11)
    expect((await save(mine, id, { Description: 'x' }, { 'if-match': '"1"' })).statusCode).toBe(412)
    expect((await save(mine, id, { Description: 'x' })).json().code).toBe('stale-audit-id')
  })

  test('records each change and its event without secrets', async () => {
    const id = await create(mine, { Name: 'Traced', IsICalPublishingEnabled: true })
    await save(mine, id, { AuditId: 1, Name: 'Traced again' })
    await mine.delete(`/api/calendars/${id}/2`)
    const where = { tenantId: mine.tenant.id, entity: 'calendar', entityId: id }
    const trail = await server.database.system.auditEntry.findMany({ where, orderBy: { id: 'asc' } })
    expect(trail.map(({ action, auditId }) => [action, auditId])).toEqual([
      ['created', 1],
      ['updated', 2],
      ['deleted', 3],
    ])
    expect(JSON.stringify(trail.map(({ changes }) => changes))).not.toMatch(/feedHash|feedSealed|[0-9a-f]{64}/)
    const events = await server.database.system.outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
    expect(events.map(({ kind, payload }) => [kind, payload])).toEqual([
      ['calendar.created', { name: 'Traced' }],
      ['calendar.updated', { name: 'Traced again' }],
      ['calendar.deleted', { name: 'Traced again' }],
    ])
  })

  test('creates a feed address, which is stored hashed and sealed', async () => {
    const id = await create(mine, { Name: 'Published', IsICalPublishingEnabled: true })
    const { EntireUrl, AddCalendarICalMessage } = await read(mine, id)
    expect(EntireUrl).toMatch(/^https:\/\/members\.example\.org\/api\/public\/calendars\/[0-9a-z]+-[\w-]{32}\.ics$/)
    expect(AddCalendarICalMessage).toContain('subscribe')
    expect((await feed(EntireUrl)).statusCode).toBe(200)
    expect((await read(mine, id)).EntireUrl).toBe(EntireUrl)
    const saved = (await save(mine, id, { ...(await read(mine, id)), Description: 'Open to all' })).json()
    expect(saved).toMatchObject({ Description: 'Open to all', EntireUrl })
    const row = await server.database.system.calendar.findFirstOrThrow({ where: { id, tenantId: mine.tenant.id } })
    const secret = EntireUrl.split('/').at(-1).replace('.ics', '')
    expect(row.feedHash).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(row)).not.toContain(secret)
  })
})

describe('GET /api/calendars/{calendarid} (getCalendar)', () => {
  test('returns the feed address and its host only to callers with calendars:write', async () => {
    const id = await create(mine, { Name: 'Published for writers', IsICalPublishingEnabled: true })
    expect(await read(mine, id)).toMatchObject({
      EntireUrl: expect.stringMatching(/\.ics$/),
      PrimaryDomain: 'members.example.org',
    })
    const reader = await server.caller(mine.tenant, ['calendars:read'])
    expect(await read(reader, id)).toMatchObject({
      EntireUrl: null,
      PrimaryDomain: null,
      IsICalPublishingEnabled: true,
    })
  })
})

describe('DELETE /api/calendars/{calendarid}/{auditid} (deleteCalendar)', () => {
  test('deletes the calendar only with its current version', async () => {
    const id = await create(mine, { Name: 'Deleted' })
    await save(mine, id, { AuditId: 1, Description: 'Changed' })
    expect((await mine.delete(`/api/calendars/${id}/1`)).json()).toMatchObject({ code: 'stale-audit-id', AuditId: 2 })
    expect((await mine.delete(`/api/calendars/${id}/2`)).json()).toEqual({})
    expect((await mine.get(`/api/calendars/${id}`)).statusCode).toBe(404)
  })

  test('returns 409 for the calendar of a chapter', async () => {
    const id = await create(mine, { Name: 'Of a chapter' })
    await addChapter(id)
    expect((await list(mine, { Filter: "Name eq 'Of a chapter'" }))[0]?.Actions).toEqual(['edit'])
    const rejected = await mine.delete(`/api/calendars/${id}/1`)
    expect([rejected.statusCode, rejected.json().code]).toEqual([409, 'in-use'])
  })
})

describe('POST /api/chapters/{chapterid}/{forcesave} (saveChapter)', () => {
  test('gives the calendar of a new chapter a free name', async () => {
    await create(mine, { Name: 'North' })
    for (const ChapterNumber of ['1', '2']) {
      const answer = await mine.post('/api/chapters/0/true', { ChapterName: 'North', ChapterNumber })
      expect(answer.statusCode, answer.body).toBe(200)
    }
    const names = (await list(mine, { Filter: "startswith(Name, 'North')" })).map(({ Name }) => Name)
    expect(names).toEqual(['North', 'North (2)', 'North (3)'])
  })

  test('gives the calendar a valid name for any name of the chapter', async () => {
    const wanted = 'Long and \\winding %_'.padEnd(200, '!')
    for (const ChapterNumber of ['7', '8']) {
      const answer = await mine.post('/api/chapters/0/true', { ChapterName: wanted, ChapterNumber })
      expect(answer.statusCode, answer.body).toBe(200)
    }
    const made = await list(mine, { Filter: "startswith(Name, 'Long and')" })
    expect(made.map(({ Name }) => Name).sort()).toEqual([`${wanted.slice(0, 196)} (2)`, wanted])
    const calendar = await read(mine, made[0]?.CalendarId ?? 0)
    expect((await save(mine, calendar.CalendarId, calendar)).statusCode).toBe(200)
  })
})

test('every operation returns 404 for the calendar of another tenant', async () => {
  const other = await server.foreignTenant()
  const id = await create(other, { Name: 'Foreign', IsICalPublishingEnabled: true })
  for (const answer of [
    await mine.get(`/api/calendars/${id}`),
    await save(mine, id, { AuditId: 1, Name: 'Mine now' }),
    await mine.delete(`/api/calendars/${id}/1`),
    await mine.post(`/api/calendars/${id}/feed/reset`),
  ]) {
    expect(answer.statusCode).toBe(404)
  }
  expect((await list(mine, { Filter: "Name eq 'Foreign'" })).length).toBe(0)
  expect(await read(other, id)).toMatchObject({ Name: 'Foreign', AuditId: 1 })
})

test('reading requires calendars:read, changing calendars:write', async () => {
  const id = await create(mine, { Name: 'Scoped' })
  const reader = await server.caller(mine.tenant, ['calendars:read'])
  expect((await reader.get(`/api/calendars/${id}`)).statusCode).toBe(200)
  for (const answer of [
    await save(reader, id, { AuditId: 1, Name: 'x' }),
    await reader.delete(`/api/calendars/${id}/1`),
    await reader.post(`/api/calendars/${id}/feed/reset`),
  ]) {
    expect(answer.statusCode).toBe(403)
  }
  const powerless = await server.caller(mine.tenant, ['contacts:read'])
  for (const url of [`${id}`, 'items', 'lookup', 'lookup/chapters/0']) {
    expect((await powerless.get(`/api/calendars/${url}`)).statusCode).toBe(403)
  }
})
