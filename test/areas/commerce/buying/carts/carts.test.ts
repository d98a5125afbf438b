import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EXPIRE_CART, expireCart } from '#areas/commerce/buying/carts/locked-carts.service'
import { deleteOldCarts } from '#areas/commerce/buying/carts/old-carts.job'
import { systemScope } from '#kernel/outbox/deliver'
import type { Scope } from '#kernel/tenancy/scope'
import { openStore, STORE, type StoreBench } from '#test/support/commerce/buying'
import { refusal } from '#test/support/people/contact-parts'

let bench: StoreBench
let buyer: number
beforeAll(async () => {
  bench = await openStore()
  buyer = await bench.person()
})
afterAll(() => bench.server.close())

const lines = (...pairs: [number, number][]) => pairs.map(([StoreItemId, Quantity]) => ({ StoreItemId, Quantity }))

const scopeIn = (minutes: number): Promise<Scope> => {
  const { database, app } = bench.server
  const clock = { now: () => new Date(Date.now() + minutes * 60_000) }
  return systemScope({ database, clock, log: app.log }, bench.mine.tenant.id)
}

/** Does what the job does, after the time of the cart. */
const expire = async (cartId: number) => expireCart(await scopeIn(16), cartId)

describe('POST /api/store/carts/{cartId} (saveStoreCart)', () => {
  test('reserves pieces until the cart expires, and again when it is saved', async () => {
    const mug = await bench.stocked([[5, 1]])
    const cart = await bench.cart(buyer, [[mug, 3]])
    expect(cart).toMatchObject({ Status: 'Open', AuditId: 1, Total: 30, AmountDue: 30, Lines: [{ UnitPrice: 10 }] })
    expect(await bench.counters(mug)).toMatchObject({ onHand: 5, held: 3 })
    const other = await bench.person()
    expect(await refusal(bench.post('/carts/0', { ContactId: other, Lines: lines([mug, 3]) }))).toEqual([
      422,
      '/Lines/0/Quantity',
    ])
    const changed = await bench.good(
      'saveStoreCart',
      bench.post(`/carts/${cart.CartId}`, { AuditId: 1, Lines: lines([mug, 5]) }),
    )
    expect(changed.body).toMatchObject({ AuditId: 2, Total: 50 })
    await expire(Number(cart.CartId))
    expect(await bench.counters(mug)).toMatchObject({ onHand: 5, held: 0 })
    expect((await bench.mine.get(`${STORE}/carts/${cart.CartId}`)).json()).toMatchObject({ Status: 'Expired' })
    const again = await bench.good('saveStoreCart', bench.post(`/carts/${cart.CartId}`, { AuditId: 2 }))
    expect(again.body).toMatchObject({ Status: 'Open', Total: 50 })
    expect(await bench.counters(mug)).toMatchObject({ held: 5 })
    expect(EXPIRE_CART).toBe('expire_store_cart')
  })

  test('reserves its pieces again when it is ordered after it has expired, without a payment too', async () => {
    const mug = await bench.stocked([[3, 1]])
    const first = await bench.cart(buyer, [[mug, 2]])
    const second = await bench.cart(await bench.person(), [[mug, 1]])
    for (const { CartId } of [first, second]) await expire(Number(CartId))
    const order = await bench.order(first, { PaymentMethod: 'Invoice' })
    expect(order).toMatchObject({ Status: 'Pending', Balance: 20 })
    expect(await bench.counters(mug)).toMatchObject({ onHand: 1, held: 0 })
    await bench.cart(buyer, [[mug, 1]])
    const { CartId, AuditId } = second
    const late = bench.post(`/carts/${CartId}/checkout`, { AuditId, PaymentMethod: 'Invoice' })
    expect(await refusal(late)).toEqual([422, '/Lines/0/Quantity'])
    expect(await bench.counters(mug)).toMatchObject({ onHand: 1, held: 1 })
  })

  test('is deleted 30 days later if it was not ordered, and no longer keeps its item in use', async () => {
    const old = await bench.item()
    const open = await bench.item()
    const expired = await bench.cart(buyer, [[old, 1]])
    const kept = await bench.cart(buyer, [[open, 1]])
    await expire(Number(expired.CartId))
    await deleteOldCarts(await scopeIn(29 * 1440))
    expect((await bench.mine.get(`${STORE}/carts/${expired.CartId}`)).statusCode).toBe(200)
    expect((await bench.mine.delete(`${STORE}/storeitems/${old}`)).statusCode).toBe(409)
    await deleteOldCarts(await scopeIn(31 * 1440))
    expect((await bench.mine.get(`${STORE}/carts/${expired.CartId}`)).statusCode).toBe(404)
    expect((await bench.mine.get(`${STORE}/carts/${kept.CartId}`)).json()).toMatchObject({ Status: 'Open' })
    expect((await bench.mine.delete(`${STORE}/storeitems/${old}`)).statusCode).toBe(200)
  })

  test('calculates discounts, taxes and shipping by the place of the delivery', async () => {
    const { mine } = bench
    const region = { Name: 'Illinois', CountryId: 840, StateProvince: 'IL' }
    const { TaxRegionId } = (await bench.good('saveTaxRegion', mine.post('/api/finance/taxregions/0', region))).body
    const set = {
      Name: 'Illinois',
      TaxRegionId,
      Rates: [
        { Name: 'State', Percent: 6.25 },
        { Name: 'City', Percent: 1.25 },
      ],
    }
    const TaxSetId = Number((await bench.good('saveTaxSet', mine.post('/api/finance/taxsets/0', set))).body.TaxSetId)
    const discount = { Name: 'Autumn', DiscountTypeId: 2, DiscountAmount: 5, PromoCode: 'AUTUMN' }
    expect((await mine.post('/api/finance/discounts/0', discount)).statusCode).toBe(200)
    const method = { Name: 'Taxed parcel', Type: 'Flat', Price: 8, TaxSetId }
    const { ShippingMethodId } = (await bench.good('saveShippingMethod', bench.post('/shippingmethods/0', method))).body
    const mug = await bench.item({ taxSetId: TaxSetId, isShipped: true })
    const pin = await bench.item({ price: 2.5 })
    const to = (StateProvince: string) => ({
      ShippingAddress: { CountryCode: 'US', StateProvince, Line1: '12 Mill Lane' },
    })
    const more = { PromoCode: 'autumn', ShippingMethodId }
    const cart = await bench.cart(
      buyer,
      [
        [mug, 2],
        [pin, 2],
      ],
      { ...more, ...to('IL') },
    )
    // The discount of 5.00 is 4.00 on 20.00 and 1.00 on 5.00: taxes on 16.00 and on shipping of 8.00.
    expect(cart).toMatchObject({ ItemTotal: 25, DiscountTotal: 5, ShippingAmount: 8, TaxTotal: 1.8, Total: 29.8 })
    expect(cart.Lines).toMatchObject([
      { Discount: 4, Tax: 1.2 },
      { Discount: 1, Tax: 0 },
    ])
    expect(await bench.cart(buyer, [[mug, 2]], { ...more, ...to('NY') })).toMatchObject({ TaxTotal: 0, Total: 23 })
    expect(await refusal(bench.post('/carts/0', { ContactId: buyer, Lines: lines([mug, 1]) }))).toEqual([
      422,
      '/ShippingMethodId',
    ])
    const order = await bench.order(cart)
    expect(order).toMatchObject({ Total: 29.8, DiscountTotal: 5, TaxTotal: 1.8, Balance: 29.8 })
  })

  test('members pay the member price, and others cannot buy what is for members', async () => {
    const { mine, server } = bench
    const { MembershipTypeId } = (await mine.post('/api/membershiptypes/0', { Name: 'Gold' })).json()
    const level = { Name: 'Level', Price: 0 }
    const { MembershipLevelId } = (await mine.post(`/api/membershiptypes/${MembershipTypeId}/levels/0`, level)).json()
    const ContactId = await bench.person()
    const joined = { ContactId, MembershipTypeId, LevelId: MembershipLevelId }
    expect((await mine.post('/api/memberships/0', joined)).statusCode).toBe(200)
    const item = await bench.item({ price: 20, memberPrice: 15, isForMembers: true })
    await server.database.system.storeItemMembershipType.create({
      data: { tenantId: mine.tenant.id, itemId: item, membershipTypeId: MembershipTypeId },
    })
    expect(await bench.cart(ContactId, [[item, 1]])).toMatchObject({ Total: 15 })
    expect(await refusal(bench.post('/carts/0', { ContactId: buyer, Lines: lines([item, 1]) }))).toEqual([
      422,
      '/Lines/0/StoreItemId',
    ])
  })

  test('names everything that cannot be sold', async () => {
    const ended = await bench.item({ endsOn: new Date('2020-01-01') })
    const inactive = await bench.item({ isActive: false })
    const informational = await bench.item({ kindId: 3, price: 0, minPrice: 0, maxPrice: 0, infoMessage: 'Hi' })
    const few = await bench.item({ maxPerOrder: 2 })
    const response = await bench.post('/carts/0', {
      ContactId: buyer,
      Lines: lines([ended, 1], [inactive, 1], [informational, 1], [few, 3]),
    })
    expect(response.json().errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      ...['/Lines/0/StoreItemId', '/Lines/1/StoreItemId', '/Lines/2/StoreItemId', '/Lines/3/Quantity'],
    ])
    expect(await refusal(bench.post('/carts/0', { ContactId: buyer }))).toEqual([422, '/Lines'])
    expect(await refusal(bench.post('/carts/0', { Lines: lines([few, 1]) }))).toEqual([422, '/ContactId'])
    const twice = { ContactId: buyer, Lines: lines([few, 1], [few, 1]) }
    expect(await refusal(bench.post('/carts/0', twice))).toEqual([422, '/Lines/1/StoreItemId'])
    const promo = { ContactId: buyer, Lines: lines([few, 1]), PromoCode: 'NONE' }
    expect(await refusal(bench.post('/carts/0', promo))).toEqual([422, '/PromoCode'])
  })
})

describe('GET /api/store/carts/{cartId} (getStoreCart)', () => {
  test('returns the cart of this tenant only', async () => {
    const cart = await bench.cart(buyer, [[await bench.item(), 1]])
    const { body } = await bench.good('getStoreCart', bench.mine.get(`${STORE}/carts/${cart.CartId}`))
    expect(body).toEqual(cart)
    expect((await bench.theirs.get(`${STORE}/carts/${cart.CartId}`)).statusCode).toBe(404)
  })
})

describe('DELETE /api/store/carts/{cartId} (deleteStoreCart)', () => {
  test('releases what it reserves, unless it is ordered', async () => {
    const mug = await bench.stocked([[2, 1]])
    const cart = await bench.cart(buyer, [[mug, 2]])
    expect((await bench.mine.delete(`${STORE}/carts/${cart.CartId}`)).statusCode).toBe(200)
    expect(await bench.counters(mug)).toMatchObject({ onHand: 2, held: 0 })
    const ordered = await bench.cart(buyer, [[mug, 1]])
    await bench.order(ordered)
    expect(await refusal(bench.mine.delete(`${STORE}/carts/${ordered.CartId}`))).toEqual([409, 'cart-ordered'])
    expect(await refusal(bench.post(`/carts/${ordered.CartId}`, { AuditId: 1 }))).toEqual([409, 'cart-ordered'])
  })
})
