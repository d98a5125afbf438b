import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/people/contact-parts'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

const ROOT = '/api/customfields'
let made = 0
const save = (id: number, body: Json, caller = bench.mine) => caller.post(`${ROOT}/${id}`, body)
const create = async (body: Json = {}): Promise<Json & { CustomFieldId: number }> => {
  const sent = { ObjectTypeId: '2', DisplayName: `Field ${++made}`, CustomFieldDataTypeId: '1', ...body }
  return (await bench.good('saveCustomField', save(0, sent))).body as Json as Json & { CustomFieldId: number }
}
const read = async (id: number) => (await bench.good('getCustomField', bench.mine.get(`${ROOT}/${id}`))).body
const remove = (id: number, auditId: number, query = '') => bench.mine.delete(`${ROOT}/${id}/${auditId}${query}`)
const choices = (...names: string[]) => names.map((Name) => ({ Id: 0, Name }))
const choicesOf = async (id: number) => (await read(id)).SelectListItems as (Json & { Id: number })[]
const setValue = async (contactId: number, fieldId: number, Value: string | null) =>
  bench.mine.post(`/api/contacts/person/${contactId}`, {
    AuditId: await bench.version(contactId),
    forceSave: true,
    CustomFields: [{ CustomFieldId: fieldId, Value }],
  })
const withValue = async (fieldId: number, value: string) => {
  const contactId = await bench.person()
  const answer = await setValue(contactId, fieldId, value)
  expect(answer.statusCode, answer.body).toBe(200)
  return contactId
}

describe('POST /api/customfields/{customfieldid} (saveCustomField)', () => {
  test('creates, changes and deletes a field with its version, history and events', async () => {
    const field = await create({
      Name: 'ShirtSize',
      DisplayName: ' Shirt size ',
      DataSize: '40',
      IsMemberEditable: true,
    })
    const id = field.CustomFieldId
    expect(field).toMatchObject({
      AuditId: 1,
      ObjectType: 'Individual',
      Name: 'ShirtSize',
      DisplayName: 'Shirt size',
      CustomFieldDataType: 'Text',
      IsSystem: false,
    })
    expect(await read(id)).toMatchObject({
      DataSize: '40',
      IsMemberEditable: true,
      HasValues: false,
      ShowDescription: true,
    })
    const changed = await bench.good('saveCustomField', save(id, { AuditId: 1, DataSize: null, HideDescription: true }))
    expect([changed.version, await read(id)]).toMatchObject([2, { DataSize: null, ShowDescription: false, AuditId: 2 }])
    expect(await refusal(save(id, { AuditId: 1, DisplayName: 'Late' }))).toEqual([409, 'stale-audit-id'])
    expect(await refusal(bench.mine.post(`${ROOT}/${id}`, {}, { 'if-match': '"1"' }))).toEqual([
      412,
      'precondition-failed',
    ])
    expect(await refusal(remove(id, 1))).toEqual([409, 'stale-audit-id'])
    await bench.good('deleteCustomField', remove(id, 2))
    expect(await refusal(bench.mine.get(`${ROOT}/${id}`))).toEqual([404, 'not-found'])
    const where = { tenantId: bench.mine.tenant.id, entity: 'customfield', entityId: id }
    const { outboxEvent, auditEntry } = bench.server.database.system
    const events = await outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
    expect(events.map(({ kind, auditId }) => [kind, auditId])).toEqual([
      ['customfield.created', 1],
      ['customfield.updated', 2],
      ['customfield.deleted', 3],
    ])
    expect(await auditEntry.count({ where })).toBe(3)
    await create({ Name: 'SHIRTSIZE' })
  })

  test('reports every invalid property with its pointer', async () => {
    const no = (body: Json) =>
      refusal(save(0, { ObjectTypeId: '2', DisplayName: 'x', CustomFieldDataTypeId: '1', ...body }))
    expect(await no({ DisplayName: ' ' })).toEqual([422, '/DisplayName'])
    expect(await no({ ObjectTypeId: undefined })).toEqual([422, '/ObjectTypeId'])
    expect(await no({ CustomFieldDataTypeId: undefined })).toEqual([422, '/CustomFieldDataTypeId'])
    expect(await no({ ObjectTypeId: '13' })).toEqual([400, '/ObjectTypeId'])
    expect(await no({ Name: '1st' })).toEqual([400, '/Name'])
    expect(await no({ DataSize: '4001' })).toEqual([422, '/DataSize'])
    expect(await no({ CustomFieldDataTypeId: '6', DataSize: '4' })).toEqual([422, '/DataSize'])
    expect(await no({ CustomFieldDataTypeId: '15' })).toEqual([422, '/ScaleModel'])
    expect(await no({ CustomFieldDataTypeId: '15', ScaleModel: { Minimum: 5, Maximum: 5 } })).toEqual([
      422,
      '/ScaleModel/Maximum',
    ])
    expect(await no({ ScaleModel: { Minimum: 1, Maximum: 5 } })).toEqual([422, '/ScaleModel'])
    expect(await no({ ExternalDataSource: 'countries' })).toEqual([422, '/ExternalDataSource'])
    expect(await no({ CustomFieldDataTypeId: '13' })).toEqual([422, '/SelectListItems'])
    expect(await no({ SelectListItems: choices('a') })).toEqual([422, '/SelectListItems'])
    expect(await no({ ObjectTypeId: '9' })).toEqual([422, '/FormId'])
    expect(await no({ ObjectTypeId: '8' })).toEqual([422, '/DirectoryId'])
    expect(await no({ ObjectTypeId: '12' })).toEqual([422, '/SearchObjectTypeId'])
    for (const SearchObjectTypeId of ['9', '12'])
      expect(await no({ ObjectTypeId: '12', SearchObjectTypeId })).toEqual([422, '/SearchObjectTypeId'])
    expect(await no({ FormId: '1' })).toEqual([422, '/FormId'])
    expect(await no({ CustomFieldGroupId: '9999999999' })).toEqual([422, '/CustomFieldGroupId'])
    expect(await no({ ObjectTypeId: '4', MembershipTypeId: '2147480000' })).toEqual([422, '/MembershipTypeId'])
    expect(await no({ ObjectTypeId: '4', MembershipTypeOptionId: '1' })).toEqual([422, '/MembershipTypeId'])
    expect(await no({ ObjectTypeId: '6', Exists: true })).toEqual([422, '/ExistingCustomFieldId'])
    expect(await no({ ObjectTypeId: '6', ExistingCustomFieldId: '2147480000' })).toEqual([
      422,
      '/ExistingCustomFieldId',
    ])
  })

  test('never changes the storage name, and makes one from the label if none is sent', async () => {
    const field = await create({ DisplayName: 'Größe (cm)' })
    expect(field.Name).toBe('GrosseCm')
    expect(await refusal(save(field.CustomFieldId, { AuditId: 1, Name: 'Height' }))).toEqual([422, '/Name'])
    const renamed = await save(field.CustomFieldId, { AuditId: 1, Name: 'GrosseCm', DisplayName: 'Height' })
    expect(renamed.json()).toMatchObject({ Name: 'GrosseCm', DisplayName: 'Height' })
    expect((await create({ DisplayName: 'Größe, cm' })).Name).toBe('GrosseCm2')
  })

  test('accepts a storage name once per object type, also from concurrent requests', async () => {
    const raced = (n: number) =>
      save(0, { ObjectTypeId: '3', Name: n % 2 ? 'Raced' : 'RACED', DisplayName: `R ${n}`, CustomFieldDataTypeId: '1' })
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => raced(n)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(409)])
    expect((await create({ ObjectTypeId: '2', Name: 'raced' })).Name).toBe('raced')
    await create({ ObjectTypeId: '3', DisplayName: 'Label' })
    const sameLabel = { ObjectTypeId: '3', DisplayName: 'LABEL', Name: 'Free', CustomFieldDataTypeId: '1' }
    expect(await refusal(save(0, sameLabel))).toEqual([409, 'duplicate'])
    expect((await save(0, { ...sameLabel, ObjectTypeId: '2' })).statusCode).toBe(200)
  })

  test('keeps the type of a field with values, and deletes the field with its values only by force', async () => {
    const { CustomFieldId: id } = await create()
    const contactId = await withValue(id, 'Blue')
    expect((await read(id)).HasValues).toBe(true)
    expect(await refusal(save(id, { AuditId: 1, CustomFieldDataTypeId: '5' }))).toEqual([409, 'has-values'])
    expect(await refusal(save(id, { AuditId: 1, ObjectTypeId: '1' }))).toEqual([409, 'has-values'])
    expect((await save(id, { AuditId: 1, IsArchived: true })).json().IsArchived).toBe(true)
    expect(await refusal(remove(id, 2))).toEqual([409, 'has-values'])
    expect((await save(id, { AuditId: 2, IsArchived: false })).statusCode).toBe(200)
    const person = (await bench.mine.get(`/api/contacts/person/${contactId}`)).json()
    expect(person.CustomFields).toContainEqual(expect.objectContaining({ CustomFieldId: id, Value: 'Blue' }))
    expect((await remove(id, 3, '?forcesave=true')).statusCode).toBe(200)
    expect(
      await bench.server.database.system.customFieldValue.count({
        where: { tenantId: bench.mine.tenant.id, fieldId: id },
      }),
    ).toBe(0)
    const { CustomFieldId: free } = await create()
    expect((await save(free, { AuditId: 1, CustomFieldDataTypeId: '2' })).json().CustomFieldDataType).toBe('Integer')
  })

  test('rejects only the next save of a record if the field becomes required', async () => {
    const { CustomFieldId: id } = await create()
    const contactId = await bench.person()
    expect((await save(id, { AuditId: 1, IsRequired: true })).statusCode).toBe(200)
    expect((await bench.mine.get(`/api/contacts/person/${contactId}`)).statusCode).toBe(200)
    expect((await setValue(contactId, id, null)).json().code).toBe('required-field')
    expect((await setValue(contactId, id, 'Now')).statusCode).toBe(200)
    await save(id, { AuditId: 2, IsRequired: false })
  })
})

describe('POST /api/customfields/{customfieldid} (saveCustomField): choices', () => {
  test('replaces the list, swaps labels, and rejects removal of a choice with values', async () => {
    const sent = { CustomFieldDataTypeId: '13', SelectListItems: choices('Small', 'Large', 'Odd') }
    const { CustomFieldId: id } = await create(sent)
    const [small, large, odd] = await choicesOf(id)
    await withValue(id, String(small?.Id))
    const without = { AuditId: 1, SelectListItems: [large, odd] }
    expect(await refusal(save(id, without))).toEqual([409, 'choice-in-use'])
    const swapped = [
      { ...small, Name: 'Large', IsActive: false },
      { ...large, Name: 'Small' },
    ]
    expect((await save(id, { AuditId: 1, SelectListItems: swapped })).statusCode).toBe(200)
    expect(await choicesOf(id)).toMatchObject([
      { Id: small?.Id, Name: 'Large', IsActive: false },
      { Id: large?.Id, Name: 'Small', IsActive: true },
    ])
    expect((await save(id, { AuditId: 2, SelectListData: 'small\nLARGE\nHuge' })).statusCode).toBe(200)
    expect(await read(id)).toMatchObject({ SelectListData: 'small\nLARGE\nHuge' })
    const no = (items: Json[]) => refusal(save(id, { AuditId: 3, SelectListItems: items }))
    expect(await no([{ Id: 0, Name: ' ' }])).toEqual([422, '/SelectListItems/0/Name'])
    expect(await no([...choices('a', 'A')])).toEqual([422, '/SelectListItems/1/Name'])
    expect(await no([{ Id: 2147480000, Name: 'a' }])).toEqual([422, '/SelectListItems/0/Id'])
    expect(await no(choices('a', 'b').map((choice) => ({ ...choice, IsDefault: true })))).toEqual([
      422,
      '/SelectListItems',
    ])
  })

  test('either removes a choice or saves a value of it if both happen concurrently', async () => {
    for (let round = 0; round < 8; round++) {
      const { CustomFieldId: id } = await create({
        CustomFieldDataTypeId: '13',
        SelectListItems: choices('Keep', 'Go'),
      })
      const [keep, go] = await choicesOf(id)
      const contactId = await bench.person()
      const [used, removed] = await Promise.all([
        setValue(contactId, id, String(go?.Id)),
        save(id, { AuditId: 1, SelectListItems: [keep] }),
      ])
      expect([used.statusCode, removed.statusCode], used.body + removed.body).toEqual(
        used.statusCode === 200 ? [200, 409] : [422, 200],
      )
      await remove(id, removed.statusCode === 200 ? 2 : 1, '?forcesave=true')
    }
  })

  test('either changes the type or saves a value if both happen concurrently', async () => {
    for (let round = 0; round < 8; round++) {
      const { CustomFieldId: id } = await create()
      const contactId = await bench.person()
      const [used, turned] = await Promise.all([
        setValue(contactId, id, 'words'),
        save(id, { AuditId: 1, CustomFieldDataTypeId: '2' }),
      ])
      expect([used.statusCode, turned.statusCode].filter((status) => status === 200)).toHaveLength(1)
    }
  })
})

describe('POST /api/customfields/{customfieldid} (saveCustomField): children', () => {
  test('accepts one level of children of the same object type, shown for a choice', async () => {
    const parent = await create({ CustomFieldDataTypeId: '13', SelectListItems: choices('Yes', 'No') })
    const [yes, no] = await choicesOf(parent.CustomFieldId)
    const child = await create()
    const other = await create({ ObjectTypeId: '3' })
    const id = parent.CustomFieldId
    const give = (of: number, auditId: number, CustomFieldId: number, ShowForValue: string | null = null) =>
      save(of, { AuditId: auditId, ChildCustomFields: [{ CustomFieldId, ShowForValue }] })
    expect(await refusal(give(id, 1, id))).toEqual([422, '/ChildCustomFields/0/CustomFieldId'])
    expect(await refusal(give(id, 1, other.CustomFieldId))).toEqual([422, '/ChildCustomFields/0/CustomFieldId'])
    expect(await refusal(give(id, 1, child.CustomFieldId, '2147480000'))).toEqual([
      422,
      '/ChildCustomFields/0/ShowForValue',
    ])
    expect((await give(id, 1, child.CustomFieldId, String(yes?.Id))).statusCode).toBe(200)
    expect((await read(id)).ChildCustomFields).toEqual([
      { CustomFieldId: child.CustomFieldId, DisplayName: child.DisplayName, ShowForValue: String(yes?.Id), Order: 1 },
    ])
    const grandchild = await create()
    expect(await refusal(give(child.CustomFieldId, 1, grandchild.CustomFieldId))).toEqual([422, '/ChildCustomFields'])
    expect(await refusal(give(grandchild.CustomFieldId, 1, id))).toEqual([422, '/ChildCustomFields/0/CustomFieldId'])
    expect(await refusal(save(id, { AuditId: 2, SelectListItems: [no] }))).toEqual([422, '/SelectListItems'])
    expect((await save(id, { AuditId: 2, ChildCustomFields: [] })).statusCode).toBe(200)
    expect((await read(id)).ChildCustomFields).toEqual([])
  })
})

describe('GET /api/customfields (listCustomFields)', () => {
  test('returns the fields of the tenant, filtered', async () => {
    await create({ ObjectTypeId: '5', DisplayName: 'Delta', IsPublic: true })
    await create({ ObjectTypeId: '5', DisplayName: 'gamma', DisplayOrder: '1' })
    const listed = async (filter: string) => {
      const answer = bench.mine.get(`${ROOT}?filter=${encodeURIComponent(filter)}`)
      return (await bench.good('listCustomFields', answer)).body.map(({ DisplayName }) => DisplayName)
    }
    expect(await listed(`ObjectTypeId eq '5'`)).toEqual(['gamma', 'Delta'])
    expect(await listed(`ObjectTypeId eq '5' and IsPublic eq true`)).toEqual(['Delta'])
    expect(await refusal(bench.mine.get(`${ROOT}?filter=Purpose%20eq%201`))).toEqual([400, 'query:filter'])
    expect((await bench.theirs.get(`${ROOT}?filter=${encodeURIComponent(`ObjectTypeId eq '5'`)}`)).json()).toEqual([])
  })
})

describe('POST /api/customfields/getall (searchCustomFields)', () => {
  test('orders, pages and limits the list to object types', async () => {
    await create({ ObjectTypeId: '11', DisplayName: 'Beta', IsPublic: true })
    await create({ ObjectTypeId: '11', DisplayName: 'alpha', DisplayOrder: '1' })
    const searched = async (body: Json) =>
      (await bench.good('searchCustomFields', bench.mine.post(`${ROOT}/getall`, body))).body.map(
        ({ DisplayName }) => DisplayName,
      )
    expect(await searched({ OnlyIncludeSystemObjectTypeId: '11', OrderBy: 'Name desc' })).toEqual(['Beta', 'alpha'])
    expect(await searched({ OnlyIncludeSystemObjectTypeId: '11', Take: '1', Skip: '1' })).toEqual(['Beta'])
    expect(await searched({ ExcludeSystemObjectTypeId: '11', Take: '1000' })).not.toContain('Beta')
    expect(await refusal(bench.mine.post(`${ROOT}/getall`, { OrderBy: 'Purpose' }))).toEqual([400, '/OrderBy'])
    expect(await refusal(bench.mine.post(`${ROOT}/getall`, { Take: '1001' }))).toEqual([400, '/Take'])
  })

  test('returns 404 for the id of another tenant, and 403 without the scope of the operation', async () => {
    const { CustomFieldId: id } = await create()
    for (const call of [
      bench.theirs.get(`${ROOT}/${id}`),
      save(id, { AuditId: 1, DisplayName: 'Taken' }, bench.theirs),
      bench.theirs.delete(`${ROOT}/${id}/1`),
    ])
      expect(await refusal(call)).toEqual([404, 'not-found'])
    const reader = await bench.server.caller(bench.mine.tenant, ['custom-fields:read'])
    expect((await reader.get(`${ROOT}/${id}`)).statusCode).toBe(200)
    expect((await reader.post(`${ROOT}/getall`, {})).statusCode).toBe(200)
    expect((await save(0, {}, reader)).statusCode).toBe(403)
    expect((await reader.delete(`${ROOT}/${id}/1`)).statusCode).toBe(403)
  })
})
