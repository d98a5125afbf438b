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
const field = (body: Json = {}): Json => ({
  ObjectTypeId: '2',
  DisplayName: `Field ${++made}`,
  CustomFieldDataTypeId: '1',
  ...body,
})
const create = async (body: Json = {}): Promise<number> =>
  (await bench.good('saveCustomField', save(0, field(body)))).body.CustomFieldId as number
const read = async (id: number) => (await bench.good('getCustomField', bench.mine.get(`${ROOT}/${id}`))).body
const named = (name: string) => ({ tenantId: bench.mine.tenant.id, name, nameKey: name.toLowerCase() })
const TYPES = Array.from({ length: 15 }, (_, n) => String(n + 1))
const NEEDED: Record<string, Json> = {
  13: { SelectListData: 'One\nTwo' },
  14: { SelectListData: 'One\nTwo' },
  15: { ScaleModel: { Minimum: 1, Maximum: 5, MinimumLabel: 'low', MaximumLabel: 'high' } },
}
const system = () => bench.server.database.system

describe('POST /api/customfields/{customfieldid} (saveCustomField): definitions', () => {
  test.each(TYPES)('accepts a field of type %s as it was read, without a change', async (type) => {
    const id = await create({ CustomFieldDataTypeId: type, ...NEEDED[type] })
    const before = await read(id)
    expect((await save(id, before)).statusCode).toBe(200)
    expect(await read(id)).toEqual({ ...before, AuditId: 2 })
  })

  test('stores the width of the field, keeps it in other saves, and clears it', async () => {
    const id = await create({ DisplayWidth: '50' })
    expect(await read(id)).toMatchObject({ DisplayWidth: '50' })
    await bench.good('saveCustomField', save(id, { AuditId: 1, DisplayName: 'Of half a line' }))
    expect((await read(id)).DisplayWidth).toBe('50')
    expect(await refusal(save(id, { AuditId: 2, DisplayWidth: '60' }))).toEqual([400, '/DisplayWidth'])
    await bench.good('saveCustomField', save(id, { AuditId: 2, DisplayWidth: null }))
    expect((await read(id)).DisplayWidth).toBe(null)
  })

  test.each([
    ['/SelectListData', { SelectListData: 'One\nTwo' }],
    ['/SelectListData', { CustomFieldDataTypeId: '13', ExternalDataSource: 'countries', SelectListData: 'One' }],
    ['/SelectListItems/0/Name', { CustomFieldDataTypeId: '13', SelectListItems: [{ Name: 'One\nTwo' }] }],
    ['/DisplayName', { DisplayName: 'Two\nlines' }],
    [
      '/ScaleModel/MinimumLabel',
      { CustomFieldDataTypeId: '15', ScaleModel: { Minimum: 1, Maximum: 5, MinimumLabel: 'a\tb' } },
    ],
    ['/ExternalDataSource', { CustomFieldDataTypeId: '13', ExternalDataSource: 'stateprovinces' }],
  ])('rejects an invalid property with its pointer: %s %#', async (pointer, body) => {
    const [status, named] = await refusal(save(0, field(body)))
    expect([status === 400 || status === 422, named]).toEqual([true, pointer])
  })

  test.each(['countries', 'chapters', 'membershiptypes', 'groups'])(
    'saves the list %s as the choices',
    async (list) => {
      for (const CustomFieldDataTypeId of ['13', '14']) {
        const id = await create({ CustomFieldDataTypeId, ExternalDataSource: list })
        expect(await read(id)).toMatchObject({ CustomFieldDataTypeId, ExternalDataSource: list, SelectListItems: [] })
      }
    },
  )

  test.each(['IsPublic', 'IsMemberEditable', 'IsRequired', 'IsArchived'])(
    'saves and filters by %s alone',
    async (setting) => {
      const others = { IsPublic: false, IsMemberEditable: false, IsRequired: false, IsArchived: false }
      const settings = { ...others, [setting]: true }
      const { body } = await bench.good('saveCustomField', save(0, field({ ObjectTypeId: '6', [setting]: true })))
      expect(body).toMatchObject(settings)
      expect(await read(body.CustomFieldId as number)).toMatchObject(settings)
      const conditions = Object.entries(settings).map(([name, isSet]) => `${name} eq ${isSet}`)
      const filter = encodeURIComponent([`CustomFieldId eq ${body.CustomFieldId}`, ...conditions].join(' and '))
      expect((await bench.mine.get(`${ROOT}?filter=${filter}`)).json()).toMatchObject([settings])
    },
  )

  test('reports all invalid properties in one response', async () => {
    const { errors } = (await save(0, { DisplayName: ' ', ScaleModel: { Minimum: 1, Maximum: 5 } })).json()
    expect(errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/ObjectTypeId',
      '/CustomFieldDataTypeId',
      '/ScaleModel',
      '/DisplayName',
    ])
  })

  test('accepts the longest list of the longest labels as it was read', async () => {
    const SelectListItems = Array.from({ length: 500 }, (_, n) => ({ Name: `${n} ${'é'.repeat(196)}` }))
    const id = await create({ CustomFieldDataTypeId: '13', SelectListItems })
    const before = await read(id)
    expect(before.SelectListItems).toHaveLength(500)
    expect((await save(id, before)).statusCode).toBe(200)
    expect(await read(id)).toEqual({ ...before, AuditId: 2 })
  })

  test('rejects references to records of another tenant like unknown ids', async () => {
    const theirs = { tenantId: bench.theirs.tenant.id, name: 'Theirs', nameKey: 'theirs' }
    const { system } = bench.server.database
    const form = await system.form.create({ data: theirs })
    const section = await system.formSection.create({ data: { ...theirs, formId: form.id } })
    const directory = await system.directory.create({ data: theirs })
    const list = await system.contentList.create({ data: theirs })
    const projectType = await system.projectType.create({ data: theirs })
    const group = await system.customFieldGroup.create({ data: theirs })
    const type = await system.membershipType
      .findFirstOrThrow({ where: { tenantId: theirs.tenantId } })
      .catch(() => null)
    const shown = (await save(0, field(), bench.theirs)).json().CustomFieldId
    const ours = await system.form.create({ data: named('Ours') })
    const existing = await create()
    const sent: [string, Json][] = [
      ['/FormId', { ObjectTypeId: '9', FormId: String(form.id), StandardFieldId: '7' }],
      [
        '/CustomFieldGroupId',
        { ObjectTypeId: '9', FormId: String(ours.id), StandardFieldId: '7', CustomFieldGroupId: String(section.id) },
      ],
      ['/DirectoryId', { ObjectTypeId: '8', DirectoryId: String(directory.id) }],
      ['/ContentListId', { ObjectTypeId: '8', ContentListId: String(list.id), StandardFieldId: '7' }],
      ['/ProjectTypeId', { ObjectTypeId: '10', ProjectTypeId: String(projectType.id) }],
      ['/CustomFieldGroupId', { CustomFieldGroupId: String(group.id) }],
      ['/ExistingCustomFieldId', { ObjectTypeId: '6', Exists: true, ExistingCustomFieldId: String(shown) }],
      ['/ChildCustomFields/0/CustomFieldId', { ChildCustomFields: [{ CustomFieldId: shown }] }],
      ...(type
        ? [['/MembershipTypeId', { ObjectTypeId: '4', MembershipTypeId: String(type.id) }] as [string, Json]]
        : []),
    ]
    for (const [pointer, body] of sent) {
      const before = await bench.server.database.system.customField.count()
      expect(await refusal(save(0, field(body)))).toEqual([422, pointer])
      expect(await refusal(save(existing, field({ AuditId: 1, ...body })))).toEqual([422, pointer])
      expect(await bench.server.database.system.customField.count()).toBe(before)
    }
    const entry = { CustomFieldSettings: [{ CustomFieldId: shown, IsEnabled: true }] }
    expect(await refusal(bench.mine.post(`${ROOT}/editioncustomfields`, entry))).toEqual([
      422,
      '/CustomFieldSettings/0/CustomFieldId',
    ])
  })
})

describe('POST /api/customfields/{customfieldid} (saveCustomField): ShowForValue', () => {
  const parents: [string, Json, string, string, string][] = [
    ['7', {}, 'maybe', 'TRUE', 'true'],
    ['2', {}, '1.5', '007', '7'],
    ['4', {}, 'ten', '10', '10.00'],
    ['6', {}, '2024-02-30', '2024-02-29', '2024-02-29'],
    ['15', { ScaleModel: { Minimum: 1, Maximum: 5 } }, '6', '5', '5'],
    ['9', {}, 'Norway', '578', '578'],
  ]
  test.each(parents)(
    'is a value that a parent of type %s can have, kept as such values are',
    async (type, more, wrong, right, kept) => {
      const child = await create()
      const give = (ShowForValue: string) =>
        field({ CustomFieldDataTypeId: type, ...more, ChildCustomFields: [{ CustomFieldId: child, ShowForValue }] })
      expect(await refusal(save(0, give(wrong)))).toEqual([422, '/ChildCustomFields/0/ShowForValue'])
      const id = (await save(0, give(right))).json().CustomFieldId
      expect((await read(id)).ChildCustomFields).toMatchObject([{ CustomFieldId: child, ShowForValue: kept }])
    },
  )

  test('rejects a new type of the parent that does not have the value', async () => {
    const child = await create()
    const children = [{ CustomFieldId: child, ShowForValue: 'Oslo' }]
    const id = await create({ ChildCustomFields: children })
    expect(await refusal(save(id, { AuditId: 1, CustomFieldDataTypeId: '7' }))).toEqual([422, '/CustomFieldDataTypeId'])
    const fits = {
      AuditId: 1,
      CustomFieldDataTypeId: '7',
      ChildCustomFields: [{ CustomFieldId: child, ShowForValue: 'true' }],
    }
    expect((await save(id, fits)).statusCode).toBe(200)
  })
})

describe('POST /api/customfields/directorylisting/{customfieldid} (saveDirectoryListingCustomField)', () => {
  test('returns 404 for a field of a content list', async () => {
    const { system } = bench.server.database
    const list = await system.contentList.create({ data: named('News') })
    const directory = await system.directory.create({ data: named('Members') })
    const ofList = await create({ ObjectTypeId: '8', ContentListId: String(list.id), StandardFieldId: '7' })
    const listing = (id: number, body: Json) => bench.mine.post(`${ROOT}/directorylisting/${id}`, body)
    expect(await refusal(listing(0, field({ ObjectTypeId: '8', ContentListId: String(list.id) })))).toEqual([
      422,
      '/DirectoryId',
    ])
    expect(await refusal(listing(ofList, { AuditId: 1, DirectoryId: String(directory.id) }))).toEqual([
      404,
      'not-found',
    ])
  })

  test('removes the listing types if the directory changes', async () => {
    const { system } = bench.server.database
    const from = await system.directory.create({ data: named('From') })
    const to = await system.directory.create({ data: named('To') })
    const type = await system.directoryListingType.create({ data: { ...named('Basic'), directoryId: from.id } })
    const location = { DirectoryId: String(from.id), ActiveListingTypes: [{ Id: type.id, IsActive: false }] }
    const id = (await bench.mine.post(`${ROOT}/directorylisting/0`, field({ ObjectTypeId: '8', ...location }))).json()
      .CustomFieldId
    await bench.good('saveCustomField', save(id, { AuditId: 1, DirectoryId: String(to.id) }))
    await bench.good('saveCustomField', save(id, { AuditId: 2, DirectoryId: String(from.id) }))
    const { body } = await bench.good(
      'getDirectoryListingCustomField',
      bench.mine.get(`${ROOT}/directorylisting/${from.id}/${id}`),
    )
    expect(body.ActiveListingTypes).toMatchObject([{ Id: type.id, IsActive: true }])
  })
})

describe('POST /api/customfields/{customfieldid} (saveCustomField): limits', () => {
  test('rejects the 1,001st field', async () => {
    const caller = await bench.server.tenant()
    const { customField } = bench.server.database.system
    const tenantId = caller.tenant.id
    const builtIn = await customField.count({ where: { tenantId } })
    const data = Array.from({ length: 1000 - builtIn }, (_, n) => ({
      tenantId,
      objectTypeId: 2,
      dataTypeId: 1,
      name: `F${n}`,
      nameKey: `f${n}`,
      displayName: `F ${n}`,
      ...(n === 0 && { deletedAt: new Date() }),
    }))
    await customField.createMany({ data })
    expect((await save(0, field(), caller)).statusCode).toBe(200)
    expect(await refusal(save(0, field(), caller))).toEqual([422, 'too-many'])
  })
})

describe('DELETE /api/customfields/{customfieldid}/{auditid} (deleteCustomField)', () => {
  test('records the number of values that it deletes', async () => {
    const id = await create({ CustomFieldDataTypeId: '14', SelectListData: 'One\nTwo\nThree' })
    const [one, two, three] = ((await read(id)).SelectListItems as { Id: number }[]).map(({ Id }) => Id)
    for (const Value of [`[${one}, ${two}, ${three}]`, `[${two}]`]) {
      const contactId = await bench.person()
      const CustomFields = [{ CustomFieldId: id, Value }]
      const given = await bench.mine.post(`/api/contacts/person/${contactId}`, { AuditId: 1, CustomFields })
      expect(given.statusCode, given.body).toBe(200)
    }
    expect((await bench.mine.delete(`${ROOT}/${id}/1?forcesave=true`)).statusCode).toBe(200)
    const where = { tenantId: bench.mine.tenant.id, entity: 'customfield', entityId: id, action: 'deleted' }
    const { changes } = await bench.server.database.system.auditEntry.findFirstOrThrow({ where })
    expect(changes).toMatchObject({ Values: 4 })
  })
})

describe('GET /api/customfields/{customfieldid} (getCustomField)', () => {
  test('returns the choices and the scale of the shown field, and accepts them back', async () => {
    const form = await system().form.create({ data: named('Feedback') })
    const scale = { Minimum: 1, Maximum: 5, MinimumLabel: null, MaximumLabel: 'best' }
    for (const type of [
      { CustomFieldDataTypeId: '13', SelectListData: 'Small\nLarge' },
      { CustomFieldDataTypeId: '15', ScaleModel: scale },
      { CustomFieldDataTypeId: '1', DataSize: '40' },
    ]) {
      const own = await create(type)
      const shows = { ObjectTypeId: '9', FormId: String(form.id), ExistingCustomFieldId: String(own) }
      const location = await create({ ...shows, CustomFieldDataTypeId: undefined })
      const { ScaleModel, DataSize, SelectListItems } = await read(own)
      const shown = await read(location)
      expect(shown).toMatchObject({ ...type, ScaleModel, DataSize, SelectListItems })
      expect((await bench.mine.post(`${ROOT}/${location}`, shown)).statusCode).toBe(200)
      expect(await read(location)).toEqual({ ...shown, AuditId: 2 })
    }
  })
})
