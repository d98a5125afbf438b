import type { Area } from '#areas/area'
import { termPlanSources } from '#areas/people/memberships/terms/terms.queries'
import { changes } from '#kernel/outbox/event-kind'
import { presented } from '#kernel/records/record-shape'
import type { RecordUse } from '#kernel/records/uses'
import { addTo } from '#kernel/registers/register'
import { Prisma } from '#prisma/client'
import { collectionTasks, paymentPlanDays } from './collections/collections.job.ts'
import { paymentPlanEvents } from './payment-plans.events.ts'
import { presentPlan } from './payment-plans.presenter.ts'
import { getPlanById, isPlanUsed, plansOfTerms, shownPlan } from './payment-plans.queries.ts'
import { paymentPlans } from './payment-plans.routes.ts'

const planUse = (of: string, remedy: string, rows: RecordUse['rows']): RecordUse => ({
  of,
  user: 'payment plan',
  users: 'payment plans',
  scope: 'payment-plans:read',
  remedy,
  rows,
})

const paymentPlanUses: readonly RecordUse[] = [
  planUse(
    'membershiplevel',
    'Delete the payment plans of the level first.',
    (tenantId) => Prisma.sql`SELECT p.level_id AS used_id, p.id, p.name FROM payment_plan p
      WHERE p.tenant_id = ${tenantId}::integer`,
  ),
  planUse(
    'membershiptype',
    'Delete the payment plans of the type first.',
    (tenantId) => Prisma.sql`SELECT l.type_id AS used_id, p.id, p.name FROM payment_plan p
      JOIN membership_level l ON l.tenant_id = p.tenant_id AND l.id = p.level_id
      WHERE p.tenant_id = ${tenantId}::integer`,
  ),
  {
    of: 'paymentgateway',
    user: 'membership with a means of payment',
    users: 'memberships with a means of payment',
    scope: 'memberships:read',
    remedy: 'Remove the means of payment of these memberships first.',
    rows: (tenantId) => Prisma.sql`SELECT w.gateway_id AS used_id, m.id, c.display_name AS name
      FROM membership_payment_method w
      JOIN membership m ON m.tenant_id = w.tenant_id AND m.id = w.membership_id
      JOIN contact c ON c.tenant_id = m.tenant_id AND c.id = m.contact_id
      WHERE w.tenant_id = ${tenantId}::integer`,
  },
]

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
