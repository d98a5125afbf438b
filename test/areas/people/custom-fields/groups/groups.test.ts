import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/people/contact-parts'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

const ROOT = '/api/customfields/groups'
const save = (id: number, body: Json, caller = bench.mine) => caller.post(`${ROOT}/${id}`, body)
const create = async (CustomFieldGroupName: string, DisplayOrder: string | null = null) => {
  const answer = await bench.good('saveCustomFieldGroup', save(0, { CustomFieldGroupName, DisplayOrder }))
  return answer.body.Id as number
}
const names = async () => {
  const { body } = await bench.good('lookupCustomFieldGroups', bench.mine.get(`${ROOT}/lookup`))
  return body.map(({ Name }) => Name)
}

describe('POST /api/customfields/groups/{customfieldgroupid} (saveCustomFieldGroup)', () => {
  test('creates, moves and changes a group by If-Match', async () => {
    const events = await create(' Events  and more ', '1')
    const work = await create('Work')
    expect(await names()).toEqual(['Events and more', 'Work'])
    await create('First', '1')
    expect(await names()).toEqual(['First', 'Events and more', 'Work'])
    const read = await bench.good('getCustomFieldGroup', bench.mine.get(`${ROOT}/${events}`))
    expect([read.body, read.version]).toEqual([
      { CustomFieldGroupId: events, CustomFieldGroupName: 'Events and more', DisplayOrder: '2' },
      2,
    ])
    const stale = bench.mine.post(`${ROOT}/${work}`, { CustomFieldGroupName: 'x' }, { 'if-match': '"7"' })
    expect(await refusal(stale)).toEqual([412, 'precondition-failed'])
    await bench.good('saveCustomFieldGroup', save(work, { CustomFieldGroupName: 'Working life' }))
  })
})

describe('POST /api/customfields/groups/{customfieldgroupid} (saveCustomFieldGroup)', () => {
  test('accepts a name once, also from concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => save(0, { CustomFieldGroupName: n % 2 ? 'Raced' : 'RACED' })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(409)])
    expect(await refusal(save(0, { CustomFieldGroupName: ' ' }))).toEqual([422, '/CustomFieldGroupName'])
    expect(await refusal(save(0, {}))).toEqual([422, '/CustomFieldGroupName'])
    expect(await refusal(save(0, { CustomFieldGroupName: 'x', DisplayOrder: 'last' }))).toEqual([400, '/DisplayOrder'])
  })
})

describe('GET /api/customfields/groups/{customfieldgroupid} (getCustomFieldGroup)', () => {
  test('returns 404 for the id of another tenant, and 403 without the scope of the operation', async () => {
    const id = await create('Only mine')
    for (const call of [
      bench.theirs.get(`${ROOT}/${id}`),
      save(id, { CustomFieldGroupName: 'Changed' }, bench.theirs),
      bench.theirs.delete(`${ROOT}/${id}`),
    ])
      expect(await refusal(call)).toEqual([404, 'not-found'])
    const field = { ObjectTypeId: '2', DisplayName: 'x', CustomFieldDataTypeId: '1', CustomFieldGroupId: String(id) }
    expect(await refusal(bench.theirs.post('/api/customfields/0', field))).toEqual([422, '/CustomFieldGroupId'])
    const reader = await bench.server.caller(bench.mine.tenant, ['custom-fields:read'])
    expect((await reader.get(`${ROOT}/lookup`)).statusCode).toBe(200)
    expect((await save(0, {}, reader)).statusCode).toBe(403)
    expect((await reader.delete(`${ROOT}/${id}`)).statusCode).toBe(403)
  })
})

describe('DELETE /api/customfields/groups/{customfieldgroupid} (deleteCustomFieldGroup)', () => {
  test('deletes a group and keeps its fields', async () => {
    const work = await create('Job')
    await bench.good('saveCustomFieldGroup', save(work, { CustomFieldGroupName: 'Working days' }))
    const field = {
      ObjectTypeId: '2',
      DisplayName: 'Shift',
      CustomFieldDataTypeId: '1',
      CustomFieldGroupId: String(work),
    }
    const made = (await bench.mine.post('/api/customfields/0', field)).json()
    expect(made.GroupName).toBe('Working days')
    expect((await bench.mine.get(`/api/customfields?filter=GroupName%20eq%20'Working%20days'`)).json()).toHaveLength(1)
    const id = made.CustomFieldId
    const shown = await bench.good(
      'getTenantCustomField',
      bench.mine.get(`/api/customfields/gettenantcustomfield/${id}`),
    )
    expect(shown.body).toMatchObject({
      IsCustomFieldGroupExists: true,
      CustomFieldGroupName: 'Working days',
      Value: null,
    })
    await bench.good('deleteCustomFieldGroup', bench.mine.delete(`${ROOT}/${work}`))
    expect(await refusal(bench.mine.get(`${ROOT}/${work}`))).toEqual([404, 'not-found'])
    expect((await bench.mine.get(`/api/customfields/${id}`)).json()).toMatchObject({ CustomFieldGroupId: null })
    const where = { tenantId: bench.mine.tenant.id, entity: 'customfieldgroup', entityId: work }
    const kinds = (await bench.server.database.system.outboxEvent.findMany({ where, orderBy: { id: 'asc' } })).map(
      ({ kind }) => kind,
    )
    expect(kinds).toEqual(['customfieldgroup.created', 'customfieldgroup.updated', 'customfieldgroup.deleted'])
  })
})

describe('POST /api/customfields/groups/{customfieldgroupid} (saveCustomFieldGroup)', () => {
  test('moves the groups that follow down to the order 999999, and no further', async () => {
    const add = (CustomFieldGroupName: string) =>
      save(0, { CustomFieldGroupName, DisplayOrder: '999998' }, bench.theirs)
    const first = (await add('Moved')).json().Id as number
    expect((await add('Last but one')).statusCode).toBe(200)
    expect((await bench.theirs.get(`${ROOT}/${first}`)).json()).toMatchObject({ DisplayOrder: '999999' })
    expect(await refusal(add('One too many'))).toEqual([400, '/DisplayOrder'])
    expect((await bench.theirs.get(`${ROOT}/${first}`)).json()).toMatchObject({ DisplayOrder: '999999' })
  })
})

describe('GET /api/customfields/groups/lookup (lookupCustomFieldGroups)', () => {
  test('returns the position that the group has when it is read or saved', async () => {
    const id = await create('Far down', '999998')
    const saved = await bench.good('saveCustomFieldGroup', save(id, { DisplayOrder: '999999' }))
    const { body } = await bench.good('lookupCustomFieldGroups', bench.mine.get(`${ROOT}/lookup`))
    expect(body).toContainEqual(saved.body)
    const sent = { CustomFieldGroupName: 'Further', DisplayOrder: '999999' }
    expect(await refusal(save(0, sent))).toEqual([400, '/DisplayOrder'])
    const read = await bench.good('getCustomFieldGroup', bench.mine.get(`${ROOT}/${id}`))
    expect((await save(id, read.body)).statusCode).toBe(200)
  })
})

describe('POST /api/customfields/groups/{customfieldgroupid} (saveCustomFieldGroup)', () => {
  test('gives every group its own order if concurrent requests move groups', async () => {
    const ids = await Promise.all(['One', 'Two', 'Three', 'Four'].map((name, n) => create(name, String(n + 10))))
    const moves = Array.from({ length: 20 }, (_, n) => save(ids[n % 4] ?? 0, { DisplayOrder: String(10 + (n % 3)) }))
    expect((await Promise.all(moves)).map(({ statusCode }) => statusCode)).toEqual(moves.map(() => 200))
    const places = await Promise.all(
      ids.map(async (id) => (await bench.mine.get(`${ROOT}/${id}`)).json().DisplayOrder as string),
    )
    expect(new Set(places).size).toBe(4)
  })
})

describe('POST /api/customfields/groups/{customfieldgroupid} (saveCustomFieldGroup): limits', () => {
  test('rejects the 201st group', async () => {
    const caller = await bench.server.tenant()
    const data = Array.from({ length: 199 }, (_, n) => ({ tenantId: caller.tenant.id, name: `${n}`, nameKey: `${n}` }))
    await bench.server.database.system.customFieldGroup.createMany({ data })
    expect((await save(0, { CustomFieldGroupName: 'The last' }, caller)).statusCode).toBe(200)
    expect(await refusal(save(0, { CustomFieldGroupName: 'One more' }, caller))).toEqual([422, 'too-many'])
  })
})
