import { invoiceDues } from '#areas/finance/books/invoices/dues.service'
import type { MembershipLevelChangeInput } from '#contract/people/memberships'
import { conflict } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { fromCents, shareOf } from '#kernel/money/cents'
import { unknownReference } from '#kernel/records/references'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { addDays, daysBetween, laterDay } from '#kernel/time/calendar'
import { dayOf } from '#kernel/time/day'
import type { MembershipLevel, MembershipLevelBand } from '#prisma/client'
import {
  findLevelId,
  findTermOn,
  findWaitingLevelChange,
  findWaitingTerm,
  hasEnded,
  kindOf,
  type LockedTerm,
  listCovered,
  rulesOf,
} from '../locked-membership.model.ts'
import { type ChangeContext, changeMembership } from '../membership-change.service.ts'
import { membershipEvents } from '../memberships.events.ts'
import { findTermPrice, WITH_BANDS } from '../types/level-prices.queries.ts'
import { requireLevelOfContact } from '../types/membership-levels.service.ts'
import { planRenewalTerm, planTermFrom } from './terms.model.ts'
import { activateLevelChange, addTerm, reloadMembership, setNextLevel, voidWaitingTerm } from './terms.service.ts'

type BandedLevel = MembershipLevel & { bands: MembershipLevelBand[] }

/**
 * Changes the level from the next term on. A term that waits for its payment is replaced by one at the new level. With
 * AtOnce the current term changes too: the price difference for the remaining days is invoiced, and the level changes
 * when it is paid. A cheaper level costs nothing and gives no refund.
 *
 * @throws 404, 409 membership-ended, wrong-status, change-waiting, partly-paid or stale-audit-id, 412, 422
 *   unknown-reference, level-of-chapters.
 */
export const changeLevel = (
  scope: Scope,
  id: number,
  input: MembershipLevelChangeInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  changeMembership(scope, id, expected, async (context) => {
    const { tx, membership } = context
    if (hasEnded(membership)) throw conflict('membership-ended', 'The membership has ended. Reinstate it first.')
    const where = { tenantId: scope.db.tenantId, typeId: membership.typeId, id: input.LevelId, isActive: true }
    const level = await tx.membershipLevel.findFirst({ where, include: WITH_BANDS })
    if (!level) throw unknownReference('/LevelId', 'active level of the type')
    if (level.id !== membership.levelId) await requireLevelOfContact(scope, tx, level, membership.contactId)
    if (input.AtOnce) await changeLevelNow(context, level)
    await setNextLevel(context, level.id)
    await reloadMembership(context)
    if (findWaitingTerm(membership)) await replaceWaitingTerm(context, level)
    if (!input.AtOnce) context.addEvent(membershipEvents.levelChanged, { levelId: level.id, atOnce: false })
  })

const changeLevelNow = async (context: ChangeContext, level: BandedLevel): Promise<void> => {
  const { scope, tx, membership, today } = context
  if (findWaitingLevelChange(membership))
    throw conflict('change-waiting', 'A level change is already waiting for its payment.')
  const term = membership.suspendedOn ? undefined : findTermOn(membership, today)
  if (!term)
    throw conflict('wrong-status', 'Only an active membership can change its level at once.', {
      Status: membership.status,
    })
  const { tenantId } = scope.db
  const cents = await priceDifference(context, term, level)
  const invoice =
    cents > 0
      ? await invoiceDues(scope, tx, {
          contactId: membership.contactId,
          feeItemId: level.feeItemId,
          description: `${membership.type.name}: change to ${level.name} until ${dayOf(term.endsOn)}`,
          cents,
          issuedOn: today,
          dueOn: addDays(today, membership.type.dueDays),
        })
      : null
  const amount = fromCents(cents)
  const change = await tx.membershipLevelChange.create({
    data: {
      tenantId,
      membershipId: membership.id,
      termId: term.id,
      levelId: level.id,
      amount,
      invoiceId: invoice?.id ?? null,
    },
    include: { invoice: true },
  })
  if (!invoice) await activateLevelChange(context, change)
}

/** Returns the price difference in cents for the remaining days, including today; 0 if the new level is cheaper. */
const priceDifference = async (
  { scope, tx, membership, today }: ChangeContext,
  term: LockedTerm,
  level: BandedLevel,
) => {
  const levelId = findLevelId(term)
  const before =
    levelId &&
    (await tx.membershipLevel.findFirst({ where: { tenantId: scope.db.tenantId, id: levelId }, include: WITH_BANDS }))
  const priceOf = async (one: BandedLevel) =>
    (await findTermPrice(scope, tx, one, membership)) / rulesOf(membership.type, one).months
  const monthly = (await priceOf(level)) - (before ? await priceOf(before) : 0)
  const startsOn = dayOf(term.startsOn)
  const endsOn = dayOf(term.endsOn)
  const remaining = daysBetween(today, endsOn) + 1
  const total = daysBetween(startsOn, endsOn) + 1
  // An extension has no months of its own: a month is assumed to have 30.4 days.
  const months = term.months || total / 30.4
  return Math.max(0, shareOf(monthly * months, remaining, total))
}

const replaceWaitingTerm = async (context: ChangeContext, level: MembershipLevel): Promise<void> => {
  const { membership, today } = context
  const waiting = findWaitingTerm(membership)
  if (!waiting || waiting.levelId === level.id) return
  const { invoice } = waiting
  if (invoice && !invoice.balance.equals(invoice.total)) {
    throw conflict('partly-paid', 'The next term is already partly paid. Its level cannot change.')
  }
  const kind = kindOf(waiting)
  const startsOn = dayOf(waiting.startsOn)
  await voidWaitingTerm(context)
  const rules = rulesOf(membership.type, level)
  const offer =
    kind === 'renewal'
      ? planRenewalTerm(rules, listCovered(membership), today)
      : planTermFrom(rules, laterDay(startsOn, today))
  await addTerm(context, { kind, offer, levelId: level.id })
}
