import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { addWeeklyItem } from '#test/support/work/calendars'

let server: TestApp
let mine: TestCaller
beforeAll(async () => {
  server = await buildTestApp({ clock: { now: () => new Date('2026-03-01T12:00:00Z') } })
  mine = await server.tenant()
})
afterAll(() => server.close())

const addItem = (body?: object) => addWeeklyItem(mine, body)

describe('POST /api/calendars/{calendarid}/items/{calendaritemid}/occurrences/{start} (saveCalendarOccurrence)', () => {
  test('changes one occurrence, which item, occurrences and history show', async () => {
    const { change, read, within, item } = await addItem()
    const moved = await change('2026-03-22T10:00', { Start: '2026-03-24T18:00', Title: 'Late', Location: 'Library' })
    expect(moved).toMatchObject({ AuditId: 2, Sequence: 1, Title: 'Meeting', Uid: item.Uid })
    await change('2026-03-29T10:00:00', { IsCancelled: true })
    expect((await read()).ChangedOccurrences).toEqual([
      {
        OriginalStart: '2026-03-22T10:00:00',
        AuditId: 3,
        Title: 'Late',
        Description: null,
        Location: 'Library',
        Start: '2026-03-24T18:00:00',
        End: '2026-03-24T20:00:00',
        IsCancelled: false,
      },
      {
        OriginalStart: '2026-03-29T10:00:00',
        AuditId: 3,
        Title: null,
        Description: null,
        Location: null,
        Start: null,
        End: null,
        IsCancelled: true,
      },
    ])
    const shown = (await within('2026-03-01', '2026-04-30')).map((one) => [
      one.OriginalStart,
      one.Start,
      one.Title,
      one.Status,
    ])
    expect(shown).toEqual([
      ['2026-03-15T10:00:00', '2026-03-15T10:00:00', 'Meeting', 'confirmed'],
      ['2026-03-22T10:00:00', '2026-03-24T18:00:00', 'Late', 'confirmed'],
      ['2026-03-29T10:00:00', '2026-03-29T10:00:00', 'Meeting', 'cancelled'],
      ['2026-04-05T10:00:00', '2026-04-05T10:00:00', 'Meeting', 'confirmed'],
      ['2026-04-12T10:00:00', '2026-04-12T10:00:00', 'Meeting', 'confirmed'],
    ])
    const where = { tenantId: mine.tenant.id, entity: 'calendaritem', entityId: item.CalendarItemId }
    const entries = await server.database.system.auditEntry.findMany({ where, orderBy: { id: 'asc' } })
    expect(entries.map(({ action, auditId }) => [action, auditId])).toEqual([
      ['created', 1],
      ['updated', 2],
      ['updated', 3],
    ])
    expect(entries[1]?.changes).toMatchObject({ occurrence: { title: 'Late', location: 'Library' } })
  })

  test.each([
    ['at a start that the rule does not make', '2026-03-16T10:00', {}, 422, 'calendar-rule', 'path:start'],
    ['at another hour', '2026-03-22T11:00', {}, 422, 'calendar-rule', 'path:start'],
    ['after the last', '2026-04-19T10:00', {}, 422, 'calendar-rule', 'path:start'],
    ['at a start that is excluded', '2026-04-12T10:00', {}, 422, 'calendar-rule', 'path:start'],
    ['at a start that is not a time', 'soon', {}, 400, 'invalid-input', 'path:start'],
    ['at a day', '2026-03-22', {}, 400, 'invalid-input', 'path:start'],
    ['with a start that is none', '2026-03-22T10:00', { Start: 'x' }, 400, 'invalid-input', '/Start'],
    ['with an end before it', '2026-03-22T10:00', { End: '2026-03-22T09:00' }, 422, 'calendar-rule', '/End'],
    ['with a title that is not a text', '2026-03-22T10:00', { Title: {} }, 400, 'invalid-input', '/Title'],
  ])('rejects %s', async (_, start, body, status, code, pointer) => {
    const { at } = await addItem({ ExcludedStarts: ['2026-04-12T10:00'] })
    const answer = await mine.post(at(start), { Title: 'x', ...body, AuditId: 1 })
    expect([answer.statusCode, answer.json().code, answer.json().errors?.[0].pointer]).toEqual([status, code, pointer])
  })

  test('rejects an item that is not repeated', async () => {
    const { at } = await addItem({ RecurrenceRule: null })
    const answer = await mine.post(at('2026-03-15T10:00'), { Title: 'x', AuditId: 1 })
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'calendar-rule'])
  })

  test('rejects a stale version, a missing scope and another tenant', async () => {
    const { at, change, calendar } = await addItem()
    await change('2026-03-22T10:00', { Title: 'One' })
    const url = at('2026-03-22T10:00')
    expect((await mine.post(url, { Title: 'Two', AuditId: 1 })).statusCode).toBe(409)
    expect((await mine.post(url, { Title: 'Two' })).statusCode).toBe(409)
    expect((await mine.post(url, { Title: 'Two' }, { 'if-match': '"1"' })).statusCode).toBe(412)
    const reader = await server.caller(mine.tenant, ['calendars:read'])
    const others = [[reader, 403] as const, [await server.tenant(), 404] as const]
    for (const [caller, status] of others) {
      expect((await caller.post(url, { Title: 'Two', AuditId: 2 })).statusCode).toBe(status)
    }
    const elsewhere = `/api/calendars/${calendar}/items/2147480000/occurrences/2026-03-22T10:00`
    expect((await mine.post(elsewhere, { AuditId: 1 })).statusCode).toBe(404)
    expect((await mine.post(url, { Title: 'Two' }, { 'if-match': '"2"' })).json().AuditId).toBe(3)
  })

  test('returns 422 too-many after 366 changed occurrences of an item', async () => {
    const { at, item, change } = await addItem({ RecurrenceRule: 'FREQ=DAILY' })
    await server.database.system.$executeRaw`insert into calendar_item_override
      (tenant_id, item_id, original_start, is_cancelled)
      select ${mine.tenant.id}, ${item.CalendarItemId}, timestamp '2026-03-15 10:00' + day * interval '1 day', true
      from generate_series(0, 365) as day`
    const answer = await mine.post(at('2027-06-01T10:00'), { Title: 'x', AuditId: 1 })
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'too-many'])
    expect((await change('2026-03-15T10:00', { Title: 'x' })).ChangedOccurrences).toHaveLength(366)
  })
})

describe('DELETE /api/calendars/{calendarid}/items/{calendaritemid}/occurrences/{start} (resetCalendarOccurrence)', () => {
  test('restores the occurrence to the series, and keeps the other changes', async () => {
    const { change, within, reset } = await addItem()
    await change('2026-03-22T10:00', { Start: '2026-03-24T18:00', Title: 'Late' })
    await change('2026-03-29T10:00', { IsCancelled: true })
    const { ChangedOccurrences } = await reset('2026-03-22T10:00')
    expect(ChangedOccurrences).toMatchObject([{ OriginalStart: '2026-03-29T10:00:00' }])
    expect((await within('2026-03-22', '2026-03-28')).map(({ Start }) => Start)).toEqual(['2026-03-22T10:00:00'])
  })

  test('returns 404 for an occurrence without a change', async () => {
    const { change, at } = await addItem()
    expect((await mine.delete(at('2026-03-22T10:00'))).statusCode).toBe(404)
    await change('2026-03-22T10:00', { Title: 'Other' })
    await change('2026-03-22T10:00', {})
    expect((await mine.delete(at('2026-03-22T10:00'))).statusCode).toBe(404)
  })

  test('rejects a stale version, a missing scope and another tenant', async () => {
    const { at, change, read } = await addItem()
    await change('2026-03-22T10:00', { Title: 'One' })
    const url = at('2026-03-22T10:00')
    expect((await mine.delete(url, { 'if-match': '"1"' })).statusCode).toBe(412)
    const reader = await server.caller(mine.tenant, ['calendars:read'])
    expect((await reader.delete(url)).statusCode).toBe(403)
    expect((await (await server.tenant()).delete(url)).statusCode).toBe(404)
    expect((await read()).ChangedOccurrences).toMatchObject([{ Title: 'One' }])
  })
})
