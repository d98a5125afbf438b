import { addStoreItem } from '../store.ts'
import { dayOf, type Listed, NUMBERS } from './listed.ts'

const items: Listed = {
  order: 'oldest',
  create: (Name, _ids, world) => addStoreItem(world, 0, { Name, Settings: { IsMembershipAddOn: true } }),
}

/** Rows of lists of the store. */
export const STORE_LISTS: Record<string, Listed> = {
  listStoreItems: items,
  searchStoreItems: items,
  lookupStoreItems: items,
  listMembershipAddOns: items,
  searchMembershipAddOns: items,
  lookupMembershipAddOns: items,
  lookupStoreSubItems: {
    order: 'ascending',
    create: async (Name, ids, world) => {
      const StoreItemId = Number(ids.get('storeitemid'))
      const { Name: name } = await world.get(`/api/store/storeitems/0/${StoreItemId}`)
      const SubItems = [{ Name, DisplayOrder: NUMBERS[Name] }]
      await addStoreItem(world, 0, { StoreItemId, Name: String(name), HasSubItems: true, SubItems })
    },
  },
  getStoreItemPurchaseHistory: {
    order: 'descending',
    create: async (label, ids, world) => {
      const lot = { StoreItemId: Number(ids.get('storeitemid')), PurchasePrice: 1, Quantity: 1 }
      const { StoreItemInventoryId } = await world.post('/api/store/inventory/0', {
        ...lot,
        PurchaseDate: dayOf(label),
      })
      return `"StoreItemInventoryId":${StoreItemInventoryId},`
    },
  },
}
