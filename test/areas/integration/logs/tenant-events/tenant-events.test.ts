import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { LOG, logsOf } from '#test/support/integration/logs'
import { refusal } from '#test/support/people/contact-parts'

let server: TestApp
let caller: TestCaller
let log: ReturnType<typeof logsOf>
const clock = { at: Date.UTC(2026, 10, 20, 15), now: () => new Date(clock.at) }
beforeAll(async () => {
  server = await buildTestApp({ clock })
  caller = await server.tenant()
  log = logsOf(caller)
  await log.accept(EVENTS)
})
afterAll(() => server.close())

const EVENTS = [
  { EventMessage: 'a', Severity: 'Verbose', LogTypeName: 'Mail', CreatedDate: '2026-11-20T14:00:00Z', Tags: 'alpha' },
  { EventMessage: 'b', Severity: 'Debug', LogTypeName: 'Mail', CreatedDate: '2026-11-20T13:00:00Z' },
  {
    EventMessage: 'c',
    Severity: 'Information',
    LogTypeName: 'Sync',
    CreatedDate: '2026-11-19T23:59:59.999Z',
    DeeperDetails: 'Économie',
  },
  {
    EventMessage: 'd',
    Severity: 'Warning',
    LogTypeName: 'Sync',
    CreatedDate: '2026-11-19T00:00:00Z',
    SourceClassTypeName: 'Relay',
  },
  {
    EventMessage: 'e',
    Severity: 'Error',
    LogTypeName: 'Mail',
    CreatedDate: '2026-11-01T00:00:00Z',
    EntityPrimaryType: 'contact',
    EntityPrimaryKey: '7',
  },
  {
    EventMessage: 'f',
    Severity: 'Fatal',
    LogTypeName: 'Mail',
    CreatedDate: '2026-10-31T23:00:00Z',
    EntityPrimaryType: 'contact',
    EntityPrimaryKey: '8',
  },
]

const idOf = async (message: string) => (await log.search({ Filter: `Message eq '${message}'` })).rows[0]?.RowId ?? ''

describe('GET /api/logs/tenantevent (listTenantEvents)', () => {
  test('returns the latest first, with the exact total', async () => {
    const page = await log.good('listTenantEvents', caller.get(LOG))
    expect((page.Results as { Message: string }[]).map(({ Message }) => Message)).toEqual([
      'a',
      'b',
      'c',
      'd',
      'e',
      'f',
    ])
    expect(page.TotalRecordAvailable).toBe('6')
  })

  test('offers to hide events to callers that can, and shows nothing of another tenant', async () => {
    const reader = logsOf(await server.caller(caller.tenant, ['logs:read']))
    const offers = async (by: typeof log) => (await by.search()).rows.map(({ Actions }) => Actions).slice(1, 3)
    expect(await offers(reader)).toEqual([[], ['details']])
    expect(await offers(log)).toEqual([['hide'], ['details', 'hide']])
    expect((await logsOf(await server.tenant()).search()).total).toBe(0)
  })
})

describe('POST /api/logs/tenantevent (searchTenantEvents)', () => {
  test.each([
    ['the last 7 days', { DateRange: 'last7days' }, 'abcd'],
    ['today', { DateRange: 'today' }, 'ab'],
    ['yesterday', { DateRange: 'yesterday' }, 'cd'],
    ['a month', { DateRange: 'lastmonth' }, 'f'],
    ['days', { DateRange: '2026-11-01,2026-11-19' }, 'cde'],
    ['an open range', { DateRange: ',2026-11-01' }, 'ef'],
    ['instants', { DateRange: '2026-11-19T00:00:00.001Z,2026-11-20T13:00:00Z' }, 'bc'],
    ['part of a day', { DateRange: '2026-11-20T13:30:00Z,2026-11-20T14:30:00Z' }, 'a'],
    ['a severity', { MinimumLevel: 'Warning' }, 'def'],
    ['all severities', { MinimumLevel: 'Verbose' }, 'abcdef'],
    ['a type', { LogType: 'Mail' }, 'abef'],
    ['a type and severity', { LogType: 'Mail', MinimumLevel: 'Error' }, 'ef'],
    ['type, severity and time', { LogType: 'Mail', MinimumLevel: 'Debug', DateRange: 'thismonth' }, 'be'],
    ['an unknown type', { LogType: 'Nothing' }, ''],
    ['a record', { Filter: "EntityPrimaryType eq 'contact' and EntityPrimaryKey eq '7'" }, 'e'],
    ['severities by name', { Filter: "Level ge 'Information' and Level lt 'Fatal'" }, 'cde'],
    ['some severities', { Filter: "Level in ('Debug', 'Fatal') or contains(Level, 'warn')" }, 'bdf'],
    ['not a severity', { Filter: "not (Level eq 'Debug')", MinimumLevel: 'Verbose' }, 'acdef'],
    ['a word of the tags', { Criteria: 'ALPHA' }, 'a'],
    ['a word of details, without accents', { Criteria: 'economie' }, 'c'],
    ['a word of the source', { Criteria: 'relay' }, 'd'],
    ['the beginning of a word', { Criteria: 'rel*' }, 'd'],
    ['no part of a word', { Criteria: 'rel' }, ''],
    ['words in a window', { Criteria: 'relay', DateRange: 'today' }, ''],
    ['nothing to search for', { Criteria: '!?' }, ''],
    ['words and a filter', { Criteria: 'relay', Filter: "Message eq 'd'" }, 'd'],
    ['another order', { OrderBy: 'Level desc, CreatedDate' }, 'fedcba'],
    ['the oldest first', { OrderBy: 'CreatedDate' }, 'fedcba'],
    ['the oldest of a type', { OrderBy: 'CreatedDate', LogType: 'Mail' }, 'feba'],
  ])('finds %s', async (_what, body, expected) => {
    expect(await log.messages(body)).toEqual([...expected])
  })

  test('pages by Skip and Take, with the total of all', async () => {
    for (const more of [{}, { MinimumLevel: 'Verbose' }, { LogType: 'Mail' }, { Filter: "Message ne 'x'" }]) {
      const all = (await log.search(more)).rows.map(({ Message }) => Message)
      const pages: string[] = []
      for (let skip = 0; skip < all.length; skip += 2) {
        const { rows, total } = await log.search({ ...more, Take: '2', Skip: String(skip) })
        pages.push(...rows.map(({ Message }) => Message))
        expect(total).toBe(all.length)
      }
      expect(pages).toEqual(all)
    }
  })

  test('rejects what it cannot read', async () => {
    expect(await refusal(caller.post(LOG, { DateRange: 'sometimes' }))).toEqual([400, '/DateRange'])
    expect(await refusal(caller.post(LOG, { Filter: 'Actions eq 1' }))).toEqual([400, '/Filter'])
    for (const LogType of [null, 'Change'])
      for (const Filter of [
        "Level ge 'Bogus'",
        "Level ne ''",
        'Level ge 3',
        "not (Level eq 'x')",
        "Level in ('Fatal', 'x')",
      ])
        expect(await refusal(caller.post(LOG, { Filter, LogType })), Filter).toEqual([400, '/Filter'])
    const { detail } = (await caller.post(LOG, { Filter: "Level ge 'Bogus'" })).json()
    expect(detail).toContain('the value compared with Level must be one of Verbose, Debug')
    for (const LogType of [null, 'Change'])
      for (const body of [{ Filter: 'Nothing eq 1' }, { OrderBy: 'Nothing' }])
        expect((await caller.post(LOG, { ...body, LogType })).json().detail).not.toMatch(/LevelNumber|EntityId|KeyText/)
    expect(await refusal(caller.post(LOG, { MinimumLevel: 'Loud' }))).toEqual([400, '/MinimumLevel'])
    expect(await refusal(caller.post(LOG, { Take: '1001' }))).toEqual([400, '/Take'])
  })
})

describe('GET /api/logs/tenantevent/details/{rowid} (getTenantEventDetails)', () => {
  test('returns the details of an event, also of a hidden one', async () => {
    await log.accept([{ EventMessage: 'hidden soon', DeeperDetails: 'why' }])
    const id = await idOf('hidden soon')
    await log.good('hideTenantEvent', caller.delete(`${LOG}/${id}`))
    expect(await log.details(id)).toEqual({ DeepDetails: 'why', RowId: id })
  })

  test('returns 404 for an event of another tenant and for numbers that no event has', async () => {
    const foreign = await server.foreignTenant()
    const id = await idOf('a')
    for (const path of [`${LOG}/details/${id}`, `${LOG}/details/9999999999999999999`])
      expect((await foreign.get(path)).statusCode).toBe(404)
    expect((await caller.get(`${LOG}/details/9999999999999999999`)).statusCode).toBe(404)
    expect((await caller.get(`${LOG}/details/9007199254740000`)).statusCode).toBe(404)
  })
})

describe('DELETE /api/logs/tenantevent/{rowid} (hideTenantEvent)', () => {
  test('hides an event from every list, once and again', async () => {
    await log.accept([{ EventMessage: 'to hide', LogTypeName: 'Hidden' }])
    const id = await idOf('to hide')
    for (const _ of [1, 2]) await log.good('hideTenantEvent', caller.delete(`${LOG}/${id}`))
    const { rows } = await log.search({ LogType: 'Change', Filter: `EntityPrimaryType eq 'tenantlog'` })
    const hidden = await Promise.all(rows.map(async ({ RowId }) => (await log.details(RowId)).DeepDetails))
    expect(hidden.filter((details) => String(details).includes(`"${id}"`))).toHaveLength(1)
    for (const body of [{ Criteria: 'hide' }, { LogType: 'Hidden' }, { Filter: `RowId eq ${id}` }])
      expect(await log.messages(body)).toEqual([])
    const types = (await caller.get(`${LOG}/type/lookup`)).json().map(({ Id }: { Id: string }) => Id)
    expect(types).not.toContain('Hidden')
  })

  test('returns 404 for the event of another tenant, which stays', async () => {
    const id = await idOf('a')
    const foreign = await server.foreignTenant()
    expect(await refusal(foreign.delete(`${LOG}/${id}`))).toEqual([404, 'not-found'])
    expect(await log.messages({ Filter: `RowId eq ${id}` })).toEqual(['a'])
  })
})

describe('POST /api/logs/tenantevent/selectedlogs (hideSelectedTenantEvents)', () => {
  test('hides the selected events, and skips others and those of other tenants', async () => {
    await log.accept(['s1', 's2', 's3'].map((EventMessage) => ({ EventMessage, LogTypeName: 'Selected' })))
    const ids = (await log.search({ LogType: 'Selected' })).rows.map(({ RowId }) => RowId)
    const foreign = await server.foreignTenant()
    const hide = (by: TestCaller, SelectedIds: unknown) =>
      logsOf(by).good('hideSelectedTenantEvents', by.post(`${LOG}/selectedlogs`, { SelectedIds }))
    await hide(foreign, ids)
    expect((await log.search({ LogType: 'Selected' })).total).toBe(3)
    await hide(caller, JSON.stringify([...ids.slice(0, 2), '9999999999999999999', '9007199254740000']))
    expect((await log.search({ LogType: 'Selected' })).rows.map(({ RowId }) => RowId)).toEqual(ids.slice(2))
    for (const path of ['selectedlogs', 'selectedlogs/loaddialog'])
      for (const SelectedIds of [[], null])
        expect(await refusal(caller.post(`${LOG}/${path}`, { SelectedIds }))).toEqual([400, '/SelectedIds'])
  })
})

describe('POST /api/logs/tenantevent/selectedlogs/loaddialog (loadSelectedTenantEvents)', () => {
  test('returns what would be hidden, and hides nothing', async () => {
    const ids = [await idOf('a'), await idOf('e'), '9007199254740000']
    const load = (SelectedIds: string[]) =>
      log.good('loadSelectedTenantEvents', caller.post(`${LOG}/selectedlogs/loaddialog`, { SelectedIds }))
    expect(await load(ids)).toEqual({
      Count: 2,
      Message: 'Hide 2 events?',
      OldestDate: '2026-11-01T00:00:00.000Z',
      NewestDate: '2026-11-20T14:00:00.000Z',
    })
    expect(await load(['9007199254740000'])).toEqual({
      Count: 0,
      Message: 'Hide 0 events?',
      OldestDate: null,
      NewestDate: null,
    })
    expect((await load(ids)).Count).toBe(2)
  })
})

describe('GET /api/logs/tenantevent/type/lookup (lookupTenantEventTypes)', () => {
  test('returns the types that occur, and the history', async () => {
    const made = await server.tenant()
    await logsOf(made).accept([{ EventMessage: 'x', LogTypeName: 'Zeta' }, { EventMessage: 'x' }])
    const types = await logsOf(made).good('lookupTenantEventTypes', made.get(`${LOG}/type/lookup`))
    expect(types).toMatchObject([{ Id: 'Change' }, { Id: 'External' }, { Id: 'Zeta', Name: 'Zeta', Order: 3 }])
  })
})
