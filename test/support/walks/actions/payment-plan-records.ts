import type { JsonObject } from '#kernel/contract/json'
import { addPlan, addPricedLevel } from '../payment-plans.ts'
import type { World } from '../world.ts'
import type { OfferedKind } from './offered-records.ts'

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

/** Payment plans. */
export const paymentPlanRecords: readonly OfferedKind[] = [
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
]
