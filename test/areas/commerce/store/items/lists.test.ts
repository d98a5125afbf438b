import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeOf } from '#test/support/commerce/store'
import { type DetailsBench, openDetails, refusal } from '#test/support/people/contact-parts'

let bench: DetailsBench
let ids: number[]
beforeAll(async () => {
  bench = await openDetails()
  const store = storeOf(bench.mine)
  const addOn = { Settings: { IsMembershipAddOn: true } }
  const sizes = [{ Name: 'S' }, { Name: 'L', Price: 14 }, { Name: 'Old', Price: 99, IsActive: false }]
  ids = [
    await store.create(0, { Name: 'Mug', ShortDescription: 'Café size', HasSubItems: true, SubItems: sizes }),
    await store.create(2, {
      Name: 'Voucher',
      VoucherTypeId: 2,
      Settings: { VoucherValue: 10, IsMembershipAddOn: true },
    }),
    await store.create(0, { Name: 'Yearbook', ...addOn, InventoryTrackingMethodTypeId: '2' }),
    await store.create(3, { Name: 'Bulk orders', Price: 0, IsActive: false }),
    await store.create(0, { Name: 'Pin', ...addOn }),
  ]
  await store.addLot(ids[2] ?? 0, 4)
})
afterAll(() => bench.server.close())

const LIST = '/api/store/storeitems'
const ADD_ONS = '/api/store/membership/addons'
const names = (rows: { ProductName: string }[]) => rows.map(({ ProductName }) => ProductName)
const query = async (path: string, parameters: Record<string, string> = {}) => {
  const { body } = await bench.good(
    path === LIST ? 'listStoreItems' : 'listMembershipAddOns',
    bench.mine.get(`${path}?${new URLSearchParams(parameters)}`),
  )
  return { names: names(body.Results as never), total: Number(body.TotalRecordAvailable), body }
}

describe('GET /api/store/storeitems (listStoreItems)', () => {
  test('lists all kinds in display order, with prices and stock', async () => {
    const { body, total } = await query(LIST)
    expect(total).toBe(5)
    expect(body.Results).toMatchObject([
      { ProductName: 'Mug', MinPrice: '12.50', MaxPrice: '14.00', PriceDescription: '12.50 to 14.00' },
      { ProductName: 'Voucher', ItemType: '2', ItemTypeStr: 'Voucher', Settings: { VoucherValue: 10 } },
      { ProductName: 'Yearbook', InventoryRemaining: '4', DisplayOrder: '3' },
      { ProductName: 'Bulk orders', IsActive: false, Actions: ['edit', 'activate', 'delete'] },
      { ProductName: 'Pin', InventoryRemaining: null, Actions: ['edit', 'deactivate', 'delete'] },
    ])
  })

  test('counts by kind and state, filters, searches and continues', async () => {
    expect(await query(LIST, { $filter: "ItemType eq '0'" })).toMatchObject({ total: 3 })
    expect(await query(LIST, { $filter: 'IsActive eq false' })).toMatchObject({ total: 1, names: ['Bulk orders'] })
    expect(await query(LIST, { $filter: 'IsActive ne null and not (IsActive eq true)' })).toMatchObject({ total: 1 })
    expect(await query(LIST, { $filter: 'InventoryRemaining lt 5' })).toMatchObject({ names: ['Yearbook'] })
    expect(await query(LIST, { $search: 'cafe' })).toMatchObject({ total: 1, names: ['Mug'] })
    const response = await bench.mine.get(`${LIST}?$top=2`)
    const next = /<(.*)>; rel="next"/.exec(String(response.headers.link))?.[1] ?? ''
    expect(names((await bench.mine.get(next)).json().Results)).toEqual(['Yearbook', 'Bulk orders'])
  })
})

describe('POST /api/store/storeitems (searchStoreItems)', () => {
  test('filters by the kind, and its Link header leads to the same rows', async () => {
    const response = await bench.mine.post(LIST, { Take: '1', StoreItemType: '0' })
    const { body } = await bench.good('searchStoreItems', Promise.resolve(response))
    expect(body).toMatchObject({ TotalRecordAvailable: '3', Results: [{ ProductName: 'Mug' }] })
    const next = /<(.*)>; rel="next"/.exec(String(response.headers.link))?.[1] ?? ''
    expect(names((await bench.mine.get(next)).json().Results)).toEqual(['Yearbook'])
  })
})

describe('GET /api/store/membership/addons (listMembershipAddOns)', () => {
  test('lists the add-ons in their own order', async () => {
    expect(await query(ADD_ONS)).toMatchObject({ total: 3, names: ['Voucher', 'Yearbook', 'Pin'] })
    expect(await query(ADD_ONS, { $filter: "ItemType eq '2'" })).toMatchObject({ total: 1 })
  })
})

describe('POST /api/store/membership/addons (searchMembershipAddOns)', () => {
  test('filters them', async () => {
    const { body } = await bench.good('searchMembershipAddOns', bench.mine.post(ADD_ONS, { Criteria: 'year' }))
    expect(names(body.Results as never)).toEqual(['Yearbook'])
  })
})

describe('GET /api/store/lookup/storeitems (lookupStoreItems)', () => {
  test('lists the active items', async () => {
    const { body } = await bench.good('lookupStoreItems', bench.mine.get('/api/store/lookup/storeitems'))
    expect(body.map(({ Name }) => Name)).toEqual(['Mug', 'Voucher', 'Yearbook', 'Pin'])
  })
})

describe('GET /api/store/lookup/membership/addons (lookupMembershipAddOns)', () => {
  test('lists the active add-ons', async () => {
    const { body } = await bench.good('lookupMembershipAddOns', bench.mine.get('/api/store/lookup/membership/addons'))
    expect(body.map(({ Name }) => Name)).toEqual(['Voucher', 'Yearbook', 'Pin'])
  })
})

describe('POST /api/store/membership/addons/saveorder (saveMembershipAddOnOrder)', () => {
  test('orders the add-ons only', async () => {
    const [, voucher, yearbook, , pin] = ids
    const rows = [pin, voucher, yearbook].map((StoreItemId) => ({ StoreItemId }))
    await bench.good('saveMembershipAddOnOrder', bench.mine.post(`${ADD_ONS}/saveorder`, rows))
    expect(await query(ADD_ONS)).toMatchObject({ names: ['Pin', 'Voucher', 'Yearbook'] })
    expect((await query(LIST)).names[0]).toBe('Mug')
    const all = ids.map((StoreItemId) => ({ StoreItemId }))
    expect(await refusal(bench.mine.post(`${ADD_ONS}/saveorder`, all))).toEqual([409, 'incomplete-order'])
  })
})

describe('POST /api/store/storeitems/{storeitemid}/move (moveStoreItem)', () => {
  test('moves an item forward, back and to the end', async () => {
    const [mug = 0, voucher, , , pin = 0] = ids
    const move = (id: number, body: object) => bench.good('moveStoreItem', bench.mine.post(`${LIST}/${id}/move`, body))
    await move(pin, { BeforeStoreItemId: voucher })
    expect((await query(LIST)).names).toEqual(['Mug', 'Pin', 'Voucher', 'Yearbook', 'Bulk orders'])
    await move(mug, { BeforeStoreItemId: ids[3] })
    expect((await query(LIST)).names).toEqual(['Pin', 'Voucher', 'Yearbook', 'Mug', 'Bulk orders'])
    await move(pin, {})
    expect((await query(LIST)).names).toEqual(['Voucher', 'Yearbook', 'Mug', 'Bulk orders', 'Pin'])
    await move(pin, { BeforeStoreItemId: pin })
    expect((await query(LIST)).names.at(-1)).toBe('Pin')
    const unknown = bench.mine.post(`${LIST}/${pin}/move`, { BeforeStoreItemId: 999_999 })
    expect(await refusal(unknown)).toEqual([422, '/BeforeStoreItemId'])
  })
})

describe('POST /api/store/storeitems/saveorder (saveStoreItemOrder)', () => {
  test('stores the whole order, and refuses a list that lost, gained or repeats items', async () => {
    const save = (wanted: readonly (number | undefined)[]) =>
      bench.mine.post(
        `${LIST}/saveorder`,
        wanted.map((StoreItemId) => ({ StoreItemId })),
      )
    await bench.good('saveStoreItemOrder', save(ids.toReversed()))
    expect((await query(LIST)).names).toEqual(['Pin', 'Bulk orders', 'Yearbook', 'Voucher', 'Mug'])
    for (const wrong of [ids.slice(1), [...ids, 999_999], [...ids, ids[0]], [...ids.slice(1), ids[1]]])
      expect(await refusal(save(wrong))).toEqual([409, 'incomplete-order'])
    expect((await query(LIST)).names[0]).toBe('Pin')
  })
})
