import { addDownload, addOrder, addVoucher } from '../buying.ts'
import { byName, createPerson, type Listed } from './listed.ts'

/** Rows of lists of buying; the buyer has the label as its name. */
export const BUYING_LISTS: Record<string, Listed> = {
  listShippingMethods: byName('saveShippingMethod'),
  lookupShippingMethods: byName('saveShippingMethod'),
  searchStoreOrders: {
    order: 'newest',
    create: async (label, _ids, world) => {
      await addOrder(world, 0, { ContactId: await createPerson(world, label) })
    },
    body: () => ({}),
  },
  listStoreVouchers: {
    order: 'newest',
    create: async (label, _ids, world) => {
      await addVoucher(world, false, { ContactId: await createPerson(world, label) })
    },
  },
  searchStoreDownloads: {
    order: 'newest',
    create: async (label, _ids, world) => {
      await addDownload(world, { ContactId: await createPerson(world, label) })
    },
    body: () => ({}),
  },
}
