import { conflict } from '#kernel/errors/problem'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { addDays } from '#kernel/time/calendar'
import { dateOf } from '#kernel/time/day'
import { factsOf, hasEnded, waitingTerm } from './locked-membership.model.ts'
import { type ChangeContext, changeMembership } from './membership-change.service.ts'
import { membershipEvents } from './memberships.events.ts'
import type { MembershipText } from './memberships.queries.ts'
import { statusOn } from './statuses/statuses.model.ts'
import { voidWaiting } from './terms/terms.service.ts'

/**
 * Ends a membership today, whatever is left of its term; nothing is paid back. Where it has ended and is being brought
 * back, the term that waits for its payment is called off. 409 where it has ended otherwise.
 */
export const cancelMembership = (
  scope: Scope,
  id: number,
  reason: string | null,
  expected: ExpectedVersion,
): Promise<MembershipText> =>
  changeMembership(scope, id, expected, async (context) => {
    if (hasEnded(context.held)) return callOffReturn(context)
    await endMembership(context, 'cancelled', reason)
    context.tell(membershipEvents.cancelled, { reason })
  })

const callOffReturn = async (context: ChangeContext): Promise<void> => {
  if (!waitingTerm(context.held)) throw conflict('membership-ended', 'The membership has ended already.')
  await voidWaiting(context)
  context.tell(membershipEvents.updated, { isReinstating: false })
}

/** Drops a member who did not renew: only behind the expiry, or while suspended. 409 otherwise. */
export const dropMembership = (
  scope: Scope,
  id: number,
  reason: string | null,
  expected: ExpectedVersion,
): Promise<MembershipText> => changeMembership(scope, id, expected, (context) => drop(context, reason))

/** The same within a change that is under way. */
export const drop = async (context: ChangeContext, reason: string | null): Promise<void> => {
  const status = statusOn(factsOf(context.held), context.today)
  if (status !== 'Grace' && status !== 'Lapsed' && status !== 'Suspended') {
    throw conflict('wrong-status', `A membership that is ${status} is not dropped; it may be cancelled.`, {
      Status: status,
    })
  }
  await endMembership(context, 'dropped', reason)
  context.tell(membershipEvents.dropped, { reason })
}

/** Ends it on the tenant's day: from then on its terms cover nothing, and what waits for payment is void. */
export const endMembership = async (
  context: ChangeContext,
  how: 'cancelled' | 'dropped',
  reason: string | null,
): Promise<void> => {
  const { scope, tx, held, today } = context
  const { tenantId } = scope.db
  await voidWaiting(context)
  await tx.membershipTerm.updateMany({
    where: { tenantId, membershipId: held.id, voidedAt: null, endedOn: null, endsOn: { gte: dateOf(today) } },
    data: { endedOn: dateOf(addDays(today, -1)) },
  })
  const ended = how === 'cancelled' ? { cancelledOn: dateOf(today) } : { droppedOn: dateOf(today) }
  await tx.membership.updateMany({
    where: { tenantId, id: held.id },
    data: { ...ended, endReason: reason, suspendedOn: null, autoRenew: false },
  })
}
