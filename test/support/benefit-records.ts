import type { TestCaller } from './build-app.ts'

/** Adds a record of each kind of the benefit ledger to a tenant, for a contact of it. */
export const addBenefitRecords = async (theirs: TestCaller, ContactId: number): Promise<void> => {
  const create = async (url: string, body: object) => {
    const made = await theirs.post(url, body)
    if (made.statusCode !== 200) throw new Error(made.body)
    return made.json()
  }
  const { BenefitItemId } = await create('/api/benefits/items/0', { Name: 'Theirs' })
  await create('/api/benefits/packages/0', { Name: 'Theirs', Items: [{ BenefitItemId, Quantity: 1 }] })
  const BenefitItems = [{ BenefitItemId, AdjustmentQuantity: 1 }]
  await create('/api/benefitledger/contact/adjustment', { ContactId, BenefitItems, AdjustmentDescription: 'Theirs' })
  await create('/api/benefitledger/mass/save/recordusage', {
    SelectedIds: [ContactId],
    BenefitItemId,
    UsageQuantity: 1,
  })
}
