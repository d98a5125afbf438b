import type { UsedRecords } from './used-records.ts'
import type { World } from './world.ts'

/** Creates a membership type with a level for 400. */
export const addPricedLevel = async (world: World, more: object = {}) => {
  const { MembershipTypeId } = await world.post('/api/membershiptypes/0', { Name: `Plans ${world.next()}` })
  const body = { Name: `Level ${world.next()}`, Price: 400, ...more }
  const { MembershipLevelId } = await world.post(`/api/membershiptypes/${MembershipTypeId}/levels/0`, body)
  return { type: Number(MembershipTypeId), level: Number(MembershipLevelId) }
}

/** Creates a plan of two payments for a level. Returns its id. */
export const addPlan = async (
  world: World,
  { type, level }: { type: number; level: number },
  Name = `Plan ${world.next()}`,
): Promise<number> => {
  const body = { Payments: 2, Name, MembershipLevelId: String(level), PaymentPlanItems: null }
  return Number((await world.post(`/api/membershiptypes/${type}/paymentplan/0`, body)).MembershipTypePaymentPlanId)
}

/** Joins a person with a plan. Returns the id of the membership. */
export const joinWithPlan = async (world: World): Promise<number> => {
  const ids = await addPricedLevel(world)
  const PaymentPlanId = await addPlan(world, ids)
  const body = { ContactId: Number(await world.person()), MembershipTypeId: ids.type, LevelId: ids.level }
  return Number((await world.post('/api/memberships/0', { ...body, PaymentPlanId })).MembershipId)
}

/** As usedRecords, for payment plans and prices by units. */
export const usedByPlans = (world: World): UsedRecords => ({
  'membershiplevel <- payment plan': async () => {
    const ids = await addPricedLevel(world)
    await addPlan(world, ids)
    return `/api/membershiptypes/${ids.type}/levels/${ids.level}`
  },
  'membershiptype <- payment plan': async () => {
    const ids = await addPricedLevel(world)
    await addPlan(world, ids)
    return `/api/membershiptypes/${ids.type}`
  },
  'customfield <- membership level': async () => {
    const Name = `Seats${world.next()}`
    const field = { ObjectTypeId: '4', Name, DisplayName: Name, CustomFieldDataTypeId: '3' }
    const { CustomFieldId } = await world.post('/api/customfields/0', field)
    await addPricedLevel(world, { UnitFieldId: Number(CustomFieldId), UnitBands: [{ FromUnits: 0, UnitPrice: 1 }] })
    return `/api/customfields/${CustomFieldId}/1`
  },
})
