import type { JsonObject } from '#kernel/contract/json'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { IGNORED, REPLACED } from '#test/support/walks/growing'
import { type Listed, shared } from '#test/support/walks/lists/listed'
import { NEVER_DELETED } from '#test/support/walks/no-uses'
import { saved } from '#test/support/walks/recipes'
import type { UsedRecords } from '#test/support/walks/used-records'
import type { World } from '#test/support/walks/world'

/** Creates a membership type with a level for 400. */
const addPricedLevel = async (world: World, more: object = {}) => {
  const { MembershipTypeId } = await world.post('/api/membershiptypes/0', { Name: `Plans ${world.next()}` })
  const body = { Name: `Level ${world.next()}`, Price: 400, ...more }
  const { MembershipLevelId } = await world.post(`/api/membershiptypes/${MembershipTypeId}/levels/0`, body)
  return { type: Number(MembershipTypeId), level: Number(MembershipLevelId) }
}

/** Creates a plan of two payments for a level. Returns its id. */
const addPlan = async (
  world: World,
  { type, level }: { type: number; level: number },
  Name = `Plan ${world.next()}`,
): Promise<number> => {
  const body = { Payments: 2, Name, MembershipLevelId: String(level), PaymentPlanItems: null }
  return Number((await world.post(`/api/membershiptypes/${type}/paymentplan/0`, body)).MembershipTypePaymentPlanId)
}

const planned = (isUsed: boolean) => async (world: World) => {
  const ids = await addPricedLevel(world)
  const id = await addPlan(world, ids)
  if (isUsed) {
    const body = { ContactId: Number(await world.person()), MembershipTypeId: ids.type, LevelId: ids.level }
    await world.post('/api/memberships/0', { ...body, PaymentPlanId: id })
  }
  return { ids: { id, ...ids } }
}

const deactivated = async (world: World) => {
  const { ids } = await planned(true)(world)
  await world.caller.delete(`/api/membershiptypes/${ids.type}/paymentplan/${ids.id}`)
  return { ids }
}

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

/** Joins a person with a plan. Returns the id of the membership. */
const joinWithPlan = async (world: World): Promise<number> => {
  const ids = await addPricedLevel(world)
  const PaymentPlanId = await addPlan(world, ids)
  const body = { ContactId: Number(await world.person()), MembershipTypeId: ids.type, LevelId: ids.level }
  return Number((await world.post('/api/memberships/0', { ...body, PaymentPlanId })).MembershipId)
}

/** Charges the parts of a membership on a new gateway. Returns the id of the gateway. */
const addMethod = async (world: World): Promise<number> => {
  const { PaymentGatewayId } = await world.post('/api/paymentgateways/0', { Name: `Cards ${world.next()}` })
  const body = { PaymentToken: 'tok_visa', PaymentGatewayId: Number(PaymentGatewayId) }
  await world.post(`/api/memberships/${await joinWithPlan(world)}/paymentmethod`, body)
  return Number(PaymentGatewayId)
}

/** As usedRecords, for payment plans and prices by units. */
const usedByPlans = (world: World): UsedRecords => ({
  'paymentgateway <- membership with a means of payment': async () => `/api/paymentgateways/${await addMethod(world)}`,
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

export const walks: AreaWalks = {
  tables: {
    membershiptypepaymentplanid: 'payment_plan',
  },
  recipes: [
    [
      ':membershiptypepaymentplanid',
      saved('savePaymentPlan', 'MembershipTypePaymentPlanId', async (world, ids) => {
        const level = { Name: `Level ${world.next()}`, Price: 400 }
        const url = `/api/membershiptypes/${ids.get('membershiptypeid')}/levels/0`
        const { MembershipLevelId } = await world.post(url, level)
        return { Payments: 2, MembershipLevelId: String(MembershipLevelId), PaymentPlanItems: null }
      }),
    ],
  ],
  lists: {
    listPaymentPlans: plans,
    lookupPaymentPlans: plans,
  },
  actions: [
    {
      name: 'payment plan',
      shapes: ['PaymentPlanListItem'],
      area: 'payment-plans',
      reads: [
        {
          operation: 'listPaymentPlans',
          url: ({ type }) => `/api/membershiptypes/${type}/paymentplans?includeInactive=true`,
          row: ({ Plans }: { Plans: JsonObject[] }, { id }) =>
            Plans.find(({ MembershipTypePaymentPlanId }) => MembershipTypePaymentPlanId === id),
        },
      ],
      states: { unused: planned(false), used: planned(true), deactivated },
      harmless: { activate: 'an active plan stays active' },
      actions: {
        edit: ({ type, id }) => ({
          method: 'POST',
          url: `/api/membershiptypes/${type}/paymentplan/${id}`,
          body: { Payments: 2, Name: `Renamed ${id}` },
        }),
        copy: ({ type, id }) => ({ method: 'GET', url: `/api/membershiptypes/${type}/copypaymentplan/${id}` }),
        activate: ({ type, id }) => ({
          method: 'POST',
          url: `/api/membershiptypes/${type}/paymentplan/${id}/activate`,
        }),
        delete: ({ type, id }) => ({ method: 'DELETE', url: `/api/membershiptypes/${type}/paymentplan/${id}` }),
      },
    },
  ],
  uses: usedByPlans,
  noUses: {
    'part_collection -> processor_charge': NEVER_DELETED,
  },
  bounds: {
    'savePaymentPlan PaymentPlanItems': REPLACED,
    'savePaymentPlan SaleableItems': IGNORED,
  },
  delivered: {
    paymentplan: { operation: 'getPaymentPlan' },
  },
  otherDeletions: {
    deletePaymentPlan: 'is refused while memberships have the plan',
  },
}
