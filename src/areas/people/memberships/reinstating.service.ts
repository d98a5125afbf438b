import { conflict, ruleRefused } from '#kernel/errors/problem'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { type ChangeContext, changeMembership, holdContacts } from './change-membership.service.ts'
import { coveredIfNeverEnded, type HeldMembership, hasEnded, rulesOf } from './held-membership.ts'
import { refuseSecond } from './joining.service.ts'
import { membershipEvents } from './memberships.events.ts'
import type { MembershipText } from './memberships.queries.ts'
import { backPayment, lastCovered, termFrom } from './model/terms.ts'
import { refuseWaiting } from './renewal.service.ts'
import { agreeTerm, clearEnd, liftEnds, nextLevelOf } from './term-steps.service.ts'

/**
 * Brings back a membership that was dropped or cancelled. Either with a new term, which begins when it is paid, so that
 * the gap stays; or from the old expiry on: what was left of the term counts again, and where that does not reach
 * today, as many whole terms as do are paid for. It stays ended until the term is paid.
 *
 * @throws 404, 409 wrong-status, already-member or term-waiting, 422 too-long-ago, or unknown-reference where the
 * holder is deleted.
 */
export const reinstateMembership = (
  scope: Scope,
  id: number,
  continues: boolean,
  expected: ExpectedVersion,
): Promise<MembershipText> =>
  changeMembership(scope, id, expected, async (context) => {
    const { tx, held } = context
    assertReinstatable(held)
    const holder = await holdContacts(tx, scope.db.tenantId, held.contactId, false)
    if (!holder || holder.isDeleted) {
      throw ruleRefused('unknown-reference', 'The contact that held the membership is deleted; restore it first.')
    }
    await refuseSecond(scope, tx, held.contactId, held.typeId, id)
    refuseWaiting(context)
    await (continues && coveredIfNeverEnded(held).length > 0 ? goOn(context) : beginAnew(context))
    if (!hasEnded(held)) return
    context.tell(membershipEvents.updated, { isReinstating: true })
  })

const assertReinstatable = (held: HeldMembership): void => {
  if (hasEnded(held) && held.approvedAt) return
  const why = hasEnded(held)
    ? 'A membership that was never approved is not reinstated; let the contact join again.'
    : 'Only a membership that was dropped or cancelled is reinstated.'
  throw conflict('wrong-status', why, { Status: held.status })
}

const beginAnew = async (context: ChangeContext): Promise<void> => {
  const { held, today } = context
  const level = await nextLevelOf(context)
  const offer = termFrom(rulesOf(held.type, level), today)
  await agreeTerm(context, { kind: 'return', offer, levelId: level?.id ?? null })
}

const goOn = async (context: ChangeContext): Promise<void> => {
  const { held, today } = context
  const covered = coveredIfNeverEnded(held)
  if (lastCovered(covered) >= today) {
    await liftEnds(context)
    await clearEnd(context)
    context.tell(membershipEvents.reinstated)
    held.cancelledOn = held.droppedOn = null
    return
  }
  const level = await nextLevelOf(context)
  const offer = backPayment(rulesOf(held.type, level), covered, today)
  if (!offer) throw ruleRefused('too-long-ago', 'More than ten terms would have to be paid; begin a new one instead.')
  await agreeTerm(context, { kind: 'backpayment', offer, levelId: level?.id ?? null })
}
