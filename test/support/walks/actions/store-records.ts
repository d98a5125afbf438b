import { addStoreItem } from '../store.ts'
import type { World } from '../world.ts'
import { list, type OfferedIds, type OfferedKind } from './offered-records.ts'

const addOn = (body: object = {}) => ({ Settings: { IsMembershipAddOn: true }, ...body })

const item =
  (body: object = {}) =>
  async (world: World) => ({ ids: { id: await addStoreItem(world, 0, addOn(body)) } })

const save = (ids: OfferedIds, body: object) => ({
  method: 'POST' as const,
  url: '/api/store/storeitems/0/save',
  body: { StoreItemId: ids.id, Name: `Saved ${ids.id}`, Price: 5, ...body },
})

/** The kinds of the store whose responses have Actions. */
export const storeRecords: readonly OfferedKind[] = [
  {
    name: 'store item',
    shapes: ['StoreDisplayOrderRow'],
    area: 'store',
    reads: [
      list('listStoreItems', (ids) => `/api/store/storeitems?$filter=StoreItemId eq ${ids.id}`, 'StoreItemId', 'id'),
      list(
        'listMembershipAddOns',
        (ids) => `/api/store/membership/addons?$filter=StoreItemId eq ${ids.id}`,
        'StoreItemId',
        'id',
      ),
    ],
    states: {
      active: item(),
      inactive: item({ IsActive: false }),
      'given by a voucher': async (world) => {
        const made = await item()(world)
        const VoucherStoreItemId = made.ids.id
        await addStoreItem(world, 2, { VoucherTypeId: 3, Settings: { VoucherStoreItemId } })
        return made
      },
      sold: async (world) => {
        const made = await item()(world)
        const where = { tenantId: world.caller.tenant.id, id: made.ids.id }
        await world.server.database.system.storeItem.updateMany({ where, data: { isSold: true } })
        return made
      },
    },
    actions: {
      edit: (ids) => save(ids, { ShortDescription: 'Changed' }),
      activate: (ids) => save(ids, { IsActive: true }),
      deactivate: (ids) => save(ids, { IsActive: false }),
      delete: (ids) => ({ method: 'DELETE', url: `/api/store/storeitems/${ids.id}` }),
    },
    harmless: {
      activate: 'an active item stays active',
      deactivate: 'an inactive item stays inactive',
    },
  },
]
