import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/people/contact-parts'

let bench: DetailsBench
let tenantId: number
beforeAll(async () => {
  bench = await openDetails()
  tenantId = bench.mine.tenant.id
})
afterAll(() => bench.server.close())

const ROOT = '/api/customfields'
const named = (name: string) => ({ tenantId, name, nameKey: name.toLowerCase() })
const system = () => bench.server.database.system
let made = 0
const field = (body: Json = {}) => ({ DisplayName: `Field ${++made}`, CustomFieldDataTypeId: '1', ...body })
const create = async (body: Json) =>
  (await bench.good('saveCustomField', bench.mine.post(`${ROOT}/0`, field(body)))).body
const setValue = async (contactId: number, fieldId: unknown, Value: string) => {
  const CustomFields = [{ CustomFieldId: fieldId, Value }]
  const body = { AuditId: await bench.version(contactId), forceSave: true, CustomFields }
  expect((await bench.mine.post(`/api/contacts/person/${contactId}`, body)).statusCode).toBe(200)
}
const value = async (fieldId: unknown, contact?: number) => {
  const query = contact === undefined ? '' : `?contactid=${contact}`
  const answer = bench.mine.get(`${ROOT}/gettenantcustomfield/${fieldId}${query}`)
  return (await bench.good('getTenantCustomField', answer)).body
}

describe('GET /api/customfields/gettenantcustomfield/{customfieldid} (getTenantCustomField)', () => {
  test('returns the value of a contact for the field, and for a field that shows it', async () => {
    const form = await system().form.create({ data: named('Profile') })
    const { CustomFieldId: id } = await create({ ObjectTypeId: '2', CustomFieldDataTypeId: '4' })
    const { CustomFieldId: location } = await create({
      ObjectTypeId: '9',
      FormId: String(form.id),
      Exists: true,
      ExistingCustomFieldId: String(id),
      CustomFieldDataTypeId: undefined,
    })
    const contactId = await bench.person()
    const without = await bench.person()
    const organization = await bench.organization()
    await setValue(contactId, id, '12.5')
    const found = await value(id, contactId)
    expect(found).toMatchObject({
      ContactId: contactId,
      Value: '12.50',
      AuditId: 1,
      CustomFieldAuditId: 1,
      IsSingleUse: false,
    })
    expect(found.PersonCustomFieldValueId).toBeGreaterThan(0)
    expect(await value(location, contactId)).toMatchObject({
      CustomFieldId: location,
      Value: '12.50',
      IsSingleUse: true,
    })
    for (const other of [without, organization, undefined])
      expect(await value(id, other)).toMatchObject({
        ContactId: other ?? 0,
        Value: null,
        PersonCustomFieldValueId: 0,
        AuditId: 0,
      })
    const missing = (path: string, caller = bench.mine) => refusal(caller.get(`${ROOT}/gettenantcustomfield/${path}`))
    expect(await missing(`${id}?contactid=2147480000`)).toEqual([404, 'not-found'])
    expect(await missing('2147480000')).toEqual([404, 'not-found'])
    expect(await missing(`${id}`, bench.theirs)).toEqual([404, 'not-found'])
    expect(await missing(`${id}?contactid=x`)).toEqual([400, 'query:contactid'])
  })

  test('requires contacts:read for the value of a contact', async () => {
    const { CustomFieldId: id } = await create({ ObjectTypeId: '2' })
    const contactId = await bench.person()
    await setValue(contactId, id, 'secret')
    const path = `${ROOT}/gettenantcustomfield/${id}`
    const limited = await bench.server.caller(bench.mine.tenant, ['custom-fields:read'])
    expect((await limited.get(path)).json()).toMatchObject({ Value: null, ContactId: 0 })
    const refused = await limited.get(`${path}?contactid=${contactId}`)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'insufficient-scope'])
    expect(refused.headers['www-authenticate']).toContain('contacts:read')
    const reader = await bench.server.caller(bench.mine.tenant, ['custom-fields:read', 'contacts:read'])
    expect((await reader.get(`${path}?contactid=${contactId}`)).json().Value).toBe('secret')
  })

  test('returns all properties of the field, its section and its value', async () => {
    const form = await system().form.create({ data: named('Entry') })
    const section = await system().formSection.create({
      data: { ...named('About you'), formId: form.id, displayOrder: 7 },
    })
    const items = [{ Name: 'Small' }, { Name: 'Huge', IsActive: false }, { Name: 'Large' }]
    const size = await create({ ObjectTypeId: '2', CustomFieldDataTypeId: '13', SelectListItems: items })
    const choices = (await bench.mine.get(`${ROOT}/${size.CustomFieldId}`)).json().SelectListItems as { Id: number }[]
    const contactId = await bench.person()
    for (const choice of [choices[0], choices[2]]) await setValue(contactId, size.CustomFieldId, String(choice?.Id))
    const { CustomFieldId: id } = await create({
      ObjectTypeId: '9',
      FormId: String(form.id),
      CustomFieldGroupId: String(section.id),
      ExistingCustomFieldId: String(size.CustomFieldId),
      CustomFieldDataTypeId: undefined,
      StandardFieldId: '8',
      Name: 'SizeInPrint',
      DisplayName: 'Your size',
      Description: 'As it is printed',
      DisplayOrder: '4',
      DisplayWidth: '50',
      IsPublic: true,
      IsRequired: true,
    })
    const stored = { tenantId, fieldId: Number(size.CustomFieldId), objectId: contactId }
    const { id: valueId } = await system().customFieldValue.findFirstOrThrow({ where: stored })
    expect(await value(id, contactId)).toEqual({
      PersonCustomFieldValueId: valueId,
      IsDeleted: false,
      ContactId: contactId,
      TenantId: tenantId,
      CustomFieldId: id,
      Value: String(choices[2]?.Id),
      AuditId: 2,
      IsCustomFieldGroupExists: true,
      CustomFieldGroupName: 'About you',
      CustomFieldGroupDisplayOrder: '7',
      CustomFieldGroupIsDeleted: false,
      ObjectTypeId: '9',
      Name: 'SizeInPrint',
      DisplayName: 'Your size',
      Description: 'As it is printed',
      CustomFieldDataTypeId: '13',
      StandardFieldId: '8',
      DataSize: null,
      SelectListData: 'Small\nLarge',
      CustomFieldGroupId: String(section.id),
      IsPublic: true,
      IsMemberEditable: false,
      IsRequired: true,
      IsArchived: false,
      DisplayOrder: '4',
      CustomFieldAuditId: 1,
      CustomFieldIsDeleted: false,
      IsSingleUse: true,
      DisplayWidth: '50',
      Contact: (await bench.row(contactId)).Name,
      IsSystem: false,
    })
  })

  test('returns the built-in field of the contact for a field that represents one', async () => {
    const form = await system().form.create({ data: named('Letter') })
    const details = {
      Prefix: 'Dr.',
      FirstName: 'Ada',
      MiddleName: 'B.',
      LastName: `Moen ${crypto.randomUUID()}`,
      Suffix: 'Jr.',
      EmailAddress: 'ada@example.org',
    }
    const made = await bench.mine.post('/api/contacts/person/0', { ...details, forceSave: true })
    expect(made.statusCode, made.body).toBe(200)
    const contactId = made.json().ContactId as number
    const standard = async (StandardFieldId: string) => {
      const field = { ObjectTypeId: '9', FormId: String(form.id), StandardFieldId }
      return (await value((await create(field)).CustomFieldId, contactId)).Value
    }
    const values: unknown[] = []
    for (const id of ['1', '2', '3', '4', '5', '6', '10', '11']) values.push(await standard(id))
    expect(values).toEqual(['Dr.', 'Ada', 'B.', details.LastName, 'Jr.', null, null, null])
  })

  test('returns a field of a content list with its size and group, and no value without a contact', async () => {
    const list = await system().contentList.create({ data: named('Offers') })
    const group = await system().customFieldGroup.create({ data: { ...named('Sales'), displayOrder: 3 } })
    const { CustomFieldId: id } = await create({
      ObjectTypeId: '8',
      ContentListId: String(list.id),
      StandardFieldId: '4',
      CustomFieldGroupId: String(group.id),
      DataSize: '40',
      IsMemberEditable: true,
      IsArchived: true,
    })
    expect(await value(id)).toMatchObject({
      ContactId: 0,
      Contact: null,
      Value: null,
      DataSize: '40',
      SelectListData: null,
      CustomFieldGroupId: String(group.id),
      CustomFieldGroupName: 'Sales',
      CustomFieldGroupDisplayOrder: '3',
      IsPublic: false,
      IsMemberEditable: true,
      IsRequired: false,
      IsArchived: true,
      IsSingleUse: true,
    })
  })

  test('returns no value of a membership that has the id of the contact', async () => {
    const { CustomFieldId: id } = await create({ ObjectTypeId: '4' })
    const contactId = await bench.person()
    const row = { tenantId, fieldId: Number(id), objectId: contactId, textValue: 'Of a membership', sortKey: 'of' }
    await system().customFieldValue.create({ data: row })
    expect(await value(id, contactId)).toMatchObject({ Value: null, PersonCustomFieldValueId: 0, AuditId: 0 })
  })
})
