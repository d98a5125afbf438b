import type { PlanChoice, PlanShare, TermPlans } from '#areas/people/memberships/terms/terms.queries'
import { WITH_BANDS } from '#areas/people/memberships/types/level-prices.queries'
import { MAX_ID } from '#kernel/database/ids'
import { notFound, ruleRefused } from '#kernel/errors/problem'
import { toCents } from '#kernel/money/cents'
import type { RecordKind } from '#kernel/records/record-kind'
import { unknownReference } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'
import { dayOf, todayOf } from '#kernel/time/day'
import type { Prisma } from '#prisma/client'
import { paymentPlanEvents } from './payment-plans.events.ts'
import { isOffered, type PlanPayment, type PlanWindow, sharesOf } from './plans.model.ts'
import { scheduleSql } from './schedules/schedules.sql.ts'

const WITH_PARTS = {
  items: { orderBy: { position: 'asc' } },
  level: { include: { ...WITH_BANDS, feeItem: { select: { id: true, name: true } } } },
} as const satisfies Prisma.PaymentPlanInclude

/** A plan with its payments and its level. */
export type PaymentPlanWithParts = Prisma.PaymentPlanGetPayload<{ include: typeof WITH_PARTS }>

export const paymentPlanKind: RecordKind<PaymentPlanWithParts> = {
  entity: 'paymentplan',
  noun: 'payment plan',
  table: 'payment_plan',
  events: paymentPlanEvents,
  find: (tx, { tenantId, id }) =>
    tx.paymentPlan.findFirst({ where: { tenantId, id, isActive: true }, include: WITH_PARTS }),
}

/** Returns an active plan of a membership type. @throws 404. */
export const getPlan = async (
  { db }: Scope,
  typeId: number,
  id: number,
  models: Models = db.prisma,
): Promise<PaymentPlanWithParts> => {
  const where = { tenantId: db.tenantId, id, isActive: true, level: { typeId } }
  const plan = id > MAX_ID ? null : await models.paymentPlan.findFirst({ where, include: WITH_PARTS })
  if (!plan) throw notFound('payment plan')
  return plan
}

/** Returns an active plan of any type. @throws 404. */
export const getPlanById = async ({ db }: Scope, id: number): Promise<PaymentPlanWithParts> => {
  const where = { tenantId: db.tenantId, id, isActive: true }
  const plan = await db.prisma.paymentPlan.findFirst({ where, include: WITH_PARTS })
  if (!plan) throw notFound('payment plan')
  return plan
}

const BY_LEVEL: Prisma.PaymentPlanOrderByWithRelationInput[] = [
  { level: { displayOrder: 'asc' } },
  { level: { name: 'asc' } },
  { nameKey: 'asc' },
  { id: 'asc' },
]

/** Lists the active plans of a membership type by level and name. */
export const listPlans = ({ db }: Scope, typeId: number, levelId?: number): Promise<PaymentPlanWithParts[]> =>
  db.prisma.paymentPlan.findMany({
    where: { tenantId: db.tenantId, isActive: true, level: { typeId }, ...(levelId && { levelId }) },
    include: WITH_PARTS,
    orderBy: BY_LEVEL,
  })

/** Lists the names of the active plans of a level. */
export const listPlanNames = async ({ db }: Scope, levelId: number): Promise<ReadonlySet<string>> => {
  const where = { tenantId: db.tenantId, levelId, isActive: true }
  const plans = await db.prisma.paymentPlan.findMany({ where, select: { nameKey: true } })
  return new Set(plans.map(({ nameKey }) => nameKey))
}

export const windowOf = ({ startsOn, endsOn }: PaymentPlanWithParts): PlanWindow => ({
  startsOn: startsOn && dayOf(startsOn),
  endsOn: endsOn && dayOf(endsOn),
})

/** Returns whether a term has the plan, so that it is deactivated instead of deleted. */
export const isPlanUsed = async (models: Models, { tenantId, id }: { tenantId: number; id: number }) =>
  (await models.membershipTerm.findFirst({ where: { tenantId, paymentPlanId: id }, select: { id: true } })) !== null

/** Finds the plan of a term with a level if it can be chosen today; null otherwise. */
const findOfferedPlan = async (
  { db: { tenantId } }: Scope,
  tx: Models,
  { planId, levelId, today }: PlanChoice,
): Promise<PaymentPlanWithParts | null> => {
  if (levelId === null) return null
  const where = { tenantId, id: planId, levelId, isActive: true }
  const plan = await tx.paymentPlan.findFirst({ where, include: WITH_PARTS })
  return plan && isOffered(windowOf(plan), today) ? plan : null
}

const requireOfferedPlan = async (scope: Scope, tx: Models, choice: PlanChoice): Promise<void> => {
  if (await findOfferedPlan(scope, tx, choice)) return
  const pointer = '/PaymentPlanId'
  const where = { tenantId: scope.db.tenantId, id: choice.planId, isActive: true }
  const plan = await tx.paymentPlan.findFirst({ where, include: WITH_PARTS })
  if (plan?.levelId !== choice.levelId || plan === null) throw unknownReference(pointer, 'payment plan of the level')
  const { startsOn, endsOn } = windowOf(plan)
  const message = `can be chosen ${[startsOn && `from ${startsOn}`, endsOn && `to ${endsOn}`].filter(Boolean).join(' ')}`
  throw ruleRefused('plan-rule', 'The payment plan cannot be chosen today.', [{ pointer, message }])
}

const listPlanShares = async (
  { db: { tenantId } }: Scope,
  tx: Models,
  planId: number,
  termStart: Day,
): Promise<PlanShare[]> => {
  const items = await tx.paymentPlanItem.findMany({ where: { tenantId, planId }, orderBy: { position: 'asc' } })
  return sharesOf(items.map(paymentOf), termStart)
}

/** The plans as memberships use them for their terms. */
export const plansOfTerms: TermPlans = {
  isOffered: async (scope, tx, choice) => (await findOfferedPlan(scope, tx, choice)) !== null,
  requireOffered: requireOfferedPlan,
  listShares: listPlanShares,
}

export const paymentOf = ({
  dueOn,
  monthsAfterStart,
  amount,
}: {
  dueOn: Date | null
  monthsAfterStart: number | null
  amount: Prisma.Decimal
}): PlanPayment => ({ dueOn: dueOn && dayOf(dueOn), monthsAfterStart, cents: toCents(amount) })

type PlanLevel = PaymentPlanWithParts['level']

/** A plan as its editor shows it, saved or not. */
export interface ShownPlan {
  id: number
  name: string
  typeId: number
  level: PlanLevel | null
  startsOn: Date | null
  endsOn: Date | null
  showOnApplication: boolean
  payments: readonly (PlanPayment & { id: number })[]
  isUsed: boolean
}

export const shownPlan = (plan: PaymentPlanWithParts, isUsed: boolean): ShownPlan => ({
  id: plan.id,
  name: plan.name,
  typeId: plan.level.typeId,
  level: plan.level,
  startsOn: plan.startsOn,
  endsOn: plan.endsOn,
  showOnApplication: plan.showOnApplication,
  payments: plan.items.map((item) => ({ ...paymentOf(item), id: item.id })),
  isUsed,
})

/** Reads the payment schedule of a membership as JSON text. @throws 404. */
export const readSchedule = async ({ db, tenant, clock }: Scope, membershipId: number): Promise<string> => {
  const today = todayOf({ tenant, clock })
  const [row] = await db.rows<{ text: string }>(scheduleSql(db.tenantId, membershipId, today))
  if (!row) throw notFound('membership')
  return row.text
}
