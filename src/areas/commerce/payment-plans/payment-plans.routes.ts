import type { FastifyPluginAsync } from 'fastify'
import { getType } from '#areas/people/memberships/types/membership-types.queries'
import { operations } from '#contract/commerce/payment-plans'
import { serve } from '#kernel/http/serve'
import { serveDelete, serveSavedRecord } from '#kernel/http/serve-forms'
import { sendVersion } from '#kernel/http/versions'
import { todayOf } from '#kernel/time/day'
import { presentPlan, presentPlanChoices, presentPlanRow } from './payment-plans.presenter.ts'
import { getPlan, isPlanUsed, listInactivePlans, listPlans, shownPlan, windowOf } from './payment-plans.queries.ts'
import {
  activatePaymentPlan,
  buildBlankPlan,
  copyPlan,
  deletePaymentPlan,
  savePaymentPlan,
} from './payment-plans.service.ts'
import { isOffered } from './plans.model.ts'
import { paymentSchedules } from './schedules/schedules.routes.ts'

/** Serves payment plans of membership types. */
export const paymentPlans: FastifyPluginAsync = async (app) => {
  await app.register(paymentSchedules)

  serve(app, operations.listPaymentPlans, async ({ scope, params, query }) => {
    const { id } = await getType(scope, params.membershiptypeid)
    const plans = [
      ...(await listPlans(scope, id)),
      ...(query.includeInactive ? await listInactivePlans(scope, id) : []),
    ]
    return { MembershipTypeId: id, Plans: plans.map((plan) => presentPlanRow(scope, plan)) }
  })

  serve(app, operations.lookupPaymentPlans, async ({ scope, params, query }) => {
    const { id } = await getType(scope, params.membershiptypeid)
    const today = todayOf(scope)
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

  serveSavedRecord(
    app,
    operations.savePaymentPlan,
    (scope, { params, body, expected }) =>
      savePaymentPlan(scope, params.membershiptypeid, params.membershiptypepaymentplanid, body, expected),
    (plan, scope) => presentPlanRow(scope, plan),
  )

  serveSavedRecord(
    app,
    operations.activatePaymentPlan,
    (scope, { params, expected }) =>
      activatePaymentPlan(scope, params.membershiptypeid, params.membershiptypepaymentplanid, expected),
    (plan, scope) => presentPlanRow(scope, plan),
  )

  serveDelete(app, operations.deletePaymentPlan, (scope, { params, expected }) =>
    deletePaymentPlan(scope, params.membershiptypeid, params.membershiptypepaymentplanid, expected),
  )
}
