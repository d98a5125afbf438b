import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/people/contact-parts'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

const PATH = '/api/membershiptypes'
let made = 0
const define = async (DisplayName: string, more: Json = {}): Promise<number> => {
  const field = { ObjectTypeId: '5', CustomFieldDataTypeId: '1', DisplayName, ...more }
  return (await bench.good('saveCustomField', bench.mine.post('/api/customfields/0', field))).body
    .CustomFieldId as number
}
const save = (id: number, body: Json) => bench.mine.post(`${PATH}/${id}`, body)
const create = async (body: Json = {}): Promise<Json> =>
  (await bench.good('saveMembershipType', save(0, { Name: `Type ${++made}`, ...body }))).body
const valueIn = (type: Json, id: number) => {
  const fields = type.CustomFields as { CustomFieldId: number; Value: string | null }[]
  return fields.find(({ CustomFieldId }) => CustomFieldId === id)?.Value
}
const read = async (id: unknown) => (await bench.good('getMembershipType', bench.mine.get(`${PATH}/${id}`))).body

describe('POST /api/membershiptypes/{membershiptypeid} (saveMembershipType): custom fields', () => {
  test('stores values, records them in the history and deletes them with the type', async () => {
    const id = await define('Statute')
    const type = await create({ CustomFields: [{ Name: 'statute', Value: 'Section 4' }] })
    expect(valueIn(type, id)).toBe('Section 4')
    const typeId = type.MembershipTypeId as number
    expect(valueIn((await save(typeId, { AuditId: 1, GraceDays: 3 })).json(), id)).toBe('Section 4')
    const changed = await save(typeId, { AuditId: 2, CustomFields: [{ CustomFieldId: id, Value: 'Section 5' }] })
    expect(valueIn(changed.json(), id)).toBe('Section 5')
    expect(changed.headers.etag).toBe('"3"')
    const { system } = bench.server.database
    const history = { tenantId: bench.mine.tenant.id, entity: 'membershiptype', entityId: typeId, auditId: 3 }
    const { changes } = await system.auditEntry.findFirstOrThrow({ where: history })
    expect(changes).toMatchObject({ 'CustomFields.Statute': { old: 'Section 4', new: 'Section 5' } })
    expect((await bench.mine.delete(`/api/customfields/${id}/1`)).json().code).toBe('has-values')
    expect((await bench.mine.delete(`${PATH}/${typeId}`)).statusCode).toBe(200)
    expect(await system.customFieldValue.count({ where: { tenantId: bench.mine.tenant.id, fieldId: id } })).toBe(0)
  })

  test('gives a field of one type to that type only, and requires a required one', async () => {
    const one = await create()
    const other = await create()
    const oneId = one.MembershipTypeId as number
    const otherId = other.MembershipTypeId as number
    const id = await define('Sponsor', { MembershipTypeId: String(oneId), IsRequired: true })
    const value = { CustomFields: [{ CustomFieldId: id, Value: 'City' }] }
    expect([valueIn(await read(oneId), id), valueIn(await read(otherId), id)]).toEqual([null, undefined])
    expect(await refusal(save(otherId, { AuditId: 1, ...value }))).toEqual([422, '/CustomFields/0/CustomFieldId'])
    expect(await refusal(save(0, { Name: 'New', ...value }))).toEqual([422, '/CustomFields/0/CustomFieldId'])
    const missing = (await save(oneId, { AuditId: 1, GraceDays: 1 })).json()
    expect([missing.code, missing.errors[0].pointer]).toEqual(['required-field', '/CustomFields'])
    expect(valueIn((await save(oneId, { AuditId: 1, ...value })).json(), id)).toBe('City')
    expect((await bench.mine.delete(`${PATH}/${oneId}`)).json().code).toBe('in-use')
  })

  test('accepts no fields of other kinds of record, and no level for a field of membership types', async () => {
    const id = await define('Of a project', { ObjectTypeId: '10' })
    const value = [{ CustomFieldId: id, Value: 'x' }]
    expect(await refusal(save(0, { Name: 'New', CustomFields: value }))).toEqual([422, '/CustomFields/0/CustomFieldId'])
    const typeId = String((await create()).MembershipTypeId)
    const field = { ObjectTypeId: '5', CustomFieldDataTypeId: '1', DisplayName: 'Of a level', MembershipTypeId: typeId }
    const ofLevel = bench.mine.post('/api/customfields/0', { ...field, MembershipTypeOptionId: '1' })
    expect(await refusal(ofLevel)).toEqual([422, '/MembershipTypeOptionId'])
  })
})

describe('GET /api/membershiptypes (listMembershipTypes): custom fields', () => {
  test('filters and orders by them and by its columns, and searches names', async () => {
    const caller = await bench.server.tenant()
    const post = async (path: string, body: Json) => {
      const answer = await caller.post(path, body)
      expect(answer.statusCode, answer.body).toBe(200)
    }
    const field = { ObjectTypeId: '5', DisplayName: 'Votes', CustomFieldDataTypeId: '2' }
    await post('/api/customfields/0', field)
    for (const [Name, Value, GraceDays] of [
      ['Fellow', '12', 3],
      ['Guest', null, 9],
      ['Élite', '3', 6],
    ] as const)
      await post(`${PATH}/0`, { Name, GraceDays, CustomFields: [{ Name: 'Votes', Value }] })
    const list = async (query: Record<string, string> = {}) => {
      const { body } = await bench.good('listMembershipTypes', caller.get(`${PATH}?${new URLSearchParams(query)}`))
      return body.map(({ Name }) => Name)
    }
    expect(await list({ Filter: 'CustomFields.Votes gt 2' })).toEqual(['Fellow', 'Élite'])
    expect(await list({ Filter: 'CustomFields.Votes eq null' })).toEqual(['Guest'])
    expect(await list({ OrderBy: 'CustomFields.Votes' })).toEqual(['Élite', 'Fellow', 'Guest'])
    expect(await list({ OrderBy: 'GraceDays desc' })).toEqual(['Guest', 'Élite', 'Fellow'])
    expect(await list({ Criteria: 'elit' })).toEqual(['Élite'])
    expect(await refusal(caller.get(`${PATH}?Filter=CustomFields.Nonsense eq 1`))).toEqual([400, 'query:Filter'])
    expect(await refusal(caller.get(`${PATH}?OrderBy=Nonsense`))).toEqual([400, 'query:OrderBy'])
  })
})
