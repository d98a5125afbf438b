import type { Body } from './recipes.ts'
import type { World } from './world.ts'

/** Creates a saleable item. Returns its id. */
export const addSaleableItem = async (world: World, Price = 100): Promise<number> => {
  const AccountId = Number((await world.idsFor(':accountid')).get('accountid'))
  return Number(
    (await world.post('/api/finance/feeitems/0', { Name: `Gold ${world.next()}`, Price, AccountId })).FeeItemId,
  )
}

/** Creates a sponsorship type. Returns its id. */
export const addSponsorshipType = async (world: World, body: Body = {}): Promise<number> => {
  const SaleableItem = { SaleableItemId: await addSaleableItem(world) }
  const type = { Name: `Gold ${world.next()}`, SaleableItem, ...body }
  return Number((await world.post('/api/sponsorships/types/0', type)).SponsorshipTypeId)
}
