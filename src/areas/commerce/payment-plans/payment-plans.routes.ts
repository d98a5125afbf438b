import type { FastifyPluginAsync } from 'fastify'
import { getType } from '#areas/people/memberships/types/membership-types.queries'
import { operations } from '#contract/commerce/payment-plans'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, sendVersion } from '#kernel/http/versions'
import { dayIn } from '#kernel/time/day'
import { presentPlan, presentPlanChoices, presentPlanRow } from './payment-plans.presenter.ts'
import { getPlan, isPlanUsed, listPlans, shownPlan, windowOf } from './payment-plans.queries.ts'
import { buildBlankPlan, copyPlan, deletePaymentPlan, savePaymentPlan } from './payment-plans.service.ts'
import { isOffered } from './plans.model.ts'

/** Payment plans of membership types. */
export const paymentPlans: FastifyPluginAsync = async (app) => {
  serve(app, operations.listPaymentPlans, async ({ scope, params }) => {
    const { id } = await getType(scope, params.membershiptypeid)
    return { MembershipTypeId: id, Plans: (await listPlans(scope, id)).map((plan) => presentPlanRow(scope, plan)) }
  })

  serve(app, operations.lookupPaymentPlans, async ({ scope, params, query }) => {
    const { id } = await getType(scope, params.membershiptypeid)
    const today = dayIn(scope.tenant.timeZone, scope.clock.now())
    const plans = (await listPlans(scope, id, query.levelId)).filter((plan) => isOffered(windowOf(plan), today))
    return presentPlanChoices(query.onApplication ? plans.filter((plan) => plan.showOnApplication) : plans)
  })

  serve(app, operations.getPaymentPlan, async ({ scope, params }, reply) => {
    const id = Number(params.membershiptypepaymentplanid)
    if (id === 0) return presentPlan(scope, await buildBlankPlan(scope, params.membershiptypeid))
    const plan = await getPlan(scope, params.membershiptypeid, id)
    sendVersion(reply, plan.auditId)
    return presentPlan(scope, shownPlan(plan, await isPlanUsed(scope.db.prisma, plan)))
  })

  serve(app, operations.copyPaymentPlan, async ({ scope, params }) =>
    presentPlan(scope, await copyPlan(scope, params.membershiptypeid, Number(params.membershiptypepaymentplanid))),
  )

  serve(app, operations.savePaymentPlan, async (request, reply) => {
    const { scope, params, body } = request
    const { membershiptypeid: typeId, membershiptypepaymentplanid: id } = params
    const plan = await savePaymentPlan(scope, typeId, id, body, expectedIfMatch(request))
    sendVersion(reply, plan.auditId)
    return presentPlanRow(scope, plan)
  })

  serve(app, operations.deletePaymentPlan, async (request) => {
    const { membershiptypeid: typeId, membershiptypepaymentplanid: id } = request.params
    await deletePaymentPlan(request.scope, typeId, id, expectedIfMatch(request))
    return {}
  })
}
