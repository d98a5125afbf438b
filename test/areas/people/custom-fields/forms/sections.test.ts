import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/people/contact-parts'

let bench: DetailsBench
let form: number
beforeAll(async () => {
  bench = await openDetails()
  form = await createForm('Survey')
})
afterAll(() => bench.server.close())

const createForm = async (Name: string): Promise<number> =>
  (await bench.good('saveForm', bench.mine.post('/api/forms/0', { Name }))).body.FormId as number
const pathOf = (id: number, formId = form) => `/api/forms/${formId}/sections/${id}`
const save = (id: number, body: Json, formId = form, caller = bench.mine) => caller.post(pathOf(id, formId), body)
const create = async (body: Json, formId = form): Promise<number> =>
  (await bench.good('saveFormSection', save(0, body, formId))).body.FormSectionId as number

describe('POST /api/forms/{formid}/sections/{formsectionid} (saveFormSection)', () => {
  test('creates a section that fields of the form can have, and changes it by its version', async () => {
    const id = await create({ Name: 'About you', DisplayOrder: 2 })
    expect(await refusal(save(0, { Name: 'ABOUT YOU' }))).toEqual([409, 'duplicate'])
    expect((await save(0, {})).json().code).toBe('name-needed')
    expect(await refusal(save(id, { AuditId: 9 }))).toEqual([409, 'stale-audit-id'])
    const field = {
      ObjectTypeId: '9',
      CustomFieldDataTypeId: '1',
      DisplayName: 'Age',
      FormId: String(form),
      StandardFieldId: '7',
    }
    const { body } = await bench.good(
      'saveCustomField',
      bench.mine.post('/api/customfields/0', { ...field, CustomFieldGroupId: String(id) }),
    )
    expect(body.GroupName).toBe('About you')
    const changed = await bench.good('saveFormSection', save(id, { AuditId: 1, Name: 'You' }))
    expect(changed.body).toMatchObject({ FormId: form, Name: 'You', DisplayOrder: 2, FieldCount: 1, AuditId: 2 })
    const choices = (await bench.mine.get(`/api/customfields/form/${form}/sections/lookup`)).json()
    expect(choices).toMatchObject([{ Id: id, Name: 'You' }])
    const cleared = await bench.good('saveFormSection', save(id, { AuditId: 2, DisplayOrder: null }))
    expect(cleared.body.DisplayOrder).toBe(null)
  })

  test('returns 404 for the form of another tenant and for the section of another form', async () => {
    const other = await createForm('Other')
    const id = await create({ Name: 'Own section' })
    expect(await refusal(save(0, { Name: 'x' }, form, bench.theirs))).toEqual([404, 'not-found'])
    expect(await refusal(save(0, { Name: 'x' }, 2_147_480_000))).toEqual([404, 'not-found'])
    expect(await refusal(save(id, { AuditId: 1, Name: 'x' }, other))).toEqual([404, 'not-found'])
    expect((await save(0, { Name: 'Own section' }, other)).statusCode).toBe(200)
  })

  test('rejects the 101st section of a form', async () => {
    const crowded = await createForm('Crowded')
    const tenantId = bench.mine.tenant.id
    await bench.server.database.system.formSection.createMany({
      data: Array.from({ length: 100 }, (_, n) => ({ tenantId, formId: crowded, name: `S ${n}`, nameKey: `s ${n}` })),
    })
    expect((await save(0, { Name: 'One more' }, crowded)).json().code).toBe('too-many')
  })
})

describe('GET /api/forms/{formid}/sections/{formsectionid} (getFormSection)', () => {
  test('returns a section of its own form only', async () => {
    const other = await createForm('Another')
    const id = await create({ Name: 'Read' })
    const { body, version } = await bench.good('getFormSection', bench.mine.get(pathOf(id)))
    expect([body, version]).toMatchObject([{ FormSectionId: id, FormId: form, Name: 'Read', FieldCount: 0 }, 1])
    expect(await refusal(bench.mine.get(pathOf(id, other)))).toEqual([404, 'not-found'])
    expect(await refusal(bench.theirs.get(pathOf(id)))).toEqual([404, 'not-found'])
  })
})

describe('DELETE /api/forms/{formid}/sections/{formsectionid} (deleteFormSection)', () => {
  test('leaves the fields of the section in the form, and records which', async () => {
    const id = await create({ Name: 'Short-lived' })
    const field = {
      ObjectTypeId: '9',
      CustomFieldDataTypeId: '1',
      DisplayName: 'Hobby',
      FormId: String(form),
      StandardFieldId: '7',
    }
    const made = await bench.mine.post('/api/customfields/0', { ...field, CustomFieldGroupId: String(id) })
    const { CustomFieldId } = made.json()
    expect((await bench.mine.delete(pathOf(id), { 'if-match': '"3"' })).statusCode).toBe(412)
    expect((await bench.mine.delete(pathOf(id))).statusCode).toBe(200)
    expect(await refusal(bench.mine.get(pathOf(id)))).toEqual([404, 'not-found'])
    const read = (await bench.mine.get(`/api/customfields/${CustomFieldId}`)).json()
    expect(read).toMatchObject({ FormId: String(form), CustomFieldGroupId: null })
    const where = { tenantId: bench.mine.tenant.id, entity: 'formsection', entityId: id, action: 'deleted' }
    const { auditId, changes } = await bench.server.database.system.auditEntry.findFirstOrThrow({ where })
    expect([auditId, changes]).toMatchObject([2, { FieldIds: [CustomFieldId] }])
  })
})

describe('GET /api/forms/{formid}/sections (listFormSections)', () => {
  test('returns the sections in their order, those without one last', async () => {
    const id = await createForm('Ordered')
    for (const [Name, DisplayOrder] of [
      ['Last', null],
      ['Second', 2],
      ['First', 1],
    ] as const)
      await create({ Name, DisplayOrder }, id)
    const { body } = await bench.good('listFormSections', bench.mine.get(`/api/forms/${id}/sections`))
    expect(body.map(({ Name }) => Name)).toEqual(['First', 'Second', 'Last'])
    expect((await bench.mine.get(`/api/forms/${id}/sections?Criteria=sec`)).json()).toMatchObject([{ Name: 'Second' }])
    expect(await refusal(bench.theirs.get(`/api/forms/${id}/sections`))).toEqual([404, 'not-found'])
  })
})
