import { conflict, ruleRefused } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { hasEnded, type LockedMembership, listCoveredWithoutEnds, rulesOf } from '../locked-membership.model.ts'
import { type ChangeContext, changeMembership } from '../membership-change.service.ts'
import { membershipEvents } from '../memberships.events.ts'
import { requireNoOtherMembership } from '../memberships.queries.ts'
import { findLastCovered, planBackPayment, planTermFrom } from '../terms/terms.model.ts'
import {
  addTerm,
  clearMembershipEnd,
  clearTermEnds,
  findNextLevel,
  requireNoWaitingTerm,
} from '../terms/terms.service.ts'

/**
 * Reinstates a membership that was dropped or cancelled. By default a new term begins when it is paid, and the gap
 * stays. With `continues` the membership continues from its old expiry: the rest of the ended term counts again, and if
 * that does not cover today, as many whole terms as necessary must be paid. The membership stays ended until the payment.
 *
 * @throws 404, 409 wrong-status, already-member or term-waiting, 422 too-long-ago.
 */
export const reinstateMembership = (
  scope: Scope,
  id: number,
  continues: boolean,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  changeMembership(scope, id, expected, async (context) => {
    const { tx, membership } = context
    requireReinstatable(membership)
    await requireNoOtherMembership(scope, tx, membership.contactId, membership.typeId, id)
    requireNoWaitingTerm(context)
    const isContinued = continues && listCoveredWithoutEnds(membership).length > 0
    await (isContinued ? continueFromExpiry(context) : startNewTerm(context))
    if (!hasEnded(membership)) return
    context.addEvent(membershipEvents.updated, { isReinstating: true })
  })

const requireReinstatable = (membership: LockedMembership): void => {
  if (hasEnded(membership) && membership.approvedAt) return
  const why = hasEnded(membership)
    ? 'A membership that was never approved cannot be reinstated. Create a new membership instead.'
    : 'Only a dropped or cancelled membership can be reinstated.'
  throw conflict('wrong-status', why, { Status: membership.status })
}

const startNewTerm = async (context: ChangeContext): Promise<void> => {
  const { membership, today } = context
  const level = await findNextLevel(context)
  const offer = planTermFrom(rulesOf(membership.type, level), today)
  await addTerm(context, { kind: 'return', offer, levelId: level?.id ?? null })
}

const continueFromExpiry = async (context: ChangeContext): Promise<void> => {
  const { membership, today } = context
  const covered = listCoveredWithoutEnds(membership)
  if (findLastCovered(covered) >= today) {
    await clearTermEnds(context)
    await clearMembershipEnd(context)
    context.addEvent(membershipEvents.reinstated)
    membership.cancelledOn = membership.droppedOn = null
    return
  }
  const level = await findNextLevel(context)
  const offer = planBackPayment(rulesOf(membership.type, level), covered, today)
  if (!offer) {
    throw ruleRefused(
      'too-long-ago',
      'More than ten terms would have to be paid. Reinstate it with a new term instead.',
    )
  }
  await addTerm(context, { kind: 'backpayment', offer, levelId: level?.id ?? null })
}
