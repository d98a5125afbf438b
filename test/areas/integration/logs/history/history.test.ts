import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordShapes } from '#kernel/records/record-shape'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { LOG, logsOf } from '#test/support/integration/logs'
import { refusal } from '#test/support/people/contact-parts'

let server: TestApp
let caller: TestCaller
let log: ReturnType<typeof logsOf>
let groupId: number
beforeAll(async () => {
  server = await buildTestApp()
  caller = await server.tenant()
  log = logsOf(caller)
  const made = (await caller.post('/api/groups/0', { Name: 'Board' })).json()
  groupId = made.GroupId
  const read = (await caller.get(`/api/groups/${groupId}`)).json()
  await caller.post(`/api/groups/${groupId}`, { ...read, Name: 'Steering' })
})
afterAll(() => server.close())

const ofGroup = () => `EntityPrimaryType eq 'group' and EntityPrimaryKey eq '${groupId}'`

describe('POST /api/logs/tenantevent (searchTenantEvents)', () => {
  test('returns the history of a record, with what changed', async () => {
    const { rows, total } = await log.search({ LogType: 'change', Filter: ofGroup() })
    expect(total).toBe(2)
    expect(rows.map(({ Message, Tags }) => [Message, Tags])).toEqual([
      [`group ${groupId} updated, version 2`, 'updated'],
      [`group ${groupId} created, version 1`, 'created'],
    ])
    expect(rows[0]).toMatchObject({
      Level: 'Information',
      LogType: 'Change',
      EntityPrimaryType: 'group',
      EntityPrimaryKey: String(groupId),
      Source: `key:${caller.permissionId}`,
      Actions: ['details'],
      AccompanyingFileUri: null,
    })
    const withFields = rows.find(({ HasDetails }) => HasDetails)
    if (withFields) expect((await log.details(withFields.RowId)).DeepDetails).toContain('{')
    for (const { RowId } of rows)
      expect(await log.search({ LogType: 'Change', Filter: `RowId eq ${RowId}` })).toMatchObject({ total: 1 })
  })

  test('documents the kinds of records', () => {
    const contract = readFileSync(new URL('../../../../../openapi/openapi.json', import.meta.url), 'utf8')
    const [, listed = ''] = /require the scope of their area: ([^.]+)\./.exec(contract) ?? []
    const entities = recordShapes.entries().map(([word, { entity }]) => entity ?? word)
    expect(listed.split(', '), 'mark the shape by `x-record` in the contract of the area').toEqual(entities.sort())
  })

  test('compares kinds of records case-insensitively', async () => {
    const count = async (type: string) =>
      (await log.search({ LogType: 'Change', Filter: ofGroup().replace("'group'", type) })).total
    for (const type of ["'Group'", "'GROUP'"]) expect(await count(type)).toBe(2)
    expect(await count("'nothing'")).toBe(0)
  })

  test('shows the changes of a contact by documented names, with the old and the new values', async () => {
    const api = { FirstName: 'Ada', LastName: 'Byron', PrimaryTitle: 'Chair' }
    const { ContactId } = (await caller.post('/api/contacts/person/0', api)).json()
    const Addresses = [{ Address1: '1 Quay', City: 'Oslo', PostalCode: '0150' }]
    const saved = await caller.post(`/api/contacts/person/${ContactId}`, {
      AuditId: 1,
      PrimaryTitle: 'Clerk',
      Addresses,
    })
    expect(saved.statusCode, saved.body).toBe(200)
    const Filter = `EntityPrimaryType eq 'contact' and EntityPrimaryKey eq '${ContactId}'`
    const { rows } = await log.search({ LogType: 'Change', Filter })
    const details = JSON.parse(String((await log.details(rows[0]?.RowId ?? '')).DeepDetails))
    expect(details).toMatchObject({
      PrimaryTitle: { Old: 'Chair', New: 'Clerk' },
      PostalAddresses: { Old: [], New: [{ City: 'Oslo', PostalCode: '0150' }] },
      Addresses: { Old: [], New: [{ ContactId }] },
    })
    expect(JSON.stringify(details)).not.toMatch(/"[a-z]\w*":|"\w*_\w*":/)
    const events = await server.database.system.outboxEvent.findMany({
      where: { tenantId: caller.tenant.id, kind: 'contact.updated', entityId: ContactId },
    })
    expect(events.map(({ payload }) => (payload as { fields: string[] }).fields.sort())).toEqual([
      Object.keys(details).sort(),
    ])
  })

  test('does not mix the history with events', async () => {
    await log.accept([{ EventMessage: 'An event', EntityPrimaryType: 'group', EntityPrimaryKey: String(groupId) }])
    expect(await log.messages({ Filter: ofGroup() })).toEqual(['An event'])
  })

  test('filters by time, severity, user and words', async () => {
    const found = async (body: object) => (await log.search({ LogType: 'Change', ...body, Filter: ofGroup() })).total
    expect(await found({ DateRange: 'today' })).toBe(2)
    expect(await found({ DateRange: '2020-01-01,2020-01-02' })).toBe(0)
    expect(await found({ MinimumLevel: 'Information' })).toBe(2)
    expect(await found({ MinimumLevel: 'Warning' })).toBe(0)
    expect(await found({ Criteria: 'Created' })).toBe(1)
    const { total } = await log.search({ LogType: 'Change', Filter: `${ofGroup()} and Source eq 'nobody'` })
    expect(total).toBe(0)
    expect((await log.search({ LogType: 'Change', Filter: "EntityPrimaryKey eq 'x'" })).total).toBe(0)
    const byBeginning = `startswith(EntityPrimaryKey, '${groupId}') and EntityPrimaryType eq 'group'`
    expect((await log.search({ LogType: 'Change', Filter: byBeginning })).total).toBe(2)
  })

  test('shows a caller only the history of records that it may read', async () => {
    const reader = logsOf(await server.caller(caller.tenant, ['logs:read', 'contacts:read']))
    const all = await log.search({ LogType: 'Change', Filter: ofGroup() })
    expect(
      (await reader.search({ LogType: 'Change' })).rows.map(({ EntityPrimaryType }) => EntityPrimaryType),
    ).not.toContain('group')
    expect((await reader.search({ LogType: 'Change', Filter: ofGroup() })).total).toBe(0)
    const id = all.rows[0]?.RowId
    const few = await server.caller(caller.tenant, ['logs:read', 'contacts:read'])
    expect((await few.get(`${LOG}/details/${id}`)).statusCode).toBe(404)
    const groups = logsOf(await server.caller(caller.tenant, ['logs:read', 'groups:read']))
    expect((await groups.search({ LogType: 'Change', Filter: ofGroup() })).total).toBe(2)
    expect((await groups.search({ LogType: 'Change', Filter: "EntityPrimaryType eq 'apppermission'" })).total).toBe(0)
  })

  test('shows nothing of another tenant', async () => {
    const foreign = await server.foreignTenant()
    const { rows } = await log.search({ LogType: 'Change', Filter: ofGroup() })
    expect((await foreign.get(`${LOG}/details/${rows[0]?.RowId}`)).statusCode).toBe(404)
    expect((await logsOf(foreign).search({ LogType: 'Change', Filter: ofGroup() })).total).toBe(0)
  })
})

describe('POST /api/logs/tenantevent (searchTenantEvents) after contacts were merged', () => {
  test('finds the events and changes of all of them by the id of any', async () => {
    const add = async (FirstName: string): Promise<number> =>
      (await caller.post('/api/contacts/person/0', { FirstName, LastName: 'Merged', forceSave: true })).json().ContactId
    const [winner, loser, other] = [await add('One'), await add('Two'), await add('Three')] as [number, number, number]
    await log.accept(
      [winner, loser, other].map((id) => ({
        EventMessage: `Event of ${id}`,
        EntityPrimaryType: 'contact',
        EntityPrimaryKey: String(id),
      })),
    )
    const pair = { WinnerContactId: winner, WinnerAuditId: 1, LoserContactId: loser, LoserAuditId: 1 }
    expect((await caller.post('/api/contacts/merge', pair)).statusCode).toBe(200)
    const of = (id: number) => `EntityPrimaryType eq 'contact' and EntityPrimaryKey eq '${id}'`
    for (const id of [winner, loser])
      expect((await log.messages({ Filter: of(id) })).sort()).toEqual(
        [winner, loser].map((one) => `Event of ${one}`).sort(),
      )
    expect(await log.messages({ Filter: of(other) })).toEqual([`Event of ${other}`])
    const { rows } = await log.search({ LogType: 'Change', Filter: of(winner) })
    expect(new Set(rows.map(({ EntityPrimaryKey }) => EntityPrimaryKey))).toEqual(new Set([winner, loser].map(String)))
    expect(await log.messages({ Filter: `EntityPrimaryKey eq '${winner}'` })).toEqual([`Event of ${winner}`])
  })
})

describe('POST /api/logs/tenantevent (searchTenantEvents) with words in the history', () => {
  test('requires a record, or a DateRange of at most 31 days', async () => {
    const search = (body: object) => caller.post(LOG, { LogType: 'Change', Criteria: 'created', ...body })
    expect((await search({})).json().errors).toMatchObject([{ pointer: '/Criteria' }])
    expect((await search({ DateRange: 'last90days' })).statusCode).toBe(400)
    expect((await search({ Filter: "EntityPrimaryType eq 'group'" })).statusCode).toBe(400)
    for (const DateRange of ['today', 'last30days', '2026-01-01,2026-01-31'])
      expect((await search({ DateRange })).statusCode, DateRange).toBe(200)
    expect((await search({ DateRange: '2020-01-01,2020-01-02' })).json()).toMatchObject({ TotalRecordAvailable: '0' })
    expect((await search({ Filter: ofGroup() })).json()).toMatchObject({ TotalRecordAvailable: '1' })
  })
})

describe('DELETE /api/logs/tenantevent/{rowid} (hideTenantEvent)', () => {
  test('rejects the history of a record, and selections skip it', async () => {
    const { rows } = await log.search({ LogType: 'Change', Filter: ofGroup() })
    const id = rows[0]?.RowId ?? ''
    expect(await refusal(caller.delete(`${LOG}/${id}`))).toEqual([422, 'history-stays'])
    expect((await caller.post(`${LOG}/selectedlogs`, { SelectedIds: [id] })).statusCode).toBe(200)
    expect((await log.search({ LogType: 'Change', Filter: ofGroup() })).total).toBe(2)
  })
})
