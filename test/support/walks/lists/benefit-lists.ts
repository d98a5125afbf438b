import { addBenefit, addPieces } from '../benefits.ts'
import { addPlan } from '../payment-plans.ts'
import { byName, createPerson, type Listed, shared } from './listed.ts'

/** A contact with the label as its name, and pieces of a benefit. */
const pieces = (order: Listed['order']): Listed => ({
  order,
  create: async (label, _ids, world) => {
    await addPieces(world, await createPerson(world, label), await addBenefit(world))
  },
})

/** Plans of the level of the path's type, which has one level. */
const plans: Listed = {
  order: 'name',
  create: async (label, ids, world) => {
    const type = Number(ids.get('membershiptypeid'))
    const level = await shared(world, `level of ${type}`, async () => {
      const body = { Name: `Level ${world.next()}`, Price: 400 }
      return Number((await world.post(`/api/membershiptypes/${type}/levels/0`, body)).MembershipLevelId)
    })
    await addPlan(world, { type, level }, label)
  },
}

/** Rows of lists of the benefit ledger, and of payment plans. */
export const BENEFIT_LISTS: Record<string, Listed> = {
  listPaymentPlans: plans,
  lookupPaymentPlans: plans,
  listBenefitItems: byName('saveBenefitItem'),
  lookupBenefitItems: byName('saveBenefitItem'),
  listBenefitPackages: byName('saveBenefitPackage'),
  lookupBenefitPackages: byName('saveBenefitPackage'),
  listContactBenefits: pieces('oldest'),
  listBenefitTransactions: pieces('newest'),
  getBenefitEntries: {
    order: 'newest',
    create: async (label, ids, world) => {
      const ContactId = Number(ids.get('contactid'))
      const BenefitItemId = Number(ids.get('benefititemid'))
      const usage = { ContactId, BenefitItemId, UsageQuantity: 1, Description: label, ForceSave: true }
      await world.post('/api/benefitledger/manualusage', usage)
    },
  },
}
