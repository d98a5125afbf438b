import { addVoucher } from '../buying.ts'
import { byName, createPerson, type Listed } from './listed.ts'

/** Rows of lists of buying; the buyer has the label as its name. */
export const BUYING_LISTS: Record<string, Listed> = {
  listShippingMethods: byName('saveShippingMethod'),
  lookupShippingMethods: byName('saveShippingMethod'),
  listStoreVouchers: {
    order: 'newest',
    create: async (label, _ids, world) => {
      await addVoucher(world, false, { ContactId: await createPerson(world, label) })
    },
  },
}
