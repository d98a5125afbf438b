import { addSaleableItem, addSponsor, addSponsorshipType } from '../sponsors.ts'
import { createPerson, type Listed, NUMBERS, sharedRecord } from './listed.ts'

const sponsors: Listed = {
  order: 'name',
  create: async (label, _ids, world) =>
    addSponsor(world, {
      ContactId: await createPerson(world, label),
      SponsorshipTypeId: await sharedRecord(world, 'sponsorshiptypeid'),
    }),
}

/** Rows of the lists of sponsorships. */
export const SPONSOR_LISTS: Record<string, Listed> = {
  listSponsors: sponsors,
  listSponsorshipTypes: {
    order: 'descending',
    create: async (Name, _ids, world) =>
      addSponsorshipType(world, {
        Name,
        SaleableItem: { SaleableItemId: await addSaleableItem(world, NUMBERS[Name]) },
      }),
  },
  lookupSponsorshipTypes: { order: 'name', create: (Name, _ids, world) => addSponsorshipType(world, { Name }) },
}
