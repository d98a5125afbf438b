import { issueInvoice, voidInvoice } from '#areas/finance/books/invoices.service'
import { fromCents, shareOf, toCents } from '#kernel/money/cents'
import { addDays, type Day } from '#kernel/time/calendar'
import { dateOf, dayOf } from '#kernel/time/day'
import type { MembershipLevel } from '#prisma/client'
import {
  coveredIfNeverEnded,
  coveredOf,
  type HeldLevelChange,
  type HeldTerm,
  kindOf,
  nextLevelIdOf,
  rulesOf,
  waitingLevelChange,
  waitingTerm,
  wholeMembership,
} from '../locked-membership.model.ts'
import type { ChangeContext } from '../membership-change.service.ts'
import { type MembershipEvent, membershipEvents } from '../memberships.events.ts'
import { activatedSpan, type Offer, type TermKind } from './terms.model.ts'

/** Reads the membership again after a step changed its terms. */
export const readAgain = async ({ scope, tx, held }: ChangeContext): Promise<void> => {
  const fresh = await tx.membership.findFirst({
    where: { tenantId: scope.db.tenantId, id: held.id },
    ...wholeMembership,
  })
  Object.assign(held, fresh)
}

/** A term as it is to be agreed. */
export interface Agreement {
  kind: TermKind
  offer: Offer
  levelId: number | null
}

/** Agrees a term. Unless it waits for approval it is invoiced, and takes effect at once where nothing is to be paid. */
export const agreeTerm = async (context: ChangeContext, { kind, offer, levelId }: Agreement): Promise<void> => {
  const { scope, tx, held } = context
  const { tenantId } = scope.db
  const { startsOn, endsOn, months } = offer
  const dates = { startsOn: dateOf(startsOn), endsOn: dateOf(endsOn) }
  const amount = fromCents(await priceOf(context, levelId, offer.paidMonths))
  await tx.membershipTerm.create({
    data: { tenantId, membershipId: held.id, kind, levelId, ...dates, months, amount },
  })
  await readAgain(context)
  if (held.approvedAt) await chargeWaitingTerm(context)
}

/** The level that the next term is to have; null where the type has none. */
export const nextLevelOf = async ({ scope, tx, held }: ChangeContext): Promise<MembershipLevel | null> => {
  const id = nextLevelIdOf(held)
  return id === null ? null : tx.membershipLevel.findFirst({ where: { tenantId: scope.db.tenantId, id } })
}

const priceOf = async ({ scope, tx, held }: ChangeContext, levelId: number | null, paidMonths: number) => {
  if (levelId === null) return 0
  const level = await tx.membershipLevel.findFirstOrThrow({ where: { tenantId: scope.db.tenantId, id: levelId } })
  return shareOf(toCents(level.price), paidMonths, rulesOf(held.type, level).months)
}

/** Invoices the term that waits; where nothing is to be paid it takes effect at once. */
export const chargeWaitingTerm = async (context: ChangeContext): Promise<void> => {
  const { scope, tx, held, today } = context
  const term = waitingTerm(held)
  if (!term) return
  const cents = toCents(term.amount)
  if (cents === 0) return activateTerm(context, term, today)
  const invoice = await issueInvoice(scope, tx, {
    contactId: held.contactId,
    lines: [{ description: describe(context, term), cents }],
    issuedOn: today,
    dueOn: addDays(today, held.type.dueDays),
  })
  const where = { tenantId: scope.db.tenantId, id: term.id }
  await tx.membershipTerm.updateMany({ where, data: { invoiceId: invoice.id } })
  await readAgain(context)
}

const describe = ({ held }: ChangeContext, term: HeldTerm): string =>
  `${[held.type.name, term.level?.name].filter(Boolean).join(', ')}: ${dayOf(term.startsOn)} to ${dayOf(term.endsOn)}`

/** Lets what waits on an invoice take effect, once it is settled. What is void, or active already, stays as it is. */
export const activatePaid = async (context: ChangeContext, invoiceId: number, paidOn: Day): Promise<void> => {
  const term = waitingTerm(context.held)
  if (term?.invoiceId === invoiceId) await activateTerm(context, term, paidOn)
  const change = waitingLevelChange(context.held)
  if (change?.invoiceId === invoiceId) await activateLevelChange(context, change)
}

/** What a term tells when it takes effect. */
const TOLD: Partial<Record<TermKind, MembershipEvent>> = {
  renewal: membershipEvents.renewed,
  return: membershipEvents.reinstated,
  backpayment: membershipEvents.reinstated,
}

const activateTerm = async (context: ChangeContext, term: HeldTerm, paidOn: Day): Promise<void> => {
  const { scope, tx, held } = context
  const { tenantId } = scope.db
  const kind = kindOf(term)
  if (kind === 'backpayment') await liftEnds(context)
  const covered = kind === 'backpayment' ? coveredIfNeverEnded(held) : coveredOf(held)
  const rules = rulesOf(held.type, term.level)
  const waiting = { kind, months: term.months, startsOn: dayOf(term.startsOn), endsOn: dayOf(term.endsOn) }
  const span = activatedSpan(rules, waiting, covered, paidOn)
  const dates = { startsOn: dateOf(span.startsOn), endsOn: dateOf(span.endsOn) }
  // The condition keeps the promise even where the caller's view of the term were old: it takes effect once.
  const { count } = await tx.membershipTerm.updateMany({
    where: { tenantId, id: term.id, activatedAt: null, voidedAt: null },
    data: { ...dates, activatedAt: scope.clock.now() },
  })
  if (count === 0) return
  if (kind === 'return' || kind === 'backpayment') await clearEnd(context)
  if (held.nextLevelId !== null && held.nextLevelId === term.levelId) await setNextLevel(context, null)
  const told = TOLD[kind]
  if (told) context.tell(told, { termId: term.id, startsOn: span.startsOn, endsOn: span.endsOn })
  await readAgain(context)
}

export const activateLevelChange = async (context: ChangeContext, change: HeldLevelChange): Promise<void> => {
  const { scope, tx } = context
  const { count } = await tx.membershipLevelChange.updateMany({
    where: { tenantId: scope.db.tenantId, id: change.id, activatedAt: null, voidedAt: null },
    data: { activatedAt: scope.clock.now() },
  })
  if (count > 0) context.tell(membershipEvents.levelChanged, { levelId: change.levelId, atOnce: true })
  await readAgain(context)
}

export const setNextLevel = async ({ scope, tx, held }: ChangeContext, nextLevelId: number | null): Promise<void> => {
  await tx.membership.updateMany({ where: { tenantId: scope.db.tenantId, id: held.id }, data: { nextLevelId } })
}

/** Terms that were cut short cover their days again. */
export const liftEnds = async ({ scope, tx, held }: ChangeContext): Promise<void> => {
  const where = { tenantId: scope.db.tenantId, membershipId: held.id }
  await tx.membershipTerm.updateMany({ where, data: { endedOn: null } })
}

/** The membership goes on: what ended it is past. */
export const clearEnd = async ({ scope, tx, held }: ChangeContext): Promise<void> => {
  const where = { tenantId: scope.db.tenantId, id: held.id }
  await tx.membership.updateMany({ where, data: { droppedOn: null, cancelledOn: null, endReason: null } })
}

/** Voids the term that waits, with its invoice; what was paid on that stays the contact's credit. */
export const voidWaitingTerm = async (context: ChangeContext): Promise<void> => {
  const { scope, tx, held } = context
  const term = waitingTerm(held)
  if (!term) return
  const where = { tenantId: scope.db.tenantId, id: term.id }
  await tx.membershipTerm.updateMany({ where, data: { voidedAt: scope.clock.now() } })
  if (term.invoiceId) await voidInvoice(scope, tx, term.invoiceId)
  await readAgain(context)
}

/** The same for all that waits: a term and a change of level. */
export const voidWaiting = async (context: ChangeContext): Promise<void> => {
  const { scope, tx, held } = context
  const change = waitingLevelChange(held)
  if (change) {
    const where = { tenantId: scope.db.tenantId, id: change.id }
    await tx.membershipLevelChange.updateMany({ where, data: { voidedAt: scope.clock.now() } })
    if (change.invoiceId) await voidInvoice(scope, tx, change.invoiceId)
  }
  await voidWaitingTerm(context)
  await readAgain(context)
}
