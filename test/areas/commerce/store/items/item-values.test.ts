import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeOf } from '#test/support/commerce/store'
import { upload } from '#test/support/integration/files'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/people/contact-parts'

let bench: DetailsBench
let store: ReturnType<typeof storeOf>
beforeAll(async () => {
  bench = await openDetails()
  store = storeOf(bench.mine)
})
afterAll(() => bench.server.close())

const define = async (DisplayName: string, more: Json = {}, caller: Pick<typeof bench.mine, 'post'> = bench.mine) => {
  const field = { ObjectTypeId: '11', CustomFieldDataTypeId: '1', DisplayName, ...more }
  return (await bench.good('saveCustomField', caller.post('/api/customfields/0', field))).body.CustomFieldId as number
}
const valueIn = async (kind: number, id: number, name: string) =>
  (await store.read(kind, id)).CustomFields?.find((field) => field?.Name === name)?.Value

describe('POST /api/store/storeitems/{kind}/save: custom fields', () => {
  test('stores values of items of each kind, and shows the fields of a blank item', async () => {
    await define('Material')
    const CustomFields = [{ Name: 'material', Value: 'Wool' }]
    for (const kind of [0, 2, 3]) {
      const id = await store.create(kind, { CustomFields, ...(kind === 3 && { Price: 0 }), ...voucher(kind) })
      expect(await valueIn(kind, id, 'Material')).toBe('Wool')
      expect(await valueIn(kind, 0, 'Material')).toBeNull()
    }
    const id = await store.createDigital({ CustomFields })
    expect(await valueIn(1, id, 'Material')).toBe('Wool')
  })

  test('records values in the history, keeps those that are left out, and deletes them with the item', async () => {
    const field = await define('Origin')
    const id = await store.create(0, { CustomFields: [{ CustomFieldId: field, Value: 'Oslo' }] })
    expect((await store.save(0, { StoreItemId: id, Price: 3 })).statusCode).toBe(200)
    expect(await valueIn(0, id, 'Origin')).toBe('Oslo')
    const changed = { StoreItemId: id, CustomFields: [{ CustomFieldId: field, Value: 'Bergen' }] }
    expect((await store.save(0, changed)).statusCode).toBe(200)
    const { system } = bench.server.database
    const tenantId = bench.mine.tenant.id
    const history = { tenantId, entity: 'storeitem', entityId: id, auditId: 3 }
    const { changes } = await system.auditEntry.findFirstOrThrow({ where: history })
    expect(changes).toMatchObject({ 'CustomFields.Origin': { old: 'Oslo', new: 'Bergen' } })
    expect(await refusal(bench.mine.delete(`/api/customfields/${field}/1`))).toEqual([409, 'has-values'])
    expect((await bench.mine.delete(`/api/store/storeitems/${id}`)).statusCode).toBe(200)
    expect(await system.customFieldValue.count({ where: { tenantId, fieldId: field } })).toBe(0)
  })

  test('requires a required field and rejects fields of events', async () => {
    const ofEvents = await define('Of events', { ObjectTypeId: '6' })
    const wrong = store.save(0, { CustomFields: [{ CustomFieldId: ofEvents, Value: 'x' }] })
    expect(await refusal(wrong)).toEqual([422, '/CustomFields/0/CustomFieldId'])
    const needed = await define('Care', { IsRequired: true })
    const missing = (await store.save(0, {})).json()
    expect([missing.code, missing.errors[0].pointer]).toEqual(['required-field', '/CustomFields'])
    expect((await store.save(0, { CustomFields: [{ CustomFieldId: needed, Value: 'Cold' }] })).statusCode).toBe(200)
    await bench.mine.post(`/api/customfields/${needed}`, { AuditId: 1, IsArchived: true })
  })

  test('keeps the file of a value through other saves of the item', async () => {
    const sheet = await define('Data sheet', { CustomFieldDataTypeId: '10' })
    const file = await upload(bench.mine, 'sheet.pdf', '%PDF-1.7\n')
    const id = await store.createDigital({ CustomFields: [{ CustomFieldId: sheet, Value: String(file) }] })
    expect((await store.save(1, { StoreItemId: id, Price: 7 })).statusCode).toBe(200)
    const owner = (await bench.mine.get(`/api/files/${file}`)).json()
    expect(owner).toMatchObject({ OwnerKind: 'storeitem', OwnerId: id })
  })
})

const voucher = (kind: number) => (kind === 2 ? { VoucherTypeId: 1, Settings: { VoucherValue: 20 } } : {})

describe('POST /api/store/storeitems (searchStoreItems): custom fields', () => {
  test('filters and orders by them, and rejects unknown ones', async () => {
    const caller = await bench.server.tenant()
    const theirs = storeOf(caller)
    await define('Pages', { CustomFieldDataTypeId: '2' }, caller)
    for (const [Name, Value] of [
      ['Atlas', '320'],
      ['Pen', null],
      ['Guide', '48'],
    ] as const)
      await theirs.create(0, { Name, CustomFields: [{ Name: 'Pages', Value }] })
    const list = async (body: Json) => {
      const answer = await bench.good('searchStoreItems', caller.post('/api/store/storeitems', body))
      return (answer.body.Results as { ProductName: string }[]).map(({ ProductName }) => ProductName)
    }
    expect(await list({ Filter: 'CustomFields.Pages gt 100' })).toEqual(['Atlas'])
    expect(await list({ Filter: 'CustomFields.Pages eq null' })).toEqual(['Pen'])
    expect(await list({ OrderBy: 'CustomFields.Pages desc' })).toEqual(['Atlas', 'Guide', 'Pen'])
    const found = await caller.get('/api/store/storeitems?$filter=CustomFields.Pages lt 100')
    expect(found.json().Results).toMatchObject([{ ProductName: 'Guide' }])
    expect(await refusal(caller.get('/api/store/storeitems?$filter=CustomFields.None eq 1'))).toEqual([
      400,
      'query:$filter',
    ])
  })
})
