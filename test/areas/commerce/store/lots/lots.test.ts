import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeOf } from '#test/support/commerce/store'
import { type DetailsBench, openDetails, refusal } from '#test/support/people/contact-parts'

let bench: DetailsBench
let store: ReturnType<typeof storeOf>
beforeAll(async () => {
  bench = await openDetails()
  store = storeOf(bench.mine)
})
afterAll(() => bench.server.close())

const BY_ITEM = { InventoryTrackingMethodTypeId: '2' }
const remaining = async (id: number) => (await store.read(0, id)).InventoryRemaining
const history = async (id: number) =>
  (await bench.mine.get(`/api/store/inventory/${id}/storeitempurchasehistory`)).json().Items
const urlOf = (id: number) => `/api/store/inventory/${id}`
const hold = (id: number, held: number, backordered = 0) =>
  bench.server.database.system.storeItem.updateMany({ where: { id }, data: { held, backordered } })

describe('POST /api/store/inventory/{storeiteminventoryid} (saveStoreInventoryRecord)', () => {
  test('adds pieces that can be sold, and changes them', async () => {
    const StoreItemId = await store.create(0, BY_ITEM)
    const added = await bench.good(
      'saveStoreInventoryRecord',
      store.saveLot(0, { StoreItemId, Quantity: 100, PurchaseDate: '2026-09-14' }),
    )
    const lot = { Quantity: 100, QuantityAvailable: 100, PurchasePrice: 6.4, PurchaseDate: '2026-09-14' }
    expect(added.body).toMatchObject({ ...lot, AuditId: 1, StoreSubItemId: null })
    expect(await remaining(StoreItemId)).toBe('100')
    const id = Number(added.body.StoreItemInventoryId)
    await bench.good('saveStoreInventoryRecord', store.saveLot(id, { AuditId: 1, Quantity: 90 }))
    expect(await remaining(StoreItemId)).toBe('90')
    expect(await refusal(store.saveLot(id, { AuditId: 1, Quantity: 80 }))).toEqual([409, 'stale-audit-id'])
  })

  test('keeps the pieces that orders took and carts hold', async () => {
    const StoreItemId = await store.create(0, BY_ITEM)
    const id = await store.addLot(StoreItemId, 10)
    await hold(StoreItemId, 4)
    expect(await refusal(store.saveLot(id, { AuditId: 1, Quantity: 3 }))).toEqual([422, '/Quantity'])
    expect((await store.saveLot(id, { AuditId: 1, Quantity: 4 })).statusCode).toBe(200)
    expect(await remaining(StoreItemId)).toBe('0')
  })

  test('fits to how the stock of the item is tracked', async () => {
    const untracked = await store.create(0)
    expect(await refusal(store.saveLot(0, { StoreItemId: untracked, Quantity: 1 }))).toEqual([422, '/StoreItemId'])
    const bySub = { InventoryTrackingMethodTypeId: '3', HasSubItems: true, SubItems: [{ Name: 'S' }, { Name: 'M' }] }
    const StoreItemId = await store.create(0, bySub)
    expect(await refusal(store.saveLot(0, { StoreItemId, Quantity: 1 }))).toEqual([422, '/StoreSubItemId'])
    const wrong = { StoreItemId, Quantity: 1, StoreSubItemId: 999_999 }
    expect(await refusal(store.saveLot(0, wrong))).toEqual([422, '/StoreSubItemId'])
    const [small] = (await store.read(0, StoreItemId)).SubItems ?? []
    await store.addLot(StoreItemId, 7, { StoreSubItemId: small?.StoreSubItemId })
    expect((await store.read(0, StoreItemId)).SubItems).toMatchObject([
      { InventoryRemaining: '7' },
      { InventoryRemaining: '0' },
    ])
    expect(await remaining(StoreItemId)).toBe('7')
    expect(await refusal(store.saveLot(0, { StoreItemId: 999_999, Quantity: 1 }))).toEqual([422, '/StoreItemId'])
    expect(await refusal(store.saveLot(0, { Quantity: 1 }))).toEqual([400, '/StoreItemId'])
  })

  test('records only the cost if staff count the stock, and the lots count again without staff', async () => {
    const manual = { ...BY_ITEM, HasManualTracking: true, InventoryRemaining: '3' }
    const StoreItemId = await store.create(0, manual)
    await store.addLot(StoreItemId, 10)
    expect(await remaining(StoreItemId)).toBe('3')
    await store.save(0, { StoreItemId, HasManualTracking: false })
    expect(await remaining(StoreItemId)).toBe('10')
    await hold(StoreItemId, 2)
    expect(await refusal(store.save(0, { StoreItemId, TrackInventory: false }))).toEqual([409, 'stock-in-use'])
    await store.save(0, { StoreItemId, HasManualTracking: true, InventoryRemaining: '8' })
    expect(await remaining(StoreItemId)).toBe('8')
  })
})

describe('GET /api/store/inventory/{storeitemid}/storeitempurchasehistory (getStoreItemPurchaseHistory)', () => {
  test('lists lots newest first, and counts holds from the oldest', async () => {
    const id = await store.create(0, BY_ITEM)
    for (const [PurchaseDate, pieces] of [
      ['2026-02-01', 5],
      ['2026-01-01', 4],
      ['2026-03-01', 3],
    ] as const)
      await store.addLot(id, pieces, { PurchaseDate })
    await hold(id, 6)
    const path = `/api/store/inventory/${id}/storeitempurchasehistory`
    const { body } = await bench.good('getStoreItemPurchaseHistory', bench.mine.get(path))
    expect(body.Items).toMatchObject([
      { PurchaseDate: '2026-03-01', QuantityAvailable: 3 },
      { PurchaseDate: '2026-02-01', QuantityAvailable: 3 },
      { PurchaseDate: '2026-01-01', QuantityAvailable: 0 },
    ])
    expect((await bench.theirs.get(path)).statusCode).toBe(404)
  })
})

describe('GET /api/store/inventory/{storeiteminventoryid} (getStoreInventoryRecord)', () => {
  test('returns one lot of this tenant', async () => {
    const StoreItemId = await store.create(0, BY_ITEM)
    const first = await store.addLot(StoreItemId, 2)
    const second = await store.addLot(StoreItemId, 3)
    await hold(StoreItemId, 3)
    const { body, version } = await bench.good('getStoreInventoryRecord', bench.mine.get(urlOf(second)))
    expect([body, version]).toMatchObject([{ StoreItemInventoryId: second, QuantityAvailable: 2 }, 1])
    expect((await bench.theirs.get(urlOf(first))).statusCode).toBe(404)
  })
})

describe('DELETE /api/store/inventory/{storeiteminventoryid} (deleteStoreInventoryRecord)', () => {
  test('removes the pieces of a lot of which none is used', async () => {
    const StoreItemId = await store.create(0, BY_ITEM)
    const first = await store.addLot(StoreItemId, 2)
    const second = await store.addLot(StoreItemId, 3)
    await hold(StoreItemId, 3)
    expect(await refusal(bench.mine.delete(urlOf(second)))).toEqual([409, 'stock-in-use'])
    expect((await bench.mine.delete(urlOf(first))).statusCode).toBe(200)
    expect(await history(StoreItemId)).toMatchObject([{ StoreItemInventoryId: second, QuantityAvailable: 0 }])
    await bench.server.database.system.storeItemLot.updateMany({ where: { id: second }, data: { remaining: 2 } })
    await hold(StoreItemId, 0)
    expect(await refusal(bench.mine.delete(urlOf(second)))).toEqual([409, 'stock-in-use'])
  })
})
