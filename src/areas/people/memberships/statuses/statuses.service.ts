import { conflict } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { addDays, laterDay } from '#kernel/time/calendar'
import { dateOf, dayOf } from '#kernel/time/day'
import {
  countCoveredDaysBetween,
  factsOf,
  findLastLevelId,
  findWaitingTerm,
  hasEnded,
  listCovered,
  rulesOf,
} from '../locked-membership.model.ts'
import { type ChangeContext, changeMembership, requireOngoing } from '../membership-change.service.ts'
import { membershipEvents } from '../memberships.events.ts'
import { findLastCovered, planTermFrom } from '../terms/terms.model.ts'
import { addTerm, reloadMembership, voidWaitingParts } from '../terms/terms.service.ts'
import { deriveStatusOn } from './statuses.model.ts'

/**
 * Approves an application and issues the invoice of its first term, which begins today at the earliest.
 *
 * @throws 404, 409 not-awaiting-approval, stale-audit-id, 412.
 */
export const approveMembership = (scope: Scope, id: number, expected: ExpectedVersion): Promise<VersionedRow> =>
  changeMembership(scope, id, expected, async (context) => {
    const { tx, membership, today } = context
    requireAwaitingApproval(context)
    const requested = findWaitingTerm(membership)
    const startsOn = laterDay(requested ? dayOf(requested.startsOn) : today, today)
    await voidWaitingParts(context)
    const data = { approvedAt: scope.clock.now(), joinedOn: dateOf(today) }
    await tx.membership.updateMany({ where: { tenantId: scope.db.tenantId, id }, data })
    membership.approvedAt = data.approvedAt
    context.addEvent(membershipEvents.approved)
    const levelId = membership.nextLevelId ?? requested?.levelId ?? membership.levelId
    const level = levelId === membership.nextLevelId ? membership.nextLevel : (requested?.level ?? membership.level)
    const planId = levelId === requested?.levelId ? (requested?.paymentPlanId ?? null) : null
    const offer = planTermFrom(rulesOf(membership.type, level), startsOn)
    await addTerm(context, { kind: 'first', offer, levelId, planId })
  })

/** Declines an application, which ends it. @throws 404, 409 not-awaiting-approval, stale-audit-id, 412. */
export const declineMembership = (
  scope: Scope,
  id: number,
  reason: string | null,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  changeMembership(scope, id, expected, async (context) => {
    requireAwaitingApproval(context)
    await endMembership(context, 'cancelled', reason ?? 'Declined')
    context.addEvent(membershipEvents.cancelled, { isDeclined: true, reason })
  })

const requireAwaitingApproval = ({ membership }: ChangeContext): void => {
  if (!membership.approvedAt && !hasEnded(membership)) return
  throw conflict('not-awaiting-approval', 'The membership is not awaiting approval.')
}

/**
 * Suspends a membership from today on. It gives no benefits and is not dropped; its terms continue.
 *
 * @throws 404, 409 wrong-status, membership-ended, not-approved, stale-audit-id, 412.
 */
export const suspendMembership = (
  scope: Scope,
  id: number,
  reason: string | null,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  changeMembership(scope, id, expected, async (context) => {
    const { tx, membership, today } = context
    requireOngoing(context)
    const status = deriveStatusOn(factsOf(membership), today)
    if (status !== 'Active' && status !== 'Grace' && status !== 'Lapsed') {
      throw conflict('wrong-status', `A membership with the status ${status} cannot be suspended.`, { Status: status })
    }
    const data = { suspendedOn: dateOf(today), endReason: reason }
    await tx.membership.updateMany({ where: { tenantId: scope.db.tenantId, id }, data })
    context.addEvent(membershipEvents.suspended, { reason })
  })

/**
 * Resumes a suspended membership. The covered days of the suspension are lost, unless `extendTerm` adds them as an
 * extension after the last term.
 *
 * @throws 404, 409 wrong-status, stale-audit-id, 412.
 */
export const resumeMembership = (
  scope: Scope,
  id: number,
  extendTerm: boolean,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  changeMembership(scope, id, expected, async (context) => {
    const { tx, membership, today } = context
    const { status, suspendedOn } = membership
    if (!suspendedOn) throw conflict('wrong-status', 'The membership is not suspended.', { Status: status })
    const days = extendTerm ? countCoveredDaysBetween(listCovered(membership), dayOf(suspendedOn), today) : 0
    if (days > 0) await addExtension(context, days)
    const data = { suspendedOn: null, endReason: null }
    await tx.membership.updateMany({ where: { tenantId: scope.db.tenantId, id }, data })
    context.addEvent(membershipEvents.resumed, { daysAdded: days })
  })

const addExtension = async (context: ChangeContext, days: number): Promise<void> => {
  const { scope, tx, membership } = context
  const last = findLastCovered(listCovered(membership))
  await tx.membershipTerm.create({
    data: {
      tenantId: scope.db.tenantId,
      membershipId: membership.id,
      kind: 'extension',
      levelId: findLastLevelId(membership),
      startsOn: dateOf(addDays(last, 1)),
      endsOn: dateOf(addDays(last, days)),
      months: 0,
      amount: 0,
      activatedAt: scope.clock.now(),
    },
  })
  await reloadMembership(context)
}

/**
 * Ends a membership today without a refund for the rest of its term. If it has ended and waits for the payment that
 * reinstates it, cancels the reinstatement instead.
 *
 * @throws 404, 409 membership-ended, stale-audit-id, 412.
 */
export const cancelMembership = (
  scope: Scope,
  id: number,
  reason: string | null,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  changeMembership(scope, id, expected, async (context) => {
    if (hasEnded(context.membership)) return cancelReinstatement(context)
    await cancelLocked(context, reason)
  })

/** Cancels the membership of a change, which has not ended. */
export const cancelLocked = async (context: ChangeContext, reason: string | null): Promise<void> => {
  await endMembership(context, 'cancelled', reason)
  context.addEvent(membershipEvents.cancelled, { reason })
}

const cancelReinstatement = async (context: ChangeContext): Promise<void> => {
  if (!findWaitingTerm(context.membership)) throw conflict('membership-ended', 'The membership has already ended.')
  await voidWaitingParts(context)
  context.addEvent(membershipEvents.updated, { isReinstating: false })
}

/**
 * Drops a member that did not renew: only after the expiry, or while suspended.
 *
 * @throws 404, 409 wrong-status, stale-audit-id, 412.
 */
export const dropMembership = (
  scope: Scope,
  id: number,
  reason: string | null,
  expected: ExpectedVersion,
): Promise<VersionedRow> => changeMembership(scope, id, expected, (context) => dropLocked(context, reason))

/** Drops the membership of a change. @throws 409 wrong-status. */
export const dropLocked = async (context: ChangeContext, reason: string | null): Promise<void> => {
  const status = deriveStatusOn(factsOf(context.membership), context.today)
  if (status !== 'Grace' && status !== 'Lapsed' && status !== 'Suspended') {
    throw conflict('wrong-status', `A membership with the status ${status} cannot be dropped. Cancel it instead.`, {
      Status: status,
    })
  }
  await endMembership(context, 'dropped', reason)
  context.addEvent(membershipEvents.dropped, { reason })
}

/** Ends a membership on the current day: its terms cover no later day, and what waits for payment is voided. */
const endMembership = async (
  context: ChangeContext,
  how: 'cancelled' | 'dropped',
  reason: string | null,
): Promise<void> => {
  const { scope, tx, membership, today } = context
  const { tenantId } = scope.db
  await voidWaitingParts(context)
  await tx.membershipTerm.updateMany({
    where: { tenantId, membershipId: membership.id, voidedAt: null, endedOn: null, endsOn: { gte: dateOf(today) } },
    data: { endedOn: dateOf(addDays(today, -1)) },
  })
  const ended = how === 'cancelled' ? { cancelledOn: dateOf(today) } : { droppedOn: dateOf(today) }
  await tx.membership.updateMany({
    where: { tenantId, id: membership.id },
    data: { ...ended, endReason: reason, suspendedOn: null, autoRenew: false },
  })
}
