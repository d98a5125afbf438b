import type { TestCaller } from '../build-app.ts'

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

/** Adds a payment plan to a tenant, with its own type and level. */
export const addPlanRecord = async (theirs: TestCaller): Promise<void> => {
  const type = (await theirs.post('/api/membershiptypes/0', { Name: 'Theirs' })).json()
  const url = `/api/membershiptypes/${type.MembershipTypeId}`
  const level = (await theirs.post(`${url}/levels/0`, { Name: 'Theirs', Price: 400 })).json()
  const plan = { Payments: 2, Name: 'Theirs', MembershipLevelId: String(level.MembershipLevelId) }
  const made = await theirs.post(`${url}/paymentplan/0`, plan)
  if (made.statusCode !== 200) throw new Error(made.body)
}
