import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/people/contact-parts'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

const ROOT = '/api/customfields'
let made = 0
const create = async (body: Json = {}): Promise<number> => {
  const sent = { ObjectTypeId: '2', DisplayName: `Field ${++made}`, CustomFieldDataTypeId: '1', ...body }
  return (await bench.good('saveCustomField', bench.mine.post(`${ROOT}/0`, sent))).body.CustomFieldId as number
}
const read = async (id: number) => (await bench.mine.get(`${ROOT}/${id}`)).json()
const change = async (id: number, body: Json) => {
  const answer = await bench.mine.post(`${ROOT}/${id}`, { AuditId: (await read(id)).AuditId, ...body })
  expect(answer.statusCode, answer.body).toBe(200)
}
const choiceIds = async (id: number): Promise<number[]> =>
  (await read(id)).SelectListItems.map((choice: { Id: number }) => choice.Id)
const values = (...pairs: [number, string | null][]) =>
  pairs.map(([CustomFieldId, Value]) => ({ CustomFieldId, Value }))
const savePerson = async (id: number, CustomFields: Json[]) =>
  bench.mine.post(`/api/contacts/person/${id}`, { AuditId: await bench.version(id), forceSave: true, CustomFields })
const newPerson = (CustomFields?: Json[]) =>
  bench.mine.post('/api/contacts/person/0', { FirstName: 'Ada', LastName: 'Byron', forceSave: true, CustomFields })
const answered = async (field: number, contact: number) =>
  (await bench.mine.get(`${ROOT}/gettenantcustomfield/${field}?contactid=${contact}`)).json().Value

describe('POST /api/contacts/person/{contactId} (savePerson): required children', () => {
  test('requires a child only while its parent has a value that shows it', async () => {
    const contact = await bench.person()
    const child = await create()
    const parent = await create({ CustomFieldDataTypeId: '13', SelectListData: 'Yes\nNo' })
    const [yes, no] = await choiceIds(parent)
    await change(parent, { ChildCustomFields: [{ CustomFieldId: child, ShowForValue: String(yes) }] })
    await change(child, { IsRequired: true })
    expect((await savePerson(contact, [])).statusCode).toBe(200)
    expect((await savePerson(contact, values([parent, String(no)]))).statusCode).toBe(200)
    expect(await refusal(savePerson(contact, values([parent, String(yes)])))).toEqual([422, '/CustomFields'])
    expect(await refusal(savePerson(contact, values([parent, String(yes)], [child, null])))).toEqual([
      422,
      '/CustomFields/1/Value',
    ])
    expect((await savePerson(contact, values([child, 'given'], [parent, String(yes)]))).statusCode).toBe(200)
    expect(await refusal(savePerson(contact, values([child, null])))).toEqual([422, '/CustomFields/0/Value'])
    expect((await savePerson(contact, values([parent, null], [child, null]))).statusCode).toBe(200)
    await change(child, { IsRequired: false })
  })

  test('requires a child for one of several choices, for any value, and for no hidden parent', async () => {
    const contact = await bench.person()
    const child = await create()
    const anyway = await create()
    const parent = await create({ CustomFieldDataTypeId: '14', SelectListData: 'Tea\nRum\nAle' })
    const [tea, rum] = await choiceIds(parent)
    await change(parent, {
      ChildCustomFields: [
        { CustomFieldId: child, ShowForValue: String(rum) },
        { CustomFieldId: anyway, ShowForValue: null },
      ],
    })
    await change(child, { IsRequired: true })
    expect((await savePerson(contact, values([parent, `[${tea}]`]))).statusCode).toBe(200)
    expect(await refusal(savePerson(contact, values([parent, `[${tea}, ${rum}]`])))).toEqual([422, '/CustomFields'])
    await change(child, { IsRequired: false })
    await change(anyway, { IsRequired: true })
    expect(await refusal(savePerson(contact, []))).toEqual([422, '/CustomFields'])
    await change(parent, { IsArchived: true })
    expect((await savePerson(contact, [])).statusCode).toBe(200)
    await change(anyway, { IsRequired: false })
  })
})

describe('POST /api/contacts/person/{contactId} (savePerson): defaults', () => {
  test('gives new records the default unless they send a value', async () => {
    const one = await create({
      CustomFieldDataTypeId: '13',
      SelectListItems: [{ Name: 'A' }, { Name: 'B', IsDefault: true }],
    })
    const several = await create({
      CustomFieldDataTypeId: '14',
      SelectListItems: [{ Name: 'A', IsDefault: true }, { Name: 'B' }, { Name: 'C', IsDefault: true }],
    })
    const old = await bench.person()
    await change(one, { IsRequired: true })
    const [a, b] = await choiceIds(one)
    const [first, , third] = await choiceIds(several)
    const started = (await newPerson()).json().ContactId
    expect([await answered(one, started), await answered(several, started)]).toEqual([
      String(b),
      `[${first}, ${third}]`,
    ])
    const said = (await newPerson(values([one, String(a)], [several, null]))).json().ContactId
    expect([await answered(one, said), await answered(several, said)]).toEqual([String(a), null])
    await change(one, { IsRequired: false })
    await savePerson(said, values([one, null]))
    expect(await answered(one, said)).toBeNull()
    expect(await answered(one, old)).toBe(String(b))
    const items = (await read(one)).SelectListItems.map((item: Json) => ({ ...item, IsActive: item.Name === 'A' }))
    await change(one, { SelectListItems: items })
    expect(await answered(one, (await newPerson()).json().ContactId)).toBeNull()
  })

  test('gives a child its default if the child is shown', async () => {
    const child = await create({ CustomFieldDataTypeId: '13', SelectListItems: [{ Name: 'A', IsDefault: true }] })
    const parent = await create({ CustomFieldDataTypeId: '7' })
    await change(parent, { ChildCustomFields: [{ CustomFieldId: child, ShowForValue: 'true' }] })
    const [a] = await choiceIds(child)
    const start = async (value: string) => (await newPerson(values([parent, value]))).json().ContactId
    expect([await answered(child, await start('false')), await answered(child, await start('true'))]).toEqual([
      null,
      String(a),
    ])
  })
})

describe('POST /api/contacts/person/{contactId} (savePerson): edition fields', () => {
  test('belongs to the records of its object type while it is switched on, and keeps its values when it is off', async () => {
    const offered = (await bench.mine.get(`${ROOT}/editioncustomfields`)).json().CustomFieldSettings
    const idOf = (name: string) => offered.find(({ Name }: Json) => Name === name).CustomFieldId as number
    const number = idOf('LicenseNumber')
    const office = idOf('OfficeLicenseNumber')
    const set = (id: number, IsEnabled: boolean, IsRequired = false) =>
      bench.mine.post(`${ROOT}/editioncustomfields`, {
        CustomFieldSettings: [{ CustomFieldId: id, IsEnabled, IsRequired }],
      })
    const contact = await bench.person()
    const give = () => savePerson(contact, [{ Name: 'LicenseNumber', Value: 'L-1' }])
    expect(await refusal(give())).toEqual([422, '/CustomFields/0/Name'])
    await set(number, true, true)
    await set(office, true)
    expect(await refusal(savePerson(contact, []))).toEqual([422, '/CustomFields'])
    expect(await refusal(savePerson(contact, values([office, 'O-1'])))).toEqual([422, '/CustomFields/0/CustomFieldId'])
    expect((await give()).json().CustomFields).toContainEqual(
      expect.objectContaining({ CustomFieldId: number, ObjectTypeId: '12', Value: 'L-1', IsRequired: true }),
    )
    expect(await answered(number, contact)).toBe('L-1')
    const filter = encodeURIComponent("CustomFields.LicenseNumber eq 'l-1'")
    const found = async () => (await bench.mine.get(`/api/contacts?$filter=${filter}`)).json()
    expect((await found()).Results).toMatchObject([{ ContactId: contact }])
    const firm = await bench.organization()
    const answer = await bench.mine.post(`/api/contacts/org/${firm}`, {
      AuditId: await bench.version(firm),
      forceSave: true,
      CustomFields: values([office, 'O-1']),
    })
    expect(answer.statusCode, answer.body).toBe(200)
    await set(number, false)
    const shown = (await bench.mine.get(`/api/contacts/person/${contact}`)).json().CustomFields
    expect(shown.map(({ CustomFieldId }: Json) => CustomFieldId)).not.toContain(number)
    expect((await savePerson(contact, [])).statusCode).toBe(200)
    await set(number, true)
    expect(await answered(number, contact)).toBe('L-1')
    await bench.mine.delete(`/api/contacts/${contact}/${await bench.version(contact)}`)
    expect((await found()).Results).toEqual([])
  })

  test('keeps the object type of a tenant’s own edition field while there are values', async () => {
    const id = await create({ ObjectTypeId: '12', SearchObjectTypeId: '2' })
    await bench.mine.post(`${ROOT}/editioncustomfields`, {
      CustomFieldSettings: [{ CustomFieldId: id, IsEnabled: true }],
    })
    expect((await savePerson(await bench.person(), values([id, 'x']))).statusCode).toBe(200)
    const { AuditId } = await read(id)
    expect(await refusal(bench.mine.post(`${ROOT}/${id}`, { AuditId, SearchObjectTypeId: '3' }))).toEqual([
      409,
      'has-values',
    ])
  })
})
