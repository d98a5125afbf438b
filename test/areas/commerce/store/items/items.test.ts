import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeOf } from '#test/support/commerce/store'
import { upload } from '#test/support/integration/files'
import { type DetailsBench, openDetails } from '#test/support/people/contact-parts'

let bench: DetailsBench
let store: ReturnType<typeof storeOf>
beforeAll(async () => {
  bench = await openDetails()
  store = storeOf(bench.mine)
})
afterAll(() => bench.server.close())

/** Returns the status and the code of a refused request. */
const refusal = async (call: ReturnType<typeof store.save>) => {
  const response = await call
  return [response.statusCode, response.json().code]
}

const pointers = async (response: ReturnType<typeof store.save>) => {
  const { code, errors } = (await response).json()
  return [code, errors.map(({ pointer }: { pointer: string }) => pointer)]
}

describe('GET /api/store/storeitems/0/{storeitemid} (getPhysicalStoreItem)', () => {
  test('returns a blank item for id 0, which a save accepts with a name', async () => {
    const blank = await bench.good('getPhysicalStoreItem', store.get(0, 0))
    expect(blank.body).toMatchObject({ StoreItemId: 0, Name: '', Price: 0, IsActive: true, SubItems: [] })
    expect((await store.save(0, { ...blank.body, Name: 'From a blank' })).statusCode).toBe(200)
  })

  test('returns 404 for an item of another kind or tenant', async () => {
    const id = await store.create(3, { Price: 0 })
    expect((await store.get(0, id)).statusCode).toBe(404)
    expect((await storeOf(bench.theirs).get(3, id)).statusCode).toBe(404)
  })
})

describe('POST /api/store/storeitems/0/save (savePhysicalStoreItem)', () => {
  test('creates an item with its settings, sub-items and supplier, and changes only what is sent', async () => {
    const contactId = await bench.organization()
    const id = await store.create(0, {
      Name: ' Club  mug ',
      Settings: { MaxPerOrder: 10, MemberPrice: 10, WeightInGrams: 300 },
      HasSubItems: true,
      InventoryTrackingMethodTypeId: '3',
      Description: '<p onclick="x()">Holds 300 ml.</p>',
      AvailableDate: '2026-09-15',
      MinimumQuantity: '2',
      ContactId: String(contactId),
      SubItems: [
        { Name: 'Blue', Sku: 'MUG-BL' },
        { Name: 'Gold', Price: 14, MemberPrice: 13 },
      ],
    })
    const first = await bench.good('getPhysicalStoreItem', store.get(0, id))
    expect(first.version).toBe(1)
    expect(first.body).toMatchObject({
      Name: 'Club mug',
      ItemType: '0',
      Settings: { MaxPerOrder: 10, MemberPrice: 10, WeightInGrams: 300, IsMembershipAddOn: false },
      Description: '<p>Holds 300 ml.</p>',
      InventoryRemaining: '0',
      TrackInventory: true,
      MinimumQuantity: '2',
      ContactId: String(contactId),
      SubItems: [
        { Name: 'Blue', Sku: 'MUG-BL', Price: null, InventoryRemaining: '0', IsActive: true },
        { Name: 'Gold', Price: 14, MemberPrice: 13 },
      ],
    })
    const StoreItemId = id
    const [blue] = (await store.read(0, id)).SubItems ?? []
    const SubItems = [{ StoreSubItemId: blue?.StoreSubItemId, Name: 'Navy' }, { Name: 'Blue' }]
    await bench.good('savePhysicalStoreItem', store.save(0, { StoreItemId, Name: 'Club mug', Price: 12, SubItems }))
    const item = await store.read(0, StoreItemId)
    expect(item).toMatchObject({ Price: 12, Settings: { MaxPerOrder: 10 }, MinimumQuantity: '2' })
    expect(item.SubItems?.map(({ Name }) => Name)).toEqual(['Navy', 'Gold', 'Blue'])
    const removed = [{ StoreSubItemId: blue?.StoreSubItemId, Name: 'Navy', IsDeleted: true }]
    await store.save(0, { StoreItemId, Name: 'Club mug', Price: 12, SubItems: removed })
    expect((await store.read(0, StoreItemId)).SubItems?.map(({ Name }) => Name)).toEqual(['Gold', 'Blue'])
  })

  test('reports every broken rule at once', async () => {
    const faults = pointers(
      store.save(0, {
        Price: 1.005,
        InventoryTrackingMethodTypeId: '3',
        AvailableDate: '2026-09-15',
        EndDate: '2026-09-14',
        HasMembershipTypesChosen: true,
        Settings: { MemberPrice: 20, MaxDownloads: 3, MaxPerOrder: 1 },
        MinimumQuantity: '2',
        SubItems: [{ Name: 'A' }, { Name: 'a' }],
      }),
    )
    expect(await faults).toEqual([
      'store-rule',
      [
        '/Price',
        '/Settings/MaxDownloads',
        '/InventoryTrackingMethodTypeId',
        '/EndDate',
        '/Settings/MemberPrice',
        '/Settings/MaxPerOrder',
        '/SubItems/0/Name',
        '/SubItems/1/Name',
        '/HasSubItems',
        '/HasMembershipTypesChosen',
      ],
    ])
  })

  test('reads SettingsJson if there are no Settings', async () => {
    const id = await store.create(0, { SettingsJson: '{"MaxPerOrder":3}' })
    expect((await store.read(0, id)).Settings).toMatchObject({ MaxPerOrder: 3 })
    expect((await store.save(0, { SettingsJson: '{"MaxPerOrder":"many"}' })).statusCode).toBe(400)
  })

  test('rejects a name in use, unknown references, and a version that is not current', async () => {
    const StoreItemId = await store.create(0, { Name: 'Cap' })
    expect(await refusal(store.save(0, { Name: 'CAP' }))).toEqual([409, 'duplicate'])
    const unknown = { SaleableItemId: '999999', AccountingClassId: '4000000000', Settings: { TaxSetId: 999999 } }
    expect(await pointers(store.save(0, unknown))).toEqual([
      'unknown-reference',
      ['/SaleableItemId', '/AccountingClassId', '/Settings/TaxSetId'],
    ])
    expect(await refusal(store.save(0, { CategoryItemId: '999999' }))).toEqual([422, 'unknown-reference'])
    const stale = store.save(0, { StoreItemId, Name: 'Cap' }, { 'if-match': '"7"' })
    expect(await refusal(stale)).toEqual([412, 'precondition-failed'])
    expect(await refusal(store.save(0, { StoreItemId: 999_999 }))).toEqual([404, 'not-found'])
  })

  test('has at most 200 sub-items', async () => {
    const SubItems = Array.from({ length: 200 }, (_, index) => ({ Name: `Size ${index}` }))
    const StoreItemId = await store.create(0, { HasSubItems: true, SubItems })
    const more = store.save(0, { StoreItemId, HasSubItems: true, SubItems: [{ Name: 'One more' }] })
    expect(await refusal(more)).toEqual([422, 'too-many'])
    expect((await store.read(0, StoreItemId)).SubItems).toHaveLength(200)
  })

  test('keeps each field that is left out', async () => {
    const StoreItemId = await store.create(0, {
      Name: 'Kept',
      ShortDescription: 'S',
      Description: '<p>D</p>',
      EndDate: '2027-01-01',
      AllowBackorder: true,
      ShowAvailableQuantity: true,
      ShippingNotAvailable: true,
      InventoryTrackingMethodTypeId: '2',
      Settings: { MemberPrice: 1, IsMembershipAddOn: true, WeightInGrams: 5 },
    })
    const before = await store.read(0, StoreItemId)
    await store.save(0, { StoreItemId, Name: 'Kept', Price: 12.5 })
    expect(await store.read(0, StoreItemId)).toEqual(before)
    await store.save(0, {
      StoreItemId,
      Name: 'Kept',
      Price: 12.5,
      ShortDescription: null,
      Settings: { WeightInGrams: null },
    })
    const Settings = { ...before.Settings, WeightInGrams: null }
    const after = { ...before, ShortDescription: null, Settings, SettingsJson: JSON.stringify(Settings) }
    expect(await store.read(0, StoreItemId)).toEqual(after)
  })

  test('takes the stock of staff only with manual tracking', async () => {
    const counted = await store.create(0, { InventoryTrackingMethodTypeId: '2', InventoryRemaining: '5' })
    expect((await store.read(0, counted)).InventoryRemaining).toBe('0')
    const manual = { InventoryTrackingMethodTypeId: '2', HasManualTracking: true, InventoryRemaining: '5' }
    const id = await store.create(0, manual)
    expect((await store.read(0, id)).InventoryRemaining).toBe('5')
  })
})

describe('POST /api/store/storeitems/1/save (saveDigitalStoreItem)', () => {
  test('owns its file, and replaces it', async () => {
    const id = await store.createDigital({ RequireActiveMembership: true, FileExpirationDate: '2027-01-01' })
    const { body } = await bench.good('getDigitalStoreItem', store.get(1, id))
    expect(body).toMatchObject({
      ItemType: '1',
      PostSubmitDownloadFile: { FileName: 'code.pdf', SizeInBytes: 13 },
      RequireActiveMembership: true,
      FileExpirationDate: '2027-01-01',
    })
    const before = (await store.read(1, id)).PostSubmitDownloadFile?.FileId ?? 0
    expect(await refusal(store.save(1, { PostSubmitDownloadFile: { FileId: before } }))).toEqual([422, 'file-taken'])
    const FileId = await upload(bench.mine, 'code 2.pdf', '%PDF-1.4 other')
    await bench.good('saveDigitalStoreItem', store.save(1, { StoreItemId: id, PostSubmitDownloadFile: { FileId } }))
    expect((await bench.mine.get(`/api/files/${before}`)).statusCode).toBe(404)
    expect((await bench.mine.get(`/api/webdav/${FileId}/code.pdf`)).statusCode).toBe(200)
  })

  test('requires a file', async () => {
    expect(await pointers(store.save(1, {}))).toEqual(['store-rule', ['/PostSubmitDownloadFile']])
    const PostSubmitDownloadFile = { FileId: 999_999 }
    expect(await refusal(store.save(1, { PostSubmitDownloadFile }))).toEqual([422, 'unknown-reference'])
  })
})

describe('GET /api/store/storeitems/1/{storeitemid} (getDigitalStoreItem)', () => {
  test('returns a blank item for id 0', async () => {
    const { body } = await bench.good('getDigitalStoreItem', store.get(1, 0))
    expect(body).toMatchObject({ StoreItemId: 0, PostSubmitDownloadFile: null, RequireActiveMembership: false })
  })
})

describe('POST /api/store/storeitems/2/save (saveVoucherStoreItem)', () => {
  test('requires the value of its type', async () => {
    const mug = await store.create(0)
    const amount = { VoucherTypeId: 1, Settings: { VoucherValue: 50, VoucherValidMonths: 12 } }
    const id = await store.create(2, amount)
    await bench.good('saveVoucherStoreItem', store.save(2, { StoreItemId: id, VoucherTypeId: 1 }))
    const { body } = await bench.good('getVoucherStoreItem', store.get(2, id))
    expect(body).toMatchObject({ VoucherTypeId: 1, Settings: { VoucherValue: 50, VoucherValidMonths: 12 } })
    const refused = (VoucherTypeId: number, Settings: object) => pointers(store.save(2, { VoucherTypeId, Settings }))
    expect(await refused(1, {})).toEqual(['store-rule', ['/Settings/VoucherValue']])
    expect(await refused(2, { VoucherValue: 101 })).toEqual(['store-rule', ['/Settings/VoucherValue']])
    expect(await refused(3, { VoucherValue: 5 })).toEqual([
      'store-rule',
      ['/Settings/VoucherStoreItemId', '/Settings/VoucherValue'],
    ])
    const free = { VoucherTypeId: 3, Settings: { VoucherStoreItemId: mug } }
    expect((await store.save(2, free)).statusCode).toBe(200)
    expect(await refusal(bench.mine.delete(`/api/store/storeitems/${mug}`))).toEqual([409, 'in-use'])
  })
})

describe('GET /api/store/storeitems/2/{storeitemid} (getVoucherStoreItem)', () => {
  test('returns a blank voucher for id 0', async () => {
    expect((await bench.good('getVoucherStoreItem', store.get(2, 0))).body).toMatchObject({ VoucherTypeId: 1 })
  })
})

describe('POST /api/store/storeitems/3/save (saveInformationalStoreItem)', () => {
  test('costs nothing and tracks no stock', async () => {
    const body = { Price: 0, InfoMessage: '<p>Ask the office.</p><script>x()</script>' }
    const StoreItemId = await store.create(3, body)
    await bench.good('saveInformationalStoreItem', store.save(3, { StoreItemId, Price: 0 }))
    const read = await bench.good('getInformationalStoreItem', store.get(3, StoreItemId))
    expect(read.body).toMatchObject({ Price: 0, InfoMessage: '<p>Ask the office.</p>' })
    const wrong = store.save(3, { Price: 1, InventoryTrackingMethodTypeId: '2', Settings: { MaxPerOrder: 1 } })
    expect(await pointers(wrong)).toEqual([
      'store-rule',
      ['/Settings/MaxPerOrder', '/InventoryTrackingMethodTypeId', '/Price'],
    ])
  })
})

describe('GET /api/store/storeitems/3/{storeitemid} (getInformationalStoreItem)', () => {
  test('returns a blank item for id 0', async () => {
    expect((await bench.good('getInformationalStoreItem', store.get(3, 0))).body).toMatchObject({ ItemType: '3' })
  })
})

describe('DELETE /api/store/storeitems/{storeitemid} (deleteStoreItem)', () => {
  test('deletes an item with its lots, and deactivates one that was sold', async () => {
    const tracked = { InventoryTrackingMethodTypeId: '2' }
    const unsold = await store.create(0, tracked)
    const sold = await store.create(0, tracked)
    await store.addLot(unsold, 5)
    await bench.server.database.system.storeItem.updateMany({ where: { id: sold }, data: { isSold: true } })
    for (const id of [unsold, sold])
      expect((await bench.mine.delete(`/api/store/storeitems/${id}`)).statusCode).toBe(200)
    expect((await store.get(0, unsold)).statusCode).toBe(404)
    expect(await store.read(0, sold)).toMatchObject({ IsActive: false })
  })
})

describe('GET /api/store/storeitems/{storeitemid}/subitems (lookupStoreSubItems)', () => {
  test('lists the active sub-items with their prices', async () => {
    const SubItems = [{ Name: 'S' }, { Name: 'M', Price: 14 }, { Name: 'L', IsActive: false }]
    const id = await store.create(0, { HasSubItems: true, SubItems })
    const { body } = await bench.good('lookupStoreSubItems', bench.mine.get(`/api/store/storeitems/${id}/subitems`))
    expect(body).toMatchObject([
      { Name: 'S', ExtraData: '12.50', Order: 1 },
      { Name: 'M', ExtraData: '14.00', Order: 2 },
    ])
    expect((await bench.mine.get('/api/store/storeitems/999999/subitems')).statusCode).toBe(404)
  })
})
