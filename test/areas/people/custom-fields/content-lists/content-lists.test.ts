import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/people/contact-parts'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

const ROOT = '/api/contentlists'
const save = (id: number, body: Json, caller = bench.mine) => caller.post(`${ROOT}/${id}`, body)
const create = async (Name: string): Promise<number> =>
  (await bench.good('saveContentList', save(0, { Name }))).body.ContentListId as number

describe('POST /api/contentlists/{contentlistid} (saveContentList)', () => {
  test('creates the content list that a custom field belongs to, and renames it by its version', async () => {
    const id = await create('Member news')
    expect(await refusal(save(0, { Name: 'MEMBER NEWS' }))).toEqual([409, 'duplicate'])
    expect((await save(0, { Name: ' ' })).json().code).toBe('name-needed')
    expect(await refusal(save(id, { AuditId: 2, Name: 'x' }))).toEqual([409, 'stale-audit-id'])
    const location = { ObjectTypeId: '8', ContentListId: String(id), StandardFieldId: '7' }
    const field = { ...location, CustomFieldDataTypeId: '1', DisplayName: 'Source' }
    const { CustomFieldId } = (await bench.mine.post('/api/customfields/0', field)).json()
    const shown = await bench.mine.get(`/api/customfields/contentlists/${id}/${CustomFieldId}`)
    expect(shown.json()).toMatchObject({ ContentListId: String(id), DisplayName: 'Source' })
    const renamed = await bench.good('saveContentList', save(id, { AuditId: 1, Name: 'News' }))
    expect(renamed.body).toMatchObject({ Name: 'News', FieldCount: 1, Actions: ['view', 'edit'], AuditId: 2 })
    const where = { tenantId: bench.mine.tenant.id, entity: 'contentlist', entityId: id }
    const events = await bench.server.database.system.outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
    expect(events.map(({ kind, payload }) => [kind, payload])).toEqual([
      ['contentlist.created', { Name: 'Member news' }],
      ['contentlist.updated', { Name: 'News' }],
    ])
  })
})

describe('GET /api/contentlists/{contentlistid} (getContentList)', () => {
  test('returns the content list, and 404 to another tenant', async () => {
    const id = await create('Own')
    const { body } = await bench.good('getContentList', bench.mine.get(`${ROOT}/${id}`))
    expect(body).toMatchObject({ ContentListId: id, FieldCount: 0, Actions: ['view', 'edit', 'delete'] })
    expect(await refusal(bench.theirs.get(`${ROOT}/${id}`))).toEqual([404, 'not-found'])
    expect(await refusal(save(id, { AuditId: 1, Name: 'x' }, bench.theirs))).toEqual([404, 'not-found'])
    const reader = await bench.server.caller(bench.mine.tenant, ['custom-fields:read'])
    expect((await save(0, { Name: 'Refused' }, reader)).statusCode).toBe(403)
  })
})

describe('DELETE /api/contentlists/{contentlistid} (deleteContentList)', () => {
  test('deletes a content list, unless custom fields belong to it', async () => {
    const id = await create('Short-lived')
    const location = { ObjectTypeId: '8', ContentListId: String(id), StandardFieldId: '7' }
    const field = { ...location, CustomFieldDataTypeId: '1', DisplayName: 'Author' }
    const { CustomFieldId } = (await bench.mine.post('/api/customfields/0', field)).json()
    expect(await refusal(bench.mine.delete(`${ROOT}/${id}`))).toEqual([409, 'in-use'])
    expect((await bench.mine.delete(`/api/customfields/${CustomFieldId}/1`)).statusCode).toBe(200)
    expect((await bench.mine.delete(`${ROOT}/${id}`, { 'if-match': '"2"' })).statusCode).toBe(412)
    expect((await bench.mine.delete(`${ROOT}/${id}`)).statusCode).toBe(200)
    expect(await refusal(bench.mine.get(`${ROOT}/${id}`))).toEqual([404, 'not-found'])
  })
})

describe('GET /api/contentlists (listContentLists)', () => {
  test('returns the content lists of the tenant by name, filtered and searched', async () => {
    const caller = await bench.server.tenant()
    for (const Name of ['Jobs', 'Books']) expect((await save(0, { Name }, caller)).statusCode).toBe(200)
    const { body } = await bench.good('listContentLists', caller.get(ROOT))
    expect(body.map(({ Name }) => Name)).toEqual(['Books', 'Jobs'])
    expect((await caller.get(`${ROOT}?Criteria=job`)).json()).toMatchObject([{ Name: 'Jobs' }])
    expect((await caller.get(`${ROOT}?OrderBy=Name desc&Take=1`)).json()).toMatchObject([{ Name: 'Jobs' }])
  })
})
