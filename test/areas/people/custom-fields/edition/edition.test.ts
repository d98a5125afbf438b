import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/people/contact-parts'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

const ROOT = '/api/customfields'
const settings = async () => {
  const { body } = await bench.good('getEditionSettings', bench.mine.get(`${ROOT}/editioncustomfields`))
  return body.CustomFieldSettings as (Json & { CustomFieldId: number; Name: string })[]
}
const named = async (name: string) => {
  const found = (await settings()).find(({ Name }) => Name === name)
  if (!found) throw new Error(`no ${name}`)
  return found
}
const save = (body: Json, caller = bench.mine) => caller.post(`${ROOT}/editioncustomfields`, body)
const switchedOn = async (filter = '') => {
  const query = filter && `?filter=${encodeURIComponent(filter)}`
  return (await bench.good('getEditionFields', bench.mine.get(`${ROOT}/edition${query}`))).body
}

describe('GET /api/customfields/editioncustomfields (getEditionSettings)', () => {
  test('returns the built-in fields, which are switched off in a new tenant', async () => {
    const offered = await settings()
    expect(offered.length).toBeGreaterThanOrEqual(10)
    expect(offered.every(({ IsEnabled }) => IsEnabled === false)).toBe(true)
  })
})

describe('POST /api/customfields/editioncustomfields (saveEditionSettings)', () => {
  test('switches built-in fields on and off', async () => {
    expect(await switchedOn()).toEqual({ ObjectTypeId: '12', CustomFields: [], MLSType: null })
    const number = await named('LicenseNumber')
    const type = await named('LicenseType')
    const entries = [
      { CustomFieldId: number.CustomFieldId, IsEnabled: true, IsRequired: true, DisplayOrder: 9 },
      { CustomFieldId: type.CustomFieldId, IsEnabled: true, DisplayOrder: 2 },
    ]
    const saved = await bench.good(
      'saveEditionSettings',
      save({ SearchObjectTypeId: '2', CustomFieldSettings: entries }),
    )
    expect(saved.body).toEqual({})
    expect(await named('LicenseNumber')).toMatchObject({ IsEnabled: true, IsRequired: true, DisplayOrder: 9 })
    const names = ((await switchedOn()).CustomFields as Json[]).map(({ Name }) => Name)
    expect(names).toEqual(['LicenseType', 'LicenseNumber'])
    const required = (await switchedOn('IsRequired eq true')).CustomFields as Json[]
    expect(required).toMatchObject([{ Name: 'LicenseNumber', IsSystem: true, ObjectType: 'Edition' }])
    const where = { tenantId: bench.mine.tenant.id, entityId: type.CustomFieldId, kind: 'customfield.updated' }
    expect(await bench.server.database.system.outboxEvent.count({ where })).toBe(1)
    await save({ CustomFieldSettings: [{ CustomFieldId: type.CustomFieldId, IsEnabled: false }] })
    expect(((await switchedOn()).CustomFields as Json[]).map(({ Name }) => Name)).toEqual(['LicenseNumber'])
    expect(await refusal(bench.mine.get(`${ROOT}/edition?filter=nonsense`))).toEqual([400, 'query:filter'])
  })
})

describe('GET /api/customfields/edition (getEditionFields)', () => {
  test('returns the listing service only for a real estate edition', async () => {
    const id = bench.mine.tenant.id
    const tell = async (isRealEstateEdition: boolean) => {
      await bench.server.database.system.tenant.update({
        where: { id },
        data: { isRealEstateEdition, mlsType: 'Regional' },
      })
      const fresh = await bench.server.caller(bench.mine.tenant, ['custom-fields:read'])
      return (await fresh.get(`${ROOT}/edition`)).json().MLSType
    }
    // The app already knows the tenant, and is notified of the change.
    await expect.poll(() => tell(true)).toBe('Regional')
    await expect.poll(() => tell(false)).toBe(null)
  })
})

describe('POST /api/customfields/editioncustomfields (saveEditionSettings)', () => {
  test('saves all settings or none, only for fields of an edition', async () => {
    const number = await named('RegistryNumber')
    const office = await named('ManagingBroker')
    const on = (CustomFieldId: number) => ({ CustomFieldId, IsEnabled: true })
    const own = (
      await bench.mine.post(`${ROOT}/0`, { ObjectTypeId: '2', DisplayName: 'Own', CustomFieldDataTypeId: '1' })
    ).json()
    const no = (entries: Json[], more: Json = {}) => refusal(save({ CustomFieldSettings: entries, ...more }))
    const second = '/CustomFieldSettings/1/CustomFieldId'
    expect(await no([on(number.CustomFieldId), on(own.CustomFieldId)])).toEqual([422, second])
    expect(await no([on(number.CustomFieldId), on(number.CustomFieldId)])).toEqual([422, second])
    expect(await no([on(number.CustomFieldId), on(office.CustomFieldId)], { SearchObjectTypeId: '2' })).toEqual([
      422,
      second,
    ])
    const several = await save({
      CustomFieldSettings: [own.CustomFieldId, number.CustomFieldId, number.CustomFieldId].map(on),
    })
    expect(several.json().errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/CustomFieldSettings/0/CustomFieldId',
      '/CustomFieldSettings/2/CustomFieldId',
    ])
    expect(await no([{ CustomFieldId: number.CustomFieldId }])).toEqual([400, '/CustomFieldSettings/0/IsEnabled'])
    expect((await named('RegistryNumber')).IsEnabled).toBe(false)
    const foreign = await save({ CustomFieldSettings: [on(number.CustomFieldId)] }, bench.theirs)
    expect(foreign.statusCode).toBe(422)
    const reader = await bench.server.caller(bench.mine.tenant, ['custom-fields:read'])
    expect((await save({ CustomFieldSettings: [] }, reader)).statusCode).toBe(403)
  })
})

describe('POST /api/customfields/{customfieldid} (saveCustomField)', () => {
  test('allows only a new label, order and archiving of a built-in field', async () => {
    const { CustomFieldId: id } = await named('ListingServiceId')
    const change = (body: Json) => bench.mine.post(`${ROOT}/${id}`, { AuditId: 1, ...body })
    for (const body of [
      { CustomFieldDataTypeId: '2' },
      { IsPublic: true },
      { IsRequired: true },
      { ObjectTypeId: '2' },
    ])
      expect(await refusal(change(body))).toEqual([409, 'system-record'])
    expect(await refusal(bench.mine.delete(`${ROOT}/${id}/1`))).toEqual([409, 'system-record'])
    const renamed = await change({
      DisplayName: 'Service number',
      Description: 'Theirs',
      DisplayOrder: '3',
      CssClass: 'wide',
      DisplayWidth: '25',
    })
    expect(renamed.json()).toMatchObject({ DisplayName: 'Service number', Name: 'ListingServiceId', IsSystem: true })
    const { CustomFieldId: typeId } = await named('Specialties')
    const items = [{ Id: 0, Name: 'Castles' }]
    expect(await refusal(bench.mine.post(`${ROOT}/${typeId}`, { AuditId: 1, SelectListItems: items }))).toEqual([
      409,
      'system-record',
    ])
    const read = (await bench.mine.get(`${ROOT}/${typeId}`)).json()
    expect((await bench.mine.post(`${ROOT}/${typeId}`, { ...read, IsArchived: true })).json().IsArchived).toBe(true)
    expect((await settings()).map(({ Name }) => Name)).not.toContain('Specialties')
  })
})
