import type { JsonObject } from '#kernel/contract/json'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { UNREFERENCED } from '#test/support/walks/deletions'
import { COMMAND, REPLACED } from '#test/support/walks/growing'
import { byName, createPerson } from '#test/support/walks/lists/listed'
import { KEPT, NEVER_DELETED } from '#test/support/walks/no-uses'
import type { Body, Recipe } from '#test/support/walks/recipes'
import { addStoreItem } from '#test/support/walks/store'
import type { UsedRecords } from '#test/support/walks/used-records'
import type { Ids, World } from '#test/support/walks/world'
import { addDownload, addOrder, addShippingMethod, addVoucher, cartOf, payOrder, soldItem } from './buying-records.ts'

const saved = (save: string, id: string, body: (world: World) => Promise<Body>): Recipe => ({ save, id, body })

const linesOf = async (world: World, ids: Ids): Promise<JsonObject[]> => {
  const { LineItems } = await world.get(`/api/store/storeorders/${ids.get('storepurchaseid')}`)
  return (LineItems as JsonObject[]).map(({ StoreOrderLineId }) => ({
    StoreOrderLineId: StoreOrderLineId ?? 0,
    Quantity: 1,
  }))
}

/** As usedRecords, for the records that buying uses. */
const usedByBuying = (world: World): UsedRecords => ({
  'taxset <- shipping method': async () => {
    const id = Number((await world.idsFor(':taxsetid')).get('taxsetid'))
    await addShippingMethod(world, { TaxSetId: id })
    return `/api/finance/taxsets/${id}`
  },
  'shippingmethod <- order': async () => {
    const ShippingMethodId = await addShippingMethod(world)
    await addOrder(world, 0, { ShippingMethodId })
    return `/api/store/shippingmethods/${ShippingMethodId}`
  },
  'shippingmethod <- cart': async () => {
    const ShippingMethodId = await addShippingMethod(world)
    await world.post('/api/store/carts/0', await cartOf(world, 0, { ShippingMethodId }))
    return `/api/store/shippingmethods/${ShippingMethodId}`
  },
  'storeitem <- cart': async () => {
    const StoreItemId = await soldItem(world, 1)
    await world.post('/api/store/carts/0', await cartOf(world, 1, { Lines: [{ StoreItemId, Quantity: 1 }] }))
    return `/api/store/storeitems/${StoreItemId}`
  },
  'storeitem <- issued voucher': async () => {
    const VoucherStoreItemId = await addStoreItem(world)
    const StoreItemId = await addStoreItem(world, 2, { VoucherTypeId: 3, Settings: { VoucherStoreItemId } })
    await addVoucher(world, false, { Lines: [{ StoreItemId, Quantity: 1 }] })
    const other = await addStoreItem(world)
    const changed = {
      StoreItemId,
      Name: `Other ${world.next()}`,
      Price: 5,
      VoucherTypeId: 3,
      Settings: { VoucherStoreItemId: other },
    }
    const { AuditId } = await world.get(`/api/store/storeitems/2/${StoreItemId}`)
    await world.post('/api/store/storeitems/2/save', { ...changed, ...(AuditId !== undefined && { AuditId }) })
    return `/api/store/storeitems/${VoucherStoreItemId}`
  },
})

/** Adds rows of every list of buying, in different states. */
const addBuyingRows = async (world: World): Promise<void> => {
  const order = await addOrder(world)
  await payOrder(world, order)
  await world.post(`/api/store/storeorders/${order.StorePurchaseId}/ship`, { AuditId: 1, TrackingNumber: '1Z9' })
  await addOrder(world, 0, {
    ShippingAddress: { CompanyName: 'Harbor Works', Line1: '1 Quay', City: 'Lake', CountryCode: 'CA' },
  })
  const cancelled = await addOrder(world)
  await world.post(`/api/store/storeorders/${cancelled.StorePurchaseId}/cancel`, { AuditId: 1 })
  await addVoucher(world, true)
  await world.post(`/api/store/vouchers/${await addVoucher(world)}/void`, {})
  await addDownload(world)
  await addDownload(world)
  await addShippingMethod(world, { FreeFrom: 50, IsActive: false })
  await addShippingMethod(world, { Type: 'PickUp', Price: 0 })
}

export const walks: AreaWalks = {
  tables: {
    storeitemdigitaldownloadpurchaseid: 'store_download',
    cartid: 'store_cart',
  },
  recipes: [
    [
      ':shippingmethodid',
      saved('saveShippingMethod', 'ShippingMethodId', async (world) => ({ Name: `Courier ${world.next()}` })),
    ],
    [':cartid', saved('saveStoreCart', 'CartId', async (world) => cartOf(world))],
    [':storepurchaseid', async (world) => String((await addOrder(world)).StorePurchaseId)],
    [':storevoucherid', async (world) => String(await addVoucher(world))],
    [':storeitemdigitaldownloadpurchaseid', async (world) => String(await addDownload(world))],
  ],
  bodies: {
    saveStoreCart: async () => ({ PromoCode: null }),
    checkoutStoreCart: async () => ({ PaymentMethod: 'Invoice' }),
    cancelStoreOrder: async () => ({}),
    refundStoreOrder: async (world, ids) => ({ Lines: await linesOf(world, ids) }),
    shipStoreOrder: async (world, ids) => ({ Lines: await linesOf(world, ids) }),
  },
  lists: {
    listShippingMethods: byName('saveShippingMethod'),
    lookupShippingMethods: byName('saveShippingMethod'),
    listStoreVouchers: {
      order: 'newest',
      create: async (label, _ids, world) => {
        await addVoucher(world, false, { ContactId: await createPerson(world, label) })
      },
    },
  },
  rows: addBuyingRows,
  uses: usedByBuying,
  noUses: {
    'store_cart -> contact': KEPT,
    'store_cart_line -> benefit_item': 'the balance of the contact is the use',
    'store_cart_line -> store_sub_item': 'sub-items of carts and orders are deactivated',
    'store_download -> store_item': 'a sold item is deactivated',
    'store_lot_use -> store_item_lot': 'a lot that an order has used cannot be deleted',
    'store_purchase -> contact': KEPT,
    'store_purchase -> invoice': NEVER_DELETED,
    'store_purchase -> processor_charge': NEVER_DELETED,
    'store_purchase -> store_cart': 'an ordered cart cannot be deleted',
    'store_purchase_line -> benefit_item': 'the balance of the contact is the use',
    'store_purchase_line -> store_item': 'a sold item is deactivated',
    'store_purchase_line -> store_sub_item': 'a sold sub-item is deactivated',
    'store_refund -> credit': NEVER_DELETED,
    'store_voucher -> store_cart': 'the deletion of a cart releases its vouchers',
    'store_voucher -> event_order': 'the deletion of a cart releases its vouchers',
    'store_voucher_use -> payment': NEVER_DELETED,
    'store_voucher_use -> store_voucher': NEVER_DELETED,
  },
  bounds: {
    'saveShippingMethod Rates': REPLACED,
    'saveShippingMethod Regions': REPLACED,
    'saveStoreCart Lines': REPLACED,
    'saveStoreCart VoucherCodes': REPLACED,
    'refundStoreOrder Lines': COMMAND,
    'shipStoreOrder Lines': COMMAND,
  },
  otherDeletions: {
    deleteStoreCart: UNREFERENCED,
    deleteStoreDownload: UNREFERENCED,
  },
}
