import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestCaller } from '#test/support/build-app'
import { type EventsBench, openEvents } from '#test/support/events/events'
import { upload } from '#test/support/integration/files'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: EventsBench
beforeAll(async () => {
  bench = await openEvents()
})
afterAll(() => bench.server.close())

type Caller = Pick<TestCaller, 'post'>
const define = async (DisplayName: string, more: Json = {}, caller: Caller = bench.mine): Promise<number> => {
  const field = { ObjectTypeId: '6', CustomFieldDataTypeId: '1', DisplayName, ...more }
  return (await bench.good('saveCustomField', caller.post('/api/customfields/0', field))).body.CustomFieldId as number
}
const valueIn = (event: Json, name: string) => {
  const fields = event.CustomFields as { Name: string; Value: string | null }[]
  return fields.find(({ Name }) => Name === name)?.Value
}

describe('POST /api/events/{eventId} (saveEvent): custom fields', () => {
  test('stores values, records them in the history and deletes them with the event', async () => {
    const field = await define('Dress code')
    const event = await bench.event({ CustomFields: [{ Name: 'dresscode', Value: 'Black tie' }] })
    const id = Number(event.EventId)
    expect(valueIn(event, 'DressCode')).toBe('Black tie')
    expect(valueIn((await bench.save(id, { AuditId: 1, Capacity: 9 })).json(), 'DressCode')).toBe('Black tie')
    const changed = await bench.save(id, { AuditId: 2, CustomFields: [{ CustomFieldId: field, Value: 'Casual' }] })
    expect(valueIn(changed.json(), 'DressCode')).toBe('Casual')
    expect(valueIn(await bench.read(id), 'DressCode')).toBe('Casual')
    const { system } = bench.server.database
    const where = { tenantId: bench.mine.tenant.id, entity: 'event', entityId: id, auditId: 3 }
    const { changes } = await system.auditEntry.findFirstOrThrow({ where })
    expect(changes).toMatchObject({ 'CustomFields.DressCode': { old: 'Black tie', new: 'Casual' } })
    expect(await refusal(bench.mine.delete(`/api/customfields/${field}/1`))).toEqual([409, 'has-values'])
    expect((await bench.mine.delete(`/api/events/${id}`)).statusCode).toBe(200)
    expect(await system.customFieldValue.count({ where: { tenantId: bench.mine.tenant.id, fieldId: field } })).toBe(0)
    expect((await bench.mine.delete(`/api/customfields/${field}/1`)).statusCode).toBe(200)
  })

  test('requires a required field, validates values and rejects fields of other kinds of record', async () => {
    const ofItems = await define('Of items', { ObjectTypeId: '11' })
    const seats = await define('Tables', { CustomFieldDataTypeId: '2' })
    const { EventId } = await bench.event()
    const save = (CustomFields: object[], AuditId = 1) => bench.save(Number(EventId), { AuditId, CustomFields })
    const pointer = '/CustomFields/0/CustomFieldId'
    expect(await refusal(save([{ CustomFieldId: ofItems, Value: 'x' }]))).toEqual([422, pointer])
    expect(await refusal(save([{ CustomFieldId: seats, Value: 'many' }]))).toEqual([400, '/CustomFields/0/Value'])
    const needed = await define('Host', { IsRequired: true })
    const missing = (await bench.save(Number(EventId), { AuditId: 1, Capacity: 3 })).json()
    expect([missing.code, missing.errors[0].pointer]).toEqual(['required-field', '/CustomFields'])
    expect((await save([{ CustomFieldId: needed, Value: 'The club' }])).statusCode).toBe(200)
    const archive = await bench.mine.post(`/api/customfields/${needed}`, { AuditId: 1, IsArchived: true })
    expect(archive.statusCode, archive.body).toBe(200)
    expect(valueIn(await bench.read(EventId), 'Host')).toBeUndefined()
  })

  test('owns the file of a value until the value is cleared', async () => {
    const plan = await define('Floor plan', { CustomFieldDataTypeId: '10' })
    const file = await upload(bench.mine, 'plan.pdf', '%PDF-1.7\n')
    const Value = String(file)
    const { EventId, Name } = await bench.event({ CustomFields: [{ CustomFieldId: plan, Value }] })
    const owner = async () => (await bench.mine.get(`/api/files/${file}`)).json()
    expect(await owner()).toMatchObject({ OwnerKind: 'event', OwnerId: EventId, OwnerName: Name })
    const clear = { AuditId: 1, CustomFields: [{ CustomFieldId: plan, Value: null }] }
    expect((await bench.save(Number(EventId), clear)).statusCode).toBe(200)
    expect(await owner()).toMatchObject({ OwnerKind: null })
  })
})

describe('GET /api/events (listEvents): custom fields', () => {
  test('filters and orders by them, and rejects unknown ones', async () => {
    const caller = await bench.server.tenant()
    await define('Tables', { CustomFieldDataTypeId: '2' }, caller)
    for (const [Name, Value] of [
      ['Dinner', '12'],
      ['Talk', null],
      ['Ball', '3'],
    ] as const) {
      const sent = { Name, StartDate: '2030-05-02T18:00:00Z', CustomFields: [{ Name: 'Tables', Value }] }
      const answer = await caller.post('/api/events/0', sent)
      expect(answer.statusCode, answer.body).toBe(200)
    }
    const list = async (query: Record<string, string>) => {
      const { body } = await bench.good('listEvents', caller.get(`/api/events?${new URLSearchParams(query)}`))
      return (body.Results as { Name: string }[]).map(({ Name }) => Name)
    }
    expect(await list({ Filter: 'CustomFields.Tables gt 5' })).toEqual(['Dinner'])
    expect(await list({ Filter: 'CustomFields.Tables eq null' })).toEqual(['Talk'])
    expect(await list({ OrderBy: 'CustomFields.Tables' })).toEqual(['Ball', 'Dinner', 'Talk'])
    expect(await refusal(caller.get('/api/events?Filter=CustomFields.Nonsense eq 1'))).toEqual([400, 'query:Filter'])
  })
})
