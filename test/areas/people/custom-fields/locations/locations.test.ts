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

describe('POST /api/customfields/directorylisting/{customfieldid} (saveDirectoryListingCustomField)', () => {
  test('saves a field with the listing types that show it', async () => {
    const directory = await system().directory.create({ data: named('Members') })
    const other = await system().directory.create({ data: named('Others') })
    const listingType = (directoryId: number, name: string) =>
      system().directoryListingType.create({ data: { ...named(name), directoryId } })
    const basic = await listingType(directory.id, 'Basic')
    const full = await listingType(directory.id, 'Full')
    const foreign = await listingType(other.id, 'Foreign')
    const path = (id: number) => `${ROOT}/directorylisting/${directory.id}/${id}`
    const save = (id: number, body: Json) => bench.mine.post(`${ROOT}/directorylisting/${id}`, body)
    const sent = field({ DirectoryId: String(directory.id), ActiveListingTypes: [{ Id: basic.id, IsActive: false }] })
    const saved = await bench.good('saveDirectoryListingCustomField', save(0, sent))
    const id = saved.body.CustomFieldId as number
    const read = await bench.good('getDirectoryListingCustomField', bench.mine.get(path(id)))
    expect(read.body.ActiveListingTypes).toEqual([
      { Id: basic.id, Name: 'Basic', IsActive: false },
      { Id: full.id, Name: 'Full', IsActive: true },
    ])
    const wrong = { AuditId: 1, ActiveListingTypes: [{ Id: foreign.id, IsActive: true }] }
    expect(await refusal(save(id, wrong))).toEqual([422, '/ActiveListingTypes/0/Id'])
    expect(await refusal(save(0, field()))).toEqual([422, '/DirectoryId'])
    expect(await refusal(save(0, field({ DirectoryId: '2147480000' })))).toEqual([422, '/DirectoryId'])
    expect(await refusal(save(id, { AuditId: 9 }))).toEqual([409, 'stale-audit-id'])
    expect((await save(id, { AuditId: 1, ActiveListingTypes: [{ Id: basic.id, IsActive: true }] })).statusCode).toBe(
      200,
    )
    expect((await bench.mine.get(path(id))).json().ActiveListingTypes).toMatchObject([
      { IsActive: true },
      { IsActive: true },
    ])
    const contactField = (await create({ ObjectTypeId: '2' })).CustomFieldId as number
    expect(await refusal(save(contactField, { AuditId: 1 }))).toEqual([404, 'not-found'])
    expect(
      (
        await bench.mine.post(`${ROOT}/0`, {
          ...field({ ObjectTypeId: '8', DirectoryId: String(other.id) }),
          DisplayName: sent.DisplayName,
        })
      ).statusCode,
    ).toBe(200)
  })
})

describe('GET /api/customfields/directorylisting/{directoryid}/{customfieldid} (getDirectoryListingCustomField)', () => {
  test('returns a field only for its own directory, and a new one for id 0', async () => {
    const directory = await system().directory.create({ data: named('Shown') })
    const other = await system().directory.create({ data: named('Hidden') })
    const path = (id: number) => `${ROOT}/directorylisting/${directory.id}/${id}`
    const blank = await bench.good('getDirectoryListingCustomField', bench.mine.get(path(0)))
    expect(blank.body).toMatchObject({
      CustomFieldId: 0,
      AuditId: 0,
      ObjectTypeId: '8',
      DirectoryId: String(directory.id),
    })
    const sent = field({ DirectoryId: String(directory.id) })
    const saved = await bench.mine.post(`${ROOT}/directorylisting/0`, sent)
    const id = saved.json().CustomFieldId as number
    const read = await bench.good('getDirectoryListingCustomField', bench.mine.get(path(id)))
    const { Id: _, CustomFieldId: __, AuditId: ___, Name: ____, DisplayName: _____, ...defaults } = blank.body as Json
    expect(read.body).toMatchObject(defaults)
    expect(read.body).toMatchObject({ CustomFieldId: id, DisplayName: sent.DisplayName, ObjectTypeId: '8' })
    const elsewhere = `${ROOT}/directorylisting/${other.id}/${id}`
    expect(await refusal(bench.mine.get(elsewhere))).toEqual([404, 'not-found'])
    expect(await refusal(bench.theirs.get(path(0)))).toEqual([404, 'not-found'])
  })
})

describe('GET /api/customfields/contentlists/{contentlistid}/{customfieldid} (getContentListCustomField)', () => {
  test('returns a field only for its own content list', async () => {
    const list = await system().contentList.create({ data: named('Offers') })
    const path = (id: number) => `${ROOT}/contentlists/${list.id}/${id}`
    const blank = await bench.good('getContentListCustomField', bench.mine.get(path(0)))
    expect(blank.body).toMatchObject({ CustomFieldId: 0, ObjectTypeId: '8', ContentListId: String(list.id) })
    const { CustomFieldId } = await create({ ObjectTypeId: '8', ContentListId: String(list.id), StandardFieldId: '7' })
    const read = await bench.good('getContentListCustomField', bench.mine.get(path(CustomFieldId as number)))
    expect(read.body).toMatchObject({ CustomFieldId, ContentListId: String(list.id) })
    const elsewhere = (await create({ ObjectTypeId: '2' })).CustomFieldId as number
    expect(await refusal(bench.mine.get(path(elsewhere)))).toEqual([404, 'not-found'])
    expect(await refusal(bench.theirs.get(path(0)))).toEqual([404, 'not-found'])
  })
})

describe('GET /api/customfields/form/{formid}/sections/lookup (lookupFormSections)', () => {
  test('saves a field in a section of its form', async () => {
    const form = await system().form.create({ data: named('Application') })
    const other = await system().form.create({ data: named('Survey') })
    const section = (formId: number, name: string, displayOrder: number | null) =>
      system().formSection.create({ data: { ...named(name), formId, displayOrder } })
    const last = await section(form.id, 'Later', null)
    const second = await section(form.id, 'More', 2)
    const first = await section(form.id, 'You', 1)
    const foreign = await section(other.id, 'You', 1)
    const lookup = (id: string | number) => bench.mine.get(`${ROOT}/form/${id}/sections/lookup`)
    const { body } = await bench.good('lookupFormSections', lookup(form.id))
    expect(body.map(({ Id, Name, Order }) => [Id, Name, Order])).toEqual([
      [first.id, 'You', 1],
      [second.id, 'More', 2],
      [last.id, 'Later', 3],
    ])
    expect((await lookup(0)).json()).toEqual([])
    expect(await refusal(lookup('abc'))).toEqual([400, 'path:formid'])
    expect(await refusal(lookup('9999999999'))).toEqual([404, 'not-found'])
    expect(await refusal(bench.theirs.get(`${ROOT}/form/${form.id}/sections/lookup`))).toEqual([404, 'not-found'])
    const inSection = (id: number) =>
      field({ ObjectTypeId: '9', FormId: String(form.id), CustomFieldGroupId: String(id), StandardFieldId: '8' })
    expect(await refusal(bench.mine.post(`${ROOT}/0`, inSection(foreign.id)))).toEqual([422, '/CustomFieldGroupId'])
    const made = (await bench.mine.post(`${ROOT}/0`, inSection(first.id))).json()
    expect(made.GroupName).toBe('You')
    expect((await bench.mine.get(`${ROOT}/${made.CustomFieldId}`)).json()).toMatchObject({
      FormId: String(form.id),
      CustomFieldGroupId: String(first.id),
      StandardFieldId: '8',
    })
  })
})

describe('POST /api/customfields/{customfieldid} (saveCustomField): ExistingCustomFieldId', () => {
  test('shows a field of contacts in a form and keeps the type of that field', async () => {
    const form = await system().form.create({ data: named('Renewal') })
    const { CustomFieldId: own } = await create({ ObjectTypeId: '2', CustomFieldDataTypeId: '2' })
    const shows = { ObjectTypeId: '9', FormId: String(form.id), Exists: true, ExistingCustomFieldId: String(own) }
    expect(await refusal(bench.mine.post(`${ROOT}/0`, field(shows)))).toEqual([422, '/CustomFieldDataTypeId'])
    const { CustomFieldId: location } = await create({ ...shows, CustomFieldDataTypeId: undefined })
    expect((await bench.mine.get(`${ROOT}/${location}`)).json()).toMatchObject({
      Exists: true,
      ExistingCustomFieldId: String(own),
      CustomFieldDataTypeId: '2',
    })
    expect(await refusal(bench.mine.delete(`${ROOT}/${own}/1`))).toEqual([409, 'in-use'])
    expect(await refusal(bench.mine.post(`${ROOT}/${own}`, { AuditId: 1, CustomFieldDataTypeId: '1' }))).toEqual([
      409,
      'in-use',
    ])
    expect((await bench.mine.delete(`${ROOT}/${location}/1`)).statusCode).toBe(200)
    expect((await bench.mine.delete(`${ROOT}/${own}/1`)).statusCode).toBe(200)
  })
})

describe('GET /api/customfields/fields/{membershiptypeid}/unit/lookup (lookupMembershipTypeUnits)', () => {
  test('returns the number fields of the membership type', async () => {
    const type = await system().membershipType.create({ data: named('Corporate') })
    const other = await system().membershipType.create({ data: named('Personal') })
    const ofType = (id: number) => ({ ObjectTypeId: '4', MembershipTypeId: String(id), CustomFieldDataTypeId: '2' })
    await create({ ...ofType(type.id), DisplayName: 'Seats' })
    await create({ ...ofType(other.id), DisplayName: 'Not these' })
    await create({ ObjectTypeId: '3', CustomFieldDataTypeId: '2', DisplayName: 'Employees' })
    await create({ ObjectTypeId: '3', CustomFieldDataTypeId: '2', DisplayName: 'Hidden', IsArchived: true })
    await create({ ObjectTypeId: '3', DisplayName: 'Words' })
    const lookup = (id: number) => bench.mine.get(`${ROOT}/fields/${id}/unit/lookup`)
    const { body } = await bench.good('lookupMembershipTypeUnits', lookup(type.id))
    const units = body.filter(({ ExtraData }) => ExtraData !== 'Individual')
    expect(units.map(({ Name, ExtraData }) => [Name, ExtraData])).toEqual([
      ['Employees', 'Organization'],
      ['Seats', 'Membership'],
    ])
    expect(await refusal(lookup(2147480000))).toEqual([404, 'not-found'])
    expect(await refusal(bench.theirs.get(`${ROOT}/fields/${type.id}/unit/lookup`))).toEqual([404, 'not-found'])
  })
})

describe('DELETE /api/customfields/{customfieldid}/{auditid} (deleteCustomField)', () => {
  test('rejects deletion of a membership type and a level with fields, and accepts it after the fields are deleted', async () => {
    const type = (await bench.mine.post('/api/membershiptypes/0', { Name: 'Guest' })).json().MembershipTypeId as number
    const root = `/api/membershiptypes/${type}`
    const level = (await bench.mine.post(`${root}/levels/0`, { Name: 'Basic', Price: 10 })).json().MembershipLevelId
    const location = { ObjectTypeId: '4', MembershipTypeId: String(type), MembershipTypeOptionId: String(level) }
    const { CustomFieldId: id } = await create(location)
    const remove = (url: string) => bench.mine.delete(url, { 'if-match': '"1"' })
    for (const url of [`${root}/levels/${level}`, root]) expect(await refusal(remove(url))).toEqual([409, 'in-use'])
    expect((await bench.mine.delete(`${ROOT}/${id}/1`)).statusCode).toBe(200)
    for (const url of [`${root}/levels/${level}`, root]) expect((await remove(url)).statusCode, url).toBe(200)
  })
})
