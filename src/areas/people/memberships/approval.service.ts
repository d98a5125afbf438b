import { conflict } from '#kernel/errors/problem'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { laterDay } from '#kernel/time/calendar'
import { dateOf, dayOf } from '#kernel/time/day'
import { endMembership } from './ending.service.ts'
import { hasEnded, rulesOf, waitingTerm } from './locked-membership.model.ts'
import { type ChangeContext, changeMembership } from './membership-change.service.ts'
import { membershipEvents } from './memberships.events.ts'
import type { MembershipText } from './memberships.queries.ts'
import { termFrom } from './terms/terms.model.ts'
import { agreeTerm, voidWaiting } from './terms/terms.service.ts'

/** Approves an application: its first term, from today on at the earliest, is invoiced. 409 where none is awaited. */
export const approveMembership = (scope: Scope, id: number, expected: ExpectedVersion): Promise<MembershipText> =>
  changeMembership(scope, id, expected, async (context) => {
    const { tx, held, today } = context
    assertAwaiting(context)
    const asked = waitingTerm(held)
    const startsOn = laterDay(asked ? dayOf(asked.startsOn) : today, today)
    await voidWaiting(context)
    const data = { approvedAt: scope.clock.now(), joinedOn: dateOf(today) }
    await tx.membership.updateMany({ where: { tenantId: scope.db.tenantId, id }, data })
    held.approvedAt = data.approvedAt
    context.tell(membershipEvents.approved)
    const levelId = held.nextLevelId ?? asked?.levelId ?? held.levelId
    const level = levelId === held.nextLevelId ? held.nextLevel : (asked?.level ?? held.level)
    await agreeTerm(context, { kind: 'first', offer: termFrom(rulesOf(held.type, level), startsOn), levelId })
  })

/** Declines an application, which ends it. 409 where none is awaited. */
export const declineMembership = (
  scope: Scope,
  id: number,
  reason: string | null,
  expected: ExpectedVersion,
): Promise<MembershipText> =>
  changeMembership(scope, id, expected, async (context) => {
    assertAwaiting(context)
    await endMembership(context, 'cancelled', reason ?? 'Declined')
    context.tell(membershipEvents.cancelled, { isDeclined: true, reason })
  })

const assertAwaiting = ({ held }: ChangeContext): void => {
  if (held.approvedAt || hasEnded(held)) throw conflict('not-awaiting-approval', 'No approval is awaited.')
}
