import type { JsonObject } from '#kernel/contract/json'
import type { Body, Recipe } from './recipes.ts'
import { addStoreItem } from './store.ts'
import type { UsedRecords } from './used-records.ts'
import type { Ids, World } from './world.ts'

/** Creates a shipping method. Returns its id. */
export const addShippingMethod = async (world: World, more: Body = {}): Promise<number> => {
  const sent = { Name: `Parcel ${world.next()}`, Type: 'Flat', Price: 4, ...more }
  return Number((await world.post('/api/store/shippingmethods/0', sent)).ShippingMethodId)
}

/** An item that anyone can buy any number of pieces of. */
const soldItem = (world: World, kind: number, more: Body = {}): Promise<number> =>
  addStoreItem(world, kind, kind === 0 ? { InventoryTrackingMethodTypeId: '1', ...more } : more)

/** The body of a cart with one item of a kind. */
export const cartOf = async (world: World, kind = 0, more: Body = {}): Promise<JsonObject> => {
  const Lines = [{ StoreItemId: await soldItem(world, kind), Quantity: 2 }]
  const delivery = {
    ShippingMethodId: await addShippingMethod(world),
    ShippingAddress: { ContactName: 'Ana', Line1: '12 Mill Lane', City: 'Springfield', CountryCode: 'US' },
  }
  const sent = { ContactId: Number(await world.person()), Lines, ...(kind === 0 && delivery), ...more }
  return JSON.parse(JSON.stringify(sent))
}

/** Orders a new cart, with an invoice that stays open. Returns the order. */
export const addOrder = async (world: World, kind = 0, more: Body = {}): Promise<JsonObject> => {
  const { CartId, AuditId } = await world.post('/api/store/carts/0', await cartOf(world, kind, more))
  return world.post(`/api/store/carts/${CartId}/checkout`, { AuditId: AuditId ?? null, PaymentMethod: 'Invoice' })
}

/** Pays the invoice of an order by check. */
export const payOrder = async (world: World, order: JsonObject): Promise<void> => {
  const { InvoiceId, Total } = order
  const { ContactId } = await world.get(`/api/finance/invoices/${InvoiceId}`)
  const Applications = [{ InvoiceId: Number(InvoiceId) }]
  const sent = { ContactId: Number(ContactId), Amount: Number(Total), PaymentTypeId: 2, Applications }
  await world.post('/api/finance/payments/0', sent)
}

const first = (answer: JsonObject): JsonObject => (answer.Results as JsonObject[])[0] ?? {}

/** Sells a voucher. Returns its id. */
export const addVoucher = async (world: World, isPaid = false, more: Body = {}): Promise<number> => {
  const order = await addOrder(world, 2, more)
  if (isPaid) await payOrder(world, order)
  const list = await world.get(`/api/store/vouchers?Filter=StorePurchaseId eq ${order.StorePurchaseId}`)
  return Number(first(list).StoreVoucherId)
}

/** Sells a download. Returns its id. */
export const addDownload = async (world: World, more: Body = {}): Promise<number> => {
  const order = await addOrder(world, 1, more)
  await payOrder(world, order)
  const Filter = `StorePurchaseId eq ${order.StorePurchaseId}`
  return Number(first(await world.post('/api/store/storedownloads', { Filter })).StoreItemDigitalDownloadPurchaseId)
}

const saved = (save: string, id: string, body: (world: World) => Promise<Body>): Recipe => ({ save, id, body })

/** The records of buying, as part of RECIPES. */
export const BUYING_RECIPES: readonly (readonly [string, Recipe])[] = [
  [
    ':shippingmethodid',
    saved('saveShippingMethod', 'ShippingMethodId', async (world) => ({ Name: `Courier ${world.next()}` })),
  ],
  [':cartid', saved('saveStoreCart', 'CartId', async (world) => cartOf(world))],
  [':storepurchaseid', async (world) => String((await addOrder(world)).StorePurchaseId)],
  [':storevoucherid', async (world) => String(await addVoucher(world))],
  [':storeitemdigitaldownloadpurchaseid', async (world) => String(await addDownload(world))],
]

const linesOf = async (world: World, ids: Ids): Promise<JsonObject[]> => {
  const { LineItems } = await world.get(`/api/store/storeorders/${ids.get('storepurchaseid')}`)
  return (LineItems as JsonObject[]).map(({ StoreOrderLineId }) => ({
    StoreOrderLineId: StoreOrderLineId ?? 0,
    Quantity: 1,
  }))
}

/** The bodies of changes of buying, whose examples reference records. */
export const BUYING_BODIES: Record<string, (world: World, ids: Ids) => Promise<JsonObject>> = {
  saveStoreCart: async () => ({ PromoCode: null }),
  checkoutStoreCart: async () => ({ PaymentMethod: 'Invoice' }),
  cancelStoreOrder: async () => ({}),
  refundStoreOrder: async (world, ids) => ({ Lines: await linesOf(world, ids) }),
  shipStoreOrder: async (world, ids) => ({ Lines: await linesOf(world, ids) }),
}

/** Why no list of the saves of buying can grow beyond its bound. */
export const buyingBounds = <R>({ command, replaced }: Record<'command' | 'replaced', R>) => ({
  'saveShippingMethod Rates': replaced,
  'saveShippingMethod Regions': replaced,
  'saveStoreCart Lines': replaced,
  'saveStoreCart VoucherCodes': replaced,
  'refundStoreOrder Lines': command,
  'shipStoreOrder Lines': command,
})

/** As usedRecords, for the records that buying uses. */
export const usedByBuying = (world: World): UsedRecords => ({
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
export const addBuyingRows = async (world: World): Promise<void> => {
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
