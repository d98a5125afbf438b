import type { Area } from '#areas/area'
import { termPlanSources } from '#areas/people/memberships/terms/terms.queries'
import { changes } from '#kernel/outbox/event-kind'
import { presented } from '#kernel/records/record-shape'
import { addTo } from '#kernel/registers/register'
import { collectionTasks, paymentPlanDays } from './collections/collections.job.ts'
import { paymentPlanEvents } from './payment-plans.events.ts'
import { presentPlan } from './payment-plans.presenter.ts'
import { getPlanById, isPlanUsed, plansOfTerms, shownPlan } from './payment-plans.queries.ts'
import { paymentPlans } from './payment-plans.routes.ts'
import { paymentPlanUses } from './payment-plans.uses.ts'

export const paymentPlansArea: Area = {
  routes: [paymentPlans],
  events: changes('payment-plans', 'Payment plan', paymentPlanEvents),
  shapes: {
    paymentplan: presented('payment-plans:read', async (scope, id) => {
      const plan = await getPlanById(scope, id)
      return presentPlan(scope, shownPlan(plan, await isPlanUsed(scope.db.prisma, plan)))
    }),
  },
  uses: paymentPlanUses,
  outsideTasks: collectionTasks,
  days: [paymentPlanDays],
  additions: [addTo(termPlanSources, plansOfTerms)],
}
