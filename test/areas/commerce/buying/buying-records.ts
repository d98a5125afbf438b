import type { JsonObject } from '#kernel/contract/json'
import type { Body } from '#test/support/walks/recipes'
import { addStoreItem } from '#test/support/walks/store'
import type { World } from '#test/support/walks/world'

/** Creates a shipping method. Returns its id. */
export const addShippingMethod = async (world: World, more: Body = {}): Promise<number> => {
  const sent = { Name: `Parcel ${world.next()}`, Type: 'Flat', Price: 4, ...more }
  return Number((await world.post('/api/store/shippingmethods/0', sent)).ShippingMethodId)
}

/** An item that anyone can buy any number of pieces of. */
export const soldItem = (world: World, kind: number, more: Body = {}): Promise<number> =>
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

export const first = (answer: JsonObject): JsonObject => (answer.Results as JsonObject[])[0] ?? {}

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
