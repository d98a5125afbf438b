import { MASS_BENEFITS } from '#areas/commerce/benefit-ledger/mass/mass.service'
import type { JsonObject } from '#kernel/contract/json'
import { runJobs } from '../jobs/run-jobs.ts'
import type { World } from './world.ts'

/** Creates a benefit. Returns its id. */
export const addBenefit = async (world: World, more: object = {}): Promise<number> =>
  Number((await world.post('/api/benefits/items/0', { Name: `Benefit ${world.next()}`, ...more })).BenefitItemId)

/** Gives a contact pieces of a benefit. */
export const addPieces = (world: World, ContactId: number, BenefitItemId: number, AdjustmentQuantity = 5) =>
  world.post('/api/benefitledger/contact/adjustment', {
    ContactId,
    BenefitItems: [{ BenefitItemId, AdjustmentQuantity }],
    AdjustmentDescription: 'Welcome',
  })

const rowIn = async (world: World, list: string, contactId: number): Promise<Record<string, unknown>> => {
  const { Results } = await world.get(`/api/benefits/${list}?Filter=ContactId eq ${contactId}`)
  const [row] = Results as Record<string, unknown>[]
  return row ?? {}
}

/** Gives a new contact a new benefit, and returns the ids of both, of the balance and of the latest transaction. */
export const addContactBenefit = async (world: World) => {
  const contact = Number(await world.person())
  const item = await addBenefit(world)
  await addPieces(world, contact, item)
  return { contact, item, ...(await benefitIds(world, contact)) }
}

/** The ids of the balance and of the latest transaction of a contact. */
export const benefitIds = async (world: World, contact: number) => ({
  balance: Number((await rowIn(world, 'contactbenefits', contact)).ContactBenefitId),
  transaction: Number((await rowIn(world, 'transactions', contact)).BenefitTransactionId),
})

/** Runs a mass usage for contacts. Returns its id. */
export const addMassUsage = async (world: World, SelectedIds: readonly number[]): Promise<string> => {
  const BenefitItemId = await addBenefit(world)
  const body = { SelectedIds, BenefitItemId, UsageQuantity: 1, ForceSave: true }
  const { JobId } = await world.post('/api/benefitledger/mass/save/recordusage', body)
  await runJobs(world.server, MASS_BENEFITS)
  return String(JobId)
}

/** A contact with a benefit, as a body of the mass operations. */
const massBody = (BenefitItemIdOf: (id: number) => number | string, more: JsonObject) => async (world: World) => {
  const { contact, item } = await addContactBenefit(world)
  return { SelectedIds: [contact], BenefitItemId: BenefitItemIdOf(item), ...more }
}
const massUsage = massBody((id) => id, { UsageQuantity: 1 })
const massAdjustment = massBody(String, {
  AdjustmentQuantity: 1,
  AdjustmentDirection: 'Up',
  AdjustmentDescription: 'Walk',
})

/** The bodies of changes of the ledger, whose examples reference records. */
export const BENEFIT_BODIES: Record<string, (world: World) => Promise<JsonObject>> = {
  saveBenefitAdjustment: async (world) => {
    const { contact, item } = await addContactBenefit(world)
    const BenefitItems = [{ BenefitItemId: item, AdjustmentQuantity: 1 }]
    return { ContactId: contact, BenefitItems, AdjustmentDescription: 'Walk' }
  },
  recordBenefitUsage: async (world) => {
    const { contact, item } = await addContactBenefit(world)
    return { ContactId: contact, BenefitItemId: item, UsageQuantity: 1 }
  },
  loadMassBenefitUsage: massUsage,
  saveMassBenefitUsage: massUsage,
  loadMassBenefitAdjustment: massAdjustment,
  saveMassBenefitAdjustment: massAdjustment,
}

/** Why no list of the saves of the benefit ledger can grow beyond its bound. */
export const benefitBounds = <R>({ command, ignored, replaced }: Record<'command' | 'ignored' | 'replaced', R>) =>
  Object.fromEntries([
    ['saveBenefitPackage Items', replaced],
    ['saveBenefitAdjustment BenefitItems', command],
    ...[
      'loadMassBenefitAdjustment',
      'saveMassBenefitAdjustment',
      'loadMassBenefitUsage',
      'saveMassBenefitUsage',
    ].flatMap((operation) => [
      [`${operation} SelectedIds`, command],
      [`${operation} Contacts`, ignored],
    ]),
  ])
