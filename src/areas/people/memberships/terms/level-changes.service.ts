import { issueInvoice } from '#areas/finance/books/invoices.service'
import type { MembershipLevelChangeInput } from '#contract/people/memberships'
import { conflict, ruleRefused } from '#kernel/errors/problem'
import { fromCents, shareOf, toCents } from '#kernel/money/cents'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { addDays, daysBetween, laterDay } from '#kernel/time/calendar'
import { dayOf } from '#kernel/time/day'
import type { MembershipLevel } from '#prisma/client'
import {
  coveredOf,
  type HeldTerm,
  hasEnded,
  kindOf,
  levelIdOf,
  rulesOf,
  termOn,
  waitingLevelChange,
  waitingTerm,
} from '../locked-membership.model.ts'
import { type ChangeContext, changeMembership } from '../membership-change.service.ts'
import { membershipEvents } from '../memberships.events.ts'
import type { MembershipText } from '../memberships.queries.ts'
import { renewalTerm, termFrom } from './terms.model.ts'
import { activateLevelChange, agreeTerm, readAgain, setNextLevel, voidWaitingTerm } from './terms.service.ts'

/**
 * Changes the level: from the next term on, or at once. A term that waits for its payment is agreed anew at the new
 * level. At once, the difference for the days that are left is invoiced and the level follows its payment; a cheaper
 * level costs nothing and gives nothing back.
 *
 * @throws 404, 409 membership-ended, wrong-status, change-waiting or partly-paid, 422 unknown-reference.
 */
export const changeLevel = (
  scope: Scope,
  id: number,
  input: MembershipLevelChangeInput,
  expected: ExpectedVersion,
): Promise<MembershipText> =>
  changeMembership(scope, id, expected, async (context) => {
    const { tx, held } = context
    if (hasEnded(held)) throw conflict('membership-ended', 'The membership has ended; reinstate it first.')
    const where = { tenantId: scope.db.tenantId, typeId: held.typeId, id: input.LevelId, isActive: true }
    const level = await tx.membershipLevel.findFirst({ where })
    if (!level) throw unknownLevel()
    if (input.AtOnce) await changeAtOnce(context, level)
    await setNextLevel(context, level.id)
    await readAgain(context)
    if (waitingTerm(held)) await agreeWaitingAnew(context, level)
    if (!input.AtOnce) context.tell(membershipEvents.levelChanged, { levelId: level.id, atOnce: false })
  })

const changeAtOnce = async (context: ChangeContext, level: MembershipLevel): Promise<void> => {
  const { scope, tx, held, today } = context
  if (waitingLevelChange(held)) throw conflict('change-waiting', 'A change of level waits for its payment already.')
  const term = held.suspendedOn ? undefined : termOn(held, today)
  if (!term)
    throw conflict('wrong-status', 'Only a membership that is active changes its level at once.', {
      Status: held.status,
    })
  const { tenantId } = scope.db
  const cents = await differenceFor(context, term, level)
  const invoice =
    cents > 0
      ? await issueInvoice(scope, tx, {
          contactId: held.contactId,
          lines: [{ description: `${held.type.name}: change to ${level.name} until ${dayOf(term.endsOn)}`, cents }],
          issuedOn: today,
          dueOn: addDays(today, held.type.dueDays),
        })
      : null
  const amount = fromCents(cents)
  const change = await tx.membershipLevelChange.create({
    data: {
      tenantId,
      membershipId: held.id,
      termId: term.id,
      levelId: level.id,
      amount,
      invoiceId: invoice?.id ?? null,
    },
    include: { invoice: true },
  })
  if (!invoice) await activateLevelChange(context, change)
}

/** Cents for the days that are left, today included; 0 where the new level is cheaper. */
const differenceFor = async ({ scope, tx, held, today }: ChangeContext, term: HeldTerm, level: MembershipLevel) => {
  const levelId = levelIdOf(term)
  const before =
    levelId && (await tx.membershipLevel.findFirst({ where: { tenantId: scope.db.tenantId, id: levelId } }))
  const priceOf = (of: MembershipLevel) => toCents(of.price) / rulesOf(held.type, of).months
  const monthly = priceOf(level) - (before ? priceOf(before) : 0)
  const [startsOn, endsOn] = [dayOf(term.startsOn), dayOf(term.endsOn)]
  const [left, whole] = [daysBetween(today, endsOn) + 1, daysBetween(startsOn, endsOn) + 1]
  // A term of days given on top has no months of its own: a month is taken to have 30.4 days.
  const months = term.months || whole / 30.4
  return Math.max(0, shareOf(monthly * months, left, whole))
}

const agreeWaitingAnew = async (context: ChangeContext, level: MembershipLevel): Promise<void> => {
  const { held, today } = context
  const waiting = waitingTerm(held)
  if (!waiting || waiting.levelId === level.id) return
  const { invoice } = waiting
  if (invoice && !invoice.balance.equals(invoice.total)) {
    throw conflict('partly-paid', 'A part of the next term is paid already: its level cannot change any more.')
  }
  const kind = kindOf(waiting)
  const startsOn = dayOf(waiting.startsOn)
  await voidWaitingTerm(context)
  const rules = rulesOf(held.type, level)
  const offer =
    kind === 'renewal' ? renewalTerm(rules, coveredOf(held), today) : termFrom(rules, laterDay(startsOn, today))
  await agreeTerm(context, { kind, offer, levelId: level.id })
}

const unknownLevel = () =>
  ruleRefused('unknown-reference', 'The request refers to records that do not exist.', [
    { pointer: '/LevelId', message: 'names no level that the type offers' },
  ])
