import { isDeepStrictEqual } from 'node:util'
import { findListPrice, findPlanLevel } from '#areas/people/memberships/types/level-prices.queries'
import { getType, listLevels, membershipLevelKind } from '#areas/people/memberships/types/membership-types.queries'
import type { PaymentPlanEditInput } from '#contract/commerce/payment-plans'
import { notFound } from '#kernel/errors/problem'
import { fromCents } from '#kernel/money/cents'
import { lockRecord, lockRows, lockSubject } from '#kernel/records/lock'
import { nameKeyOf } from '#kernel/records/names'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION } from '#kernel/records/record-kind'
import { unknownReference } from '#kernel/records/references'
import { requireRoom } from '#kernel/records/room'
import { parseUniqueName, requireUniqueName } from '#kernel/records/unique-name'
import { type ExpectedVersion, requireVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { dateOf } from '#kernel/time/day'
import { changedPart } from '#services/tenant-log/changed-part'
import { parsePlanTerms } from './payment-plans.input.ts'
import {
  anyPlanKind,
  getPlan,
  isPlanUsed,
  listPlanNames,
  type PaymentPlanWithParts,
  paymentOf,
  paymentPlanKind,
  type ShownPlan,
  shownPlan,
} from './payment-plans.queries.ts'
import { type PlanPayment, splitEqually } from './plans.model.ts'

const MAX_PLANS = 100
const MAX_NAME = 100
const NEW_NAME = 'New payment plan'
const NEW_PAYMENTS = 2

/**
 * Creates a plan of a membership type (id 0) or changes one. Names are unique among the plans of a level.
 *
 * @throws 404; 409 duplicate; 412; 422 name-needed, unknown-reference, plan-rule, too-many.
 */
export const savePaymentPlan = (
  scope: Scope,
  typeId: number,
  id: number,
  input: PaymentPlanEditInput,
  expected: ExpectedVersion,
): Promise<PaymentPlanWithParts> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, paymentPlanKind.table)
    await getType(scope, typeId, tx)
    const current = id === 0 ? null : await lockPlan(scope, tx, typeId, id, expected)
    const level = await requireLevel(scope, tx, typeId, input, current)
    const where = { tenantId, levelId: level.id, isActive: true }
    if (!current) requireRoom(await tx.paymentPlan.count({ where }), MAX_PLANS, 'membership level', 'payment plans')
    const name = await parseUniqueName(paymentPlanKind, input.Name, current, (nameKey) =>
      tx.paymentPlan.findFirst({ where: { ...where, nameKey, id: { not: id } } }),
    )
    const { payments, startsOn, endsOn, showOnApplication } = parsePlanTerms(input, current, findListPrice(level))
    const data = {
      ...name,
      levelId: level.id,
      showOnApplication,
      startsOn: startsOn && dateOf(startsOn),
      endsOn: endsOn && dateOf(endsOn),
    }
    const saved = current
      ? await tx.paymentPlan.update({ where: { tenantId_id: { tenantId, id } }, data: { ...data, ...NEXT_VERSION } })
      : await tx.paymentPlan.create({ data: { ...data, tenantId } })
    if (!isSamePayments(current, payments)) await replaceItems(scope, tx, saved.id, payments)
    const plan = await getPlan(scope, typeId, saved.id, tx)
    await record(scope, tx, plan, current ? 'updated' : 'created', current)
    return plan
  })

/** Deletes a plan. One that terms have is deactivated instead. @throws 404; 412. */
export const deletePaymentPlan = (scope: Scope, typeId: number, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const plan = await lockPlan(scope, tx, typeId, id, expected)
    const where = { tenantId_id: { tenantId: plan.tenantId, id } }
    if (await isPlanUsed(tx, plan)) await tx.paymentPlan.update({ where, data: { isActive: false, ...NEXT_VERSION } })
    else await tx.paymentPlan.delete({ where })
    await record(scope, tx, { ...plan, auditId: plan.auditId + 1 }, 'deleted', plan)
  })

/** Offers a plan again that was deactivated. @throws 404; 409 duplicate; 412; 422 too-many. */
export const activatePaymentPlan = (
  scope: Scope,
  typeId: number,
  id: number,
  expected: ExpectedVersion,
): Promise<PaymentPlanWithParts> =>
  scope.db.transaction(async (tx) => {
    await lockSubject(scope, tx, paymentPlanKind.table)
    const plan = await lockRecord(scope, tx, anyPlanKind, id)
    if (plan.level.typeId !== typeId) throw notFound('payment plan')
    requireVersion(plan.auditId, { ...expected, isRequired: false })
    if (plan.isActive) return plan
    const { tenantId, levelId, nameKey } = plan
    const where = { tenantId, levelId, isActive: true }
    requireRoom(await tx.paymentPlan.count({ where }), MAX_PLANS, 'membership level', 'payment plans')
    const other = await tx.paymentPlan.findFirst({ where: { ...where, nameKey } })
    requireUniqueName(paymentPlanKind, plan.name, other)
    await tx.paymentPlan.update({ where: { tenantId_id: { tenantId, id } }, data: { isActive: true, ...NEXT_VERSION } })
    const active = await getPlan(scope, typeId, id, tx)
    await record(scope, tx, active, 'updated', plan)
    return active
  })

/** Locks a plan against its choice for a term. @throws 404; 412. */
const lockPlan = async (
  scope: Scope,
  tx: Transaction,
  typeId: number,
  id: number,
  expected: ExpectedVersion,
): Promise<PaymentPlanWithParts> => {
  const plan = await lockRecord(scope, tx, paymentPlanKind, id)
  await getPlan(scope, typeId, id, tx)
  requireVersion(plan.auditId, expected)
  return plan
}

/** Locks the level of a plan against deletion. @throws 422 unknown-reference. */
const requireLevel = async (
  scope: Scope,
  tx: Transaction,
  typeId: number,
  { MembershipLevelId }: PaymentPlanEditInput,
  current: PaymentPlanWithParts | null,
) => {
  const levelId = MembershipLevelId === undefined ? (current?.levelId ?? 0) : Number(MembershipLevelId ?? 0)
  await lockRows(scope, tx, membershipLevelKind, [levelId], 'share')
  const level = await findPlanLevel(scope, tx, typeId, levelId)
  if (!level || (!level.isActive && level.id !== current?.levelId))
    throw unknownReference('/MembershipLevelId', 'active level of the membership type')
  return level
}

/** Payments that did not change keep their ids. */
const isSamePayments = (current: PaymentPlanWithParts | null, payments: readonly PlanPayment[]): boolean =>
  current !== null && isDeepStrictEqual(current.items.map(paymentOf), payments)

const replaceItems = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  planId: number,
  payments: readonly PlanPayment[],
): Promise<void> => {
  await tx.paymentPlanItem.deleteMany({ where: { tenantId, planId } })
  await tx.paymentPlanItem.createMany({
    data: payments.map(({ dueOn, monthsAfterStart, cents }, position) => ({
      tenantId,
      planId,
      position,
      monthsAfterStart,
      dueOn: dueOn && dateOf(dueOn),
      amount: fromCents(cents),
    })),
  })
}

const record = (
  scope: Scope,
  tx: Transaction,
  plan: PaymentPlanWithParts,
  action: ChangeAction,
  before: PaymentPlanWithParts | null,
): Promise<void> => {
  const { name, levelId } = plan
  const changes = changedPart('Amounts', before && amountsOf(before), action === 'deleted' ? null : amountsOf(plan))
  const payload = { name, membershipLevelId: levelId, membershipTypeId: plan.level.typeId }
  return recordChange(scope, tx, changeOf(paymentPlanKind, plan, action, { changes, payload }))
}

const amountsOf = ({ items }: PaymentPlanWithParts): string[] => items.map(({ amount }) => amount.toFixed(2))

/** Returns a blank plan of a type: two equal payments of its first active level. @throws 404. */
export const buildBlankPlan = async (scope: Scope, typeId: number): Promise<ShownPlan> => {
  const [first] = await listLevels(scope, typeId, true)
  const level = first ? await findPlanLevel(scope, scope.db.prisma, typeId, first.id) : null
  const price = level ? findListPrice(level) : 0
  const payments = price < NEW_PAYMENTS ? [] : splitEqually(price, NEW_PAYMENTS)
  return {
    id: 0,
    typeId,
    level,
    startsOn: null,
    endsOn: null,
    showOnApplication: false,
    isUsed: false,
    name: NEW_NAME,
    payments: payments.map((payment) => ({ ...payment, id: 0 })),
  }
}

/** Returns an unsaved copy of a plan, with a name that no other plan of the level has. @throws 404. */
export const copyPlan = async (scope: Scope, typeId: number, id: number): Promise<ShownPlan> => {
  const plan = await getPlan(scope, typeId, id)
  const used = await listPlanNames(scope, plan.levelId)
  const copy = shownPlan(plan, false)
  return { ...copy, id: 0, name: copyName(plan.name, used), payments: copy.payments.map((one) => ({ ...one, id: 0 })) }
}

const copyName = (name: string, used: ReadonlySet<string>): string => {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : ` ${number}`
    const candidate = `${`Copy of ${name}`.slice(0, MAX_NAME - suffix.length)}${suffix}`
    if (!used.has(nameKeyOf(candidate))) return candidate
  }
}
