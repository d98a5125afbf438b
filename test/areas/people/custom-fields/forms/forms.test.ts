import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/people/contact-parts'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

const save = (id: number, body: Json, caller = bench.mine) => caller.post(`/api/forms/${id}`, body)
const create = async (Name: string): Promise<number> =>
  (await bench.good('saveForm', save(0, { Name }))).body.FormId as number
const read = async (id: number) => (await bench.good('getForm', bench.mine.get(`/api/forms/${id}`))).body
const addField = async (formId: number, DisplayName: string): Promise<number> => {
  const field = {
    ObjectTypeId: '9',
    CustomFieldDataTypeId: '1',
    FormId: String(formId),
    StandardFieldId: '7',
    DisplayName,
  }
  return (await bench.good('saveCustomField', bench.mine.post('/api/customfields/0', field))).body
    .CustomFieldId as number
}

describe('POST /api/forms/{formid} (saveForm)', () => {
  test('creates and renames a form by its version, with a unique name, history and events', async () => {
    const made = await bench.good('saveForm', save(0, { Name: ' Application  form ' }))
    expect(made.body).toMatchObject({ AuditId: 1, Name: 'Application form', SectionCount: 0, FieldCount: 0 })
    const id = made.body.FormId as number
    expect(await refusal(save(0, { Name: 'APPLICATION FORM' }))).toEqual([409, 'duplicate'])
    expect((await save(0, { Name: ' ' })).json().code).toBe('name-needed')
    expect(await refusal(save(id, { Name: 'x' }))).toEqual([409, 'stale-audit-id'])
    const renamed = await bench.good('saveForm', save(id, { AuditId: 1, Name: 'Renewal' }))
    expect([renamed.body, renamed.version]).toMatchObject([{ Name: 'Renewal' }, 2])
    const where = { tenantId: bench.mine.tenant.id, entity: 'form', entityId: id }
    const events = await bench.server.database.system.outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
    expect(events.map(({ kind, auditId, payload }) => [kind, auditId, payload])).toEqual([
      ['form.created', 1, { Name: 'Application form' }],
      ['form.updated', 2, { Name: 'Renewal' }],
    ])
  })

  test('creates the form that a custom field belongs to', async () => {
    const id = await create('With fields')
    await addField(id, 'Allergies')
    expect(await read(id)).toMatchObject({ FieldCount: 1, Actions: ['view', 'edit'] })
  })

  test('requires custom-fields:write', async () => {
    const reader = await bench.server.caller(bench.mine.tenant, ['custom-fields:read'])
    expect((await save(0, { Name: 'Refused' }, reader)).statusCode).toBe(403)
  })
})

describe('GET /api/forms/{formid} (getForm)', () => {
  test('returns the form with its version, and 404 to another tenant', async () => {
    const id = await create('Own')
    const { body, version } = await bench.good('getForm', bench.mine.get(`/api/forms/${id}`))
    expect([body, version]).toMatchObject([{ FormId: id, Name: 'Own', Actions: ['view', 'edit', 'delete'] }, 1])
    const reader = await bench.server.caller(bench.mine.tenant, ['custom-fields:read'])
    expect((await reader.get(`/api/forms/${id}`)).json().Actions).toEqual(['view'])
    expect(await refusal(bench.theirs.get(`/api/forms/${id}`))).toEqual([404, 'not-found'])
    expect(await refusal(save(id, { AuditId: 1, Name: 'Theirs' }, bench.theirs))).toEqual([404, 'not-found'])
  })
})

describe('DELETE /api/forms/{formid} (deleteForm)', () => {
  test('deletes a form with its sections, unless custom fields belong to it', async () => {
    const id = await create('Short-lived')
    await bench.good('saveFormSection', bench.mine.post(`/api/forms/${id}/sections/0`, { Name: 'About you' }))
    const field = await addField(id, 'Shoe size')
    const refused = (await bench.mine.delete(`/api/forms/${id}`)).json()
    expect([refused.code, refused.users]).toEqual(['in-use', [{ kind: 'custom field', id: field, name: 'Shoe size' }]])
    expect((await bench.mine.delete(`/api/customfields/${field}/1`)).statusCode).toBe(200)
    expect(await refusal(bench.theirs.delete(`/api/forms/${id}`))).toEqual([404, 'not-found'])
    expect((await bench.mine.delete(`/api/forms/${id}`, { 'if-match': '"7"' })).statusCode).toBe(412)
    expect((await bench.mine.delete(`/api/forms/${id}`)).statusCode).toBe(200)
    expect(await refusal(bench.mine.get(`/api/forms/${id}`))).toEqual([404, 'not-found'])
    const where = { tenantId: bench.mine.tenant.id, kind: { in: ['form.deleted', 'formsection.deleted'] } }
    const events = await bench.server.database.system.outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
    expect(events.map(({ kind }) => kind)).toEqual(['formsection.deleted', 'form.deleted'])
  })
})

describe('GET /api/forms (listForms)', () => {
  test('returns the forms of the tenant by name, in pages, filtered and searched', async () => {
    const caller = await bench.server.tenant()
    for (const Name of ['Renewal', 'Application', 'Évent'])
      expect((await save(0, { Name }, caller)).statusCode).toBe(200)
    const list = async (query: Record<string, string> = {}) => {
      const { body } = await bench.good('listForms', caller.get(`/api/forms?${new URLSearchParams(query)}`))
      return body.map(({ Name }) => Name)
    }
    expect(await list({ Take: '2' })).toEqual(['Application', 'Renewal'])
    expect(await list({ Criteria: 'event' })).toEqual(['Évent'])
    expect(await list({ Filter: "Name ne 'Renewal' and FieldCount eq 0", OrderBy: 'FormId' })).toEqual([
      'Application',
      'Évent',
    ])
  })
})
