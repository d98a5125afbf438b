import type { JsonObject } from '#kernel/contract/json'
import { type ActionRead, document, list, type OfferedIds } from '#test/support/walks/actions/offered-records'
import type { AreaWalks } from '#test/support/walks/area-walks'
import type { World } from '#test/support/walks/world'
import { addDownload, addOrder, addShippingMethod, addVoucher, payOrder } from './buying-records.ts'

const STORE = '/api/store'

/** A list that is read by POST. */
const searched = (operation: string, path: string, key: string): ActionRead => ({
  operation,
  url: () => `${STORE}/${path}`,
  body: (ids: OfferedIds) => ({ Filter: `${key} eq ${ids.id}` }),
  row: ({ Results }: { Results: JsonObject[] }, ids) => Results.find((row) => row[key] === ids.id),
})

const order = (step?: (world: World, made: JsonObject) => Promise<unknown>) => async (world: World) => {
  const made = await addOrder(world)
  await step?.(world, made)
  const [line] = made.LineItems as JsonObject[]
  return { ids: { id: Number(made.StorePurchaseId), line: Number(line?.StoreOrderLineId) } }
}

const after =
  (verb: string, body: object = {}) =>
  (world: World, { StorePurchaseId }: JsonObject) =>
    world.post(`${STORE}/storeorders/${StorePurchaseId}/${verb}`, { AuditId: 1, ...body })

const change =
  (verb: string, more: (ids: OfferedIds) => object = () => ({})) =>
  (ids: OfferedIds) => ({
    method: 'POST' as const,
    url: `${STORE}/storeorders/${ids.id}/${verb}`,
    body: more(ids),
    version: 'AuditId',
  })

const onePiece = (ids: OfferedIds) => ({ Lines: [{ StoreOrderLineId: ids.line, Quantity: 1 }] })

export const walks: AreaWalks = {
  actions: [
    {
      name: 'shipping method',
      shapes: ['ShippingMethod'],
      area: 'store',
      reads: [
        document('getShippingMethod', (ids) => `${STORE}/shippingmethods/${ids.id}`),
        list(
          'listShippingMethods',
          (ids) => `${STORE}/shippingmethods?Filter=ShippingMethodId eq ${ids.id}`,
          'ShippingMethodId',
          'id',
        ),
      ],
      states: {
        unused: async (world) => ({ ids: { id: await addShippingMethod(world) } }),
        'of an order': async (world) => {
          const id = await addShippingMethod(world)
          await addOrder(world, 0, { ShippingMethodId: id })
          return { ids: { id } }
        },
      },
      actions: {
        view: (ids) => ({ method: 'GET', url: `${STORE}/shippingmethods/${ids.id}` }),
        edit: (ids) => ({
          method: 'POST',
          url: `${STORE}/shippingmethods/${ids.id}`,
          body: { Price: 7 },
          version: 'AuditId',
        }),
        delete: (ids) => ({ method: 'DELETE', url: `${STORE}/shippingmethods/${ids.id}` }),
      },
    },
    {
      name: 'store order',
      shapes: ['StoreOrder'],
      area: 'store',
      reads: [
        document('getStoreOrder', (ids) => `${STORE}/storeorders/${ids.id}`),
        searched('searchStoreOrders', 'storeorders', 'StorePurchaseId'),
      ],
      states: {
        open: order(),
        paid: order(payOrder),
        'sent in part': order(async (world, made) => {
          const [line] = made.LineItems as JsonObject[]
          await after('ship', { Lines: [{ StoreOrderLineId: line?.StoreOrderLineId, Quantity: 1 }] })(world, made)
        }),
        sent: order(after('ship')),
        cancelled: order(after('cancel')),
      },
      actions: {
        view: (ids) => ({ method: 'GET', url: `${STORE}/storeorders/${ids.id}` }),
        cancel: change('cancel'),
        refund: change('refund', onePiece),
        ship: change('ship', onePiece),
      },
    },
    {
      name: 'voucher',
      shapes: ['StoreVoucher'],
      area: 'store',
      reads: [
        document('getStoreVoucher', (ids) => `${STORE}/vouchers/${ids.id}`),
        list(
          'listStoreVouchers',
          (ids) => `${STORE}/vouchers?Filter=StoreVoucherId eq ${ids.id}`,
          'StoreVoucherId',
          'id',
        ),
      ],
      states: {
        active: async (world) => ({ ids: { id: await addVoucher(world, true) } }),
        void: async (world) => {
          const id = await addVoucher(world)
          await world.post(`${STORE}/vouchers/${id}/void`, {})
          return { ids: { id } }
        },
      },
      actions: {
        view: (ids) => ({ method: 'GET', url: `${STORE}/vouchers/${ids.id}` }),
        void: (ids) => ({ method: 'POST', url: `${STORE}/vouchers/${ids.id}/void` }),
      },
    },
    {
      name: 'download that was bought',
      shapes: ['StoreDownloadRow'],
      area: 'store',
      reads: [searched('searchStoreDownloads', 'storedownloads', 'StoreItemDigitalDownloadPurchaseId')],
      states: { usable: async (world) => ({ ids: { id: await addDownload(world) } }) },
      actions: {
        revoke: (ids) => ({ method: 'DELETE', url: `${STORE}/storedownloads/${ids.id}` }),
      },
    },
  ],
}
