import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore, STORE, type StoreBench } from '#test/support/commerce/buying'
import { storeOf } from '#test/support/commerce/store'
import type { Json } from '#test/support/people/contact-parts'

let bench: StoreBench
beforeAll(async () => {
  bench = await openStore()
})
afterAll(() => bench.server.close())

const setUp = async () => {
  const { mine, good, person } = bench
  const { MembershipTypeId } = (await mine.post('/api/membershiptypes/0', { Name: 'Member' })).json()
  const level = (await mine.post(`/api/membershiptypes/${MembershipTypeId}/levels/0`, { Name: 'All', Price: 0 })).json()
  const member = await person()
  const guest = await person()
  const joined = { ContactId: member, MembershipTypeId, LevelId: level.MembershipLevelId }
  const { MembershipId } = (await mine.post('/api/memberships/0', joined)).json()
  const region = { Name: 'Illinois', CountryId: 840, StateProvince: 'IL' }
  const { TaxRegionId } = (await good('saveTaxRegion', mine.post('/api/finance/taxregions/0', region))).body
  const set = { Name: 'Sales tax', TaxRegionId, Rates: [{ Name: 'State', Percent: 6.25 }] }
  const TaxSetId = Number((await good('saveTaxSet', mine.post('/api/finance/taxsets/0', set))).body.TaxSetId)
  const { Id: AccountId } = (await mine.get('/api/finance/accounts/lookup'))
    .json()
    .find(({ Name }: Json) => Name === 'Merchandise')
  const fee = { Name: 'Mugs', Price: 20, AccountId, TaxSetId }
  const { FeeItemId } = (await good('saveFeeItem', mine.post('/api/finance/feeitems/0', fee))).body
  const method = {
    Name: 'Parcel',
    Type: 'Weight',
    Rates: [
      { UpTo: 1, Price: 5 },
      { UpTo: 5, Price: 9 },
    ],
    TaxSetId,
  }
  const { ShippingMethodId } = (await good('saveShippingMethod', bench.post('/shippingmethods/0', method))).body
  return { member, guest, MembershipId, FeeItemId, ShippingMethodId }
}

const lineOf = (order: Json, at = 0): number => Number((order.LineItems as Json[])[at]?.StoreOrderLineId)

describe('a day of the store through the API', () => {
  test('stock, orders, margins and the books agree', async () => {
    const { mine, good, settle, post, readOrder } = bench
    const { member, guest, MembershipId, FeeItemId, ShippingMethodId } = await setUp()
    const store = storeOf(mine)
    const mug = await store.create(0, {
      Name: 'Club mug',
      Price: 20,
      SaleableItemId: String(FeeItemId),
      AllowBackorder: true,
      InventoryTrackingMethodTypeId: '2',
      TrackInventory: true,
      HasManualTracking: false,
      Settings: { MemberPrice: 15, WeightInGrams: 400 },
    })
    await store.addLot(mug, 3, { PurchaseDate: '2026-01-05', PurchasePrice: 4 })
    await store.addLot(mug, 2, { PurchaseDate: '2026-02-05', PurchasePrice: 6 })
    const guide = await store.createDigital({ Price: 8, NeedsMembership: true, IsMembershipRequired: true })
    const gift = await store.create(2, { Price: 25, VoucherTypeId: 1, Settings: { VoucherValue: 25 } })
    const { system } = bench.server.database
    await system.storeItem.updateMany({
      where: { tenantId: mine.tenant.id, id: guide },
      data: { needsMembership: true },
    })

    // A guest buys a gift voucher by card.
    const sold = await bench.buy(guest, [[gift, 1]])
    await settle()
    const [voucher] = (await mine.get(`${STORE}/vouchers?Filter=StorePurchaseId eq ${sold.StorePurchaseId}`)).json()
      .Results

    // A member buys 4 mugs and the guide: member price, tax of Illinois, parcel of 1.6 kg, and pays with the voucher and a card.
    const ShippingAddress = {
      ContactName: 'Ada',
      Line1: '12 Mill Lane',
      City: 'Springfield',
      StateProvince: 'IL',
      CountryCode: 'US',
    }
    const delivery = { ShippingMethodId, ShippingAddress }
    const cart = await bench.cart(
      member,
      [
        [mug, 4],
        [guide, 1],
      ],
      { ...delivery, VoucherCodes: [voucher.Code] },
    )
    // 60.00 + 8.00, shipping 9.00, tax 3.75 on the mugs and 0.56 on shipping.
    expect(cart).toMatchObject({
      ItemTotal: 68,
      ShippingAmount: 9,
      TaxTotal: 4.31,
      Total: 81.31,
      VoucherTotal: 25,
      AmountDue: 56.31,
    })
    const first = await bench.order(cart)
    await settle()
    expect(await readOrder(first)).toMatchObject({ Status: 'Paid', AmountPaid: 81.31, CostTotal: 18 })

    // The guest wants 2 mugs at the price for others: one is left, one is on back order.
    const second = await bench.buy(guest, [[mug, 2]], delivery)
    expect(second).toMatchObject({ ItemTotal: 40, LineItems: [{ BackorderedQuantity: 1 }] })
    await settle()
    expect((await store.read(0, mug)).InventoryRemaining).toBe('-1')

    // The member's parcel is sent; one mug comes back damaged.
    await good(
      'shipStoreOrder',
      post(`/storeorders/${first.StorePurchaseId}/ship`, { AuditId: 1, TrackingNumber: '1Z' }),
    )
    const Lines = [{ StoreOrderLineId: lineOf(first), Quantity: 1 }]
    await good('refundStoreOrder', post(`/storeorders/${first.StorePurchaseId}/refund`, { AuditId: 2, Lines }))
    await settle()
    // 15.00 and its tax of 0.94; the voucher gets it, because it paid first.
    expect(await readOrder(first)).toMatchObject({
      Status: 'PartlyRefunded',
      AmountPaid: 65.37,
      Balance: 0,
      CostTotal: 18,
    })
    expect((await mine.get(`${STORE}/vouchers/${voucher.StoreVoucherId}`)).json()).toMatchObject({ Remaining: 15.94 })

    // New stock arrives, and the back order is sent from it.
    await store.addLot(mug, 4, { PurchaseDate: '2026-03-05', PurchasePrice: 7 })
    await good('shipStoreOrder', post(`/storeorders/${second.StorePurchaseId}/ship`, { AuditId: 1 }))
    expect(await readOrder(second)).toMatchObject({
      Status: 'Shipped',
      CostTotal: 13,
      LineItems: [{ BackorderedQuantity: 0 }],
    })

    // The download ends with the membership.
    const [download] = (await post('/storedownloads', {})).json().Results as Json[]
    const link = (await post(`/storedownloads/${download?.StoreItemDigitalDownloadPurchaseId}/link`)).json()
    const open = () =>
      bench.server.app.inject({ method: 'GET', url: new URL(link.Url).pathname, headers: { accept: '*/*' } })
    expect((await open()).statusCode).toBe(200)
    const membership = (await mine.get(`/api/memberships/${MembershipId}`)).json()
    const cancel = { AuditId: membership.AuditId, Immediately: true }
    expect((await mine.post(`/api/memberships/${MembershipId}/cancel`, cancel)).statusCode).toBe(200)
    expect((await open()).json().code).toBe('download-ended')

    // Stock: 9 bought, 6 sold, the damaged one is gone. The lots have what is in stock.
    expect(await bench.counters(mug)).toEqual({ onHand: 3, held: 0, backordered: 0 })
    expect(await bench.remaining(mug)).toEqual([0, 0, 3])
    await booksAgree()
  })
})

/** Margins are income less cost; what the books have for the store is what the orders say. */
const booksAgree = async () => {
  const { booked, mine, post } = bench
  const { Results } = (await post('/storeorders', {})).json() as { Results: Json[] }
  const sum = (field: string) => Results.reduce((total, row) => total + Math.round(Number(row[field]) * 100), 0)
  expect(sum('Balance')).toBe(0)
  expect(sum('CostTotal')).toBe(3100)
  // Credits in the journal are negative. Income: 68 + 40 - 15; the voucher of 25 is a debt of which 15.94 is left.
  expect(Math.round((await booked('store-income')) * 100)).toBe(-9300)
  expect(Math.round((await booked('vouchers')) * 100)).toBe(-1594)
  expect(Math.round((await booked('shipping-income')) * 100)).toBe(-sum('ShippingAmount'))
  expect(Math.round((await booked('receivable')) * 100)).toBe(0)
  // What the charges collected is what was paid, without what vouchers paid and have not returned.
  const charges = await bench.server.database.system.processorCharge.findMany({ where: { tenantId: mine.tenant.id } })
  const collected = charges.reduce(
    (total, charge) =>
      total + Math.round(Number(charge.amountCaptured) * 100) - Math.round(Number(charge.amountRefunded) * 100),
    0,
  )
  expect(collected).toBe(sum('AmountPaid') - 906)
  const balance = (await mine.get('/api/finance/trialbalance')).json()
  expect(balance).toBeDefined()
}
