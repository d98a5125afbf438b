import { addBenefit, addPieces } from '../benefits.ts'
import { byName, createPerson, type Listed } from './listed.ts'

/** A contact with the label as its name, and pieces of a benefit. */
const pieces = (order: Listed['order']): Listed => ({
  order,
  create: async (label, _ids, world) => {
    await addPieces(world, await createPerson(world, label), await addBenefit(world))
  },
})

/** Rows of lists of the benefit ledger. */
export const BENEFIT_LISTS: Record<string, Listed> = {
  listBenefitItems: byName('saveBenefitItem'),
  lookupBenefitItems: byName('saveBenefitItem'),
  listBenefitPackages: byName('saveBenefitPackage'),
  lookupBenefitPackages: byName('saveBenefitPackage'),
  listContactBenefits: pieces('oldest'),
  listBenefitTransactions: pieces('newest'),
  getBenefitEntries: {
    order: 'newest',
    create: async (label, ids, world) => {
      const [ContactId, BenefitItemId] = [Number(ids.get('contactid')), Number(ids.get('benefititemid'))]
      const usage = { ContactId, BenefitItemId, UsageQuantity: 1, Description: label, ForceSave: true }
      await world.post('/api/benefitledger/manualusage', usage)
    },
  },
}
