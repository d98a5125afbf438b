import { addBenefit } from '#test/support/walks/benefits'
import type { World } from '#test/support/walks/world'

/** Gives a contact pieces of a benefit. */
export const addPieces = (world: World, ContactId: number, BenefitItemId: number, AdjustmentQuantity = 5) =>
  world.post('/api/benefitledger/contact/adjustment', {
    ContactId,
    BenefitItems: [{ BenefitItemId, AdjustmentQuantity }],
    AdjustmentDescription: 'Welcome',
  })

export const rowIn = async (world: World, list: string, contactId: number): Promise<Record<string, unknown>> => {
  const { Results } = await world.get(`/api/benefits/${list}?Filter=ContactId eq ${contactId}`)
  const [row] = Results as Record<string, unknown>[]
  return row ?? {}
}

/** The ids of the balance and of the latest transaction of a contact. */
export const benefitIds = async (world: World, contact: number) => ({
  balance: Number((await rowIn(world, 'contactbenefits', contact)).ContactBenefitId),
  transaction: Number((await rowIn(world, 'transactions', contact)).BenefitTransactionId),
})

/** Gives a new contact a new benefit, and returns the ids of both, of the balance and of the latest transaction. */
export const addContactBenefit = async (world: World) => {
  const contact = Number(await world.person())
  const item = await addBenefit(world)
  await addPieces(world, contact, item)
  return { contact, item, ...(await benefitIds(world, contact)) }
}
