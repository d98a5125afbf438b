import { conflict } from '#kernel/errors/problem'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { addDays } from '#kernel/time/calendar'
import { dateOf, dayOf } from '#kernel/time/day'
import { coveredDaysBetween, coveredOf, factsOf, lastLevelIdOf } from '../locked-membership.model.ts'
import { type ChangeContext, changeMembership } from '../membership-change.service.ts'
import { membershipEvents } from '../memberships.events.ts'
import type { MembershipText } from '../memberships.queries.ts'
import { assertGoesOn } from '../terms/renewals.service.ts'
import { lastCovered } from '../terms/terms.model.ts'
import { readAgain } from '../terms/terms.service.ts'
import { statusOn } from './statuses.model.ts'

/** Sets a membership aside from today on: it counts for nothing, and is not dropped. Its terms run on. */
export const suspendMembership = (
  scope: Scope,
  id: number,
  reason: string | null,
  expected: ExpectedVersion,
): Promise<MembershipText> =>
  changeMembership(scope, id, expected, async (context) => {
    const { tx, held, today } = context
    assertGoesOn(context)
    const status = statusOn(factsOf(held), today)
    if (status !== 'Active' && status !== 'Grace' && status !== 'Lapsed') {
      throw conflict('wrong-status', `A membership that is ${status} is not suspended.`, { Status: status })
    }
    const data = { suspendedOn: dateOf(today), endReason: reason }
    await tx.membership.updateMany({ where: { tenantId: scope.db.tenantId, id }, data })
    context.tell(membershipEvents.suspended, { reason })
  })

/**
 * Lets a suspended membership go on. The covered days that went by meanwhile are lost, unless they are given on top:
 * as a term of so many days behind the last one.
 */
export const resumeMembership = (
  scope: Scope,
  id: number,
  extendTerm: boolean,
  expected: ExpectedVersion,
): Promise<MembershipText> =>
  changeMembership(scope, id, expected, async (context) => {
    const { tx, held, today } = context
    if (!held.suspendedOn) throw conflict('wrong-status', 'The membership is not suspended.', { Status: held.status })
    const days = extendTerm ? coveredDaysBetween(coveredOf(held), dayOf(held.suspendedOn), today) : 0
    if (days > 0) await giveDays(context, days)
    const data = { suspendedOn: null, endReason: null }
    await tx.membership.updateMany({ where: { tenantId: scope.db.tenantId, id }, data })
    context.tell(membershipEvents.resumed, { daysAdded: days })
  })

const giveDays = async (context: ChangeContext, days: number): Promise<void> => {
  const { scope, tx, held } = context
  const last = lastCovered(coveredOf(held))
  await tx.membershipTerm.create({
    data: {
      tenantId: scope.db.tenantId,
      membershipId: held.id,
      kind: 'extension',
      levelId: lastLevelIdOf(held),
      startsOn: dateOf(addDays(last, 1)),
      endsOn: dateOf(addDays(last, days)),
      months: 0,
      amount: 0,
      activatedAt: scope.clock.now(),
    },
  })
  await readAgain(context)
}

/** Says whether the membership is to renew by itself. 409 where it has ended. */
export const setAutoRenew = (
  scope: Scope,
  id: number,
  autoRenew: boolean,
  expected: ExpectedVersion,
): Promise<MembershipText> =>
  changeMembership(scope, id, expected, async (context) => {
    assertGoesOn(context)
    await context.tx.membership.updateMany({ where: { tenantId: scope.db.tenantId, id }, data: { autoRenew } })
    context.tell(membershipEvents.updated, { autoRenew })
  })
