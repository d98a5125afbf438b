import { addDays, type Day } from '#kernel/time/calendar'
import { dayOf } from '#kernel/time/day'
import type { MembershipLevel, MembershipType, Prisma } from '#prisma/client'
import { coveredSpans, type MembershipFacts, type TermFacts } from './statuses/statuses.model.ts'
import type { Span, TermKind, TermRules } from './terms/terms.model.ts'

/** A membership with all that its rules look at; void terms are left out. */
export const wholeMembership = {
  include: {
    type: true,
    level: true,
    nextLevel: true,
    terms: {
      where: { voidedAt: null },
      include: { level: true, invoice: true, levelChanges: { where: { voidedAt: null }, include: { invoice: true } } },
      orderBy: [{ startsOn: 'asc' }, { id: 'asc' }],
    },
  },
} as const satisfies Prisma.MembershipDefaultArgs

/** A membership whose row, and whose holder's, is held until the transaction ends. */
export type HeldMembership = Prisma.MembershipGetPayload<typeof wholeMembership>
export type HeldTerm = HeldMembership['terms'][number]
export type HeldLevelChange = HeldTerm['levelChanges'][number]

/** What a type and a level of it say about terms. A fixed type without a date renews at the turn of the year. */
export const rulesOf = (type: MembershipType, level: Pick<MembershipLevel, 'termMonths'> | null): TermRules => ({
  kind: type.termKindId === 2 ? 'fixed' : 'rolling',
  months: level?.termMonths ?? type.termMonths,
  renewalMonth: type.renewalMonth ?? 1,
  renewalDay: type.renewalDay ?? 1,
  isProrated: type.isProrated,
  rolloverDays: type.rolloverDays,
  graceDays: type.graceDays,
})

const termFacts = ({ startsOn, endsOn, endedOn, activatedAt }: HeldTerm): TermFacts => ({
  startsOn: dayOf(startsOn),
  endsOn: dayOf(endsOn),
  endedOn: endedOn && dayOf(endedOn),
  isActivated: activatedAt !== null,
})

export const factsOf = (held: HeldMembership): MembershipFacts => ({
  suspendedOn: held.suspendedOn && dayOf(held.suspendedOn),
  cancelledOn: held.cancelledOn && dayOf(held.cancelledOn),
  droppedOn: held.droppedOn && dayOf(held.droppedOn),
  graceDays: held.type.graceDays,
  renewalInvoiceDays: held.type.renewalInvoiceDays,
  terms: held.terms.map(termFacts),
  unpaidDueOn: unpaidDueOn(held),
})

const unpaidDueOn = (held: HeldMembership): Day | null => {
  const invoice = waitingTerm(held)?.invoice
  return invoice ? dayOf(invoice.dueOn) : null
}

/** The days that its activated terms cover, in order. */
export const coveredOf = (held: HeldMembership): Span[] => coveredSpans(held.terms.map(termFacts))

/** The same as if it had never ended early. */
export const coveredIfNeverEnded = (held: HeldMembership): Span[] =>
  coveredSpans(held.terms.map((term) => ({ ...termFacts(term), endedOn: null })))

/** The one term that waits for its payment (or for approval). */
export const waitingTerm = (held: HeldMembership): HeldTerm | undefined =>
  held.terms.find(({ activatedAt }) => activatedAt === null)

export const waitingLevelChange = (held: HeldMembership): HeldLevelChange | undefined =>
  held.terms.flatMap(({ levelChanges }) => levelChanges).find(({ activatedAt }) => activatedAt === null)

/** The activated term that covers a day. */
export const termOn = (held: HeldMembership, day: Day): HeldTerm | undefined =>
  held.terms.find((term) => {
    const [span] = coveredSpans([termFacts(term)])
    return span && span.startsOn <= day && day <= span.endsOn
  })

/** The level that a term has after the changes that took effect within it. */
export const levelIdOf = (term: HeldTerm): number | null => {
  const taken = term.levelChanges.filter(({ activatedAt }) => activatedAt !== null)
  return taken.sort((a, b) => a.id - b.id).at(-1)?.levelId ?? term.levelId
}

/** The level of the last term that took effect. */
export const lastLevelIdOf = (held: HeldMembership): number | null => {
  const last = held.terms.filter(({ activatedAt }) => activatedAt !== null).at(-1)
  return last ? levelIdOf(last) : held.levelId
}

/** The level that the next term is to have. */
export const nextLevelIdOf = (held: HeldMembership): number | null => held.nextLevelId ?? lastLevelIdOf(held)

export const kindOf = (term: HeldTerm): TermKind => term.kind as TermKind

export const hasEnded = ({ cancelledOn, droppedOn }: HeldMembership): boolean =>
  cancelledOn !== null || droppedOn !== null

/** How many of the days from one to the day before another are covered. */
export const coveredDaysBetween = (covered: readonly Span[], from: Day, to: Day): number => {
  let days = 0
  for (let day = from; day < to; day = addDays(day, 1)) {
    if (covered.some(({ startsOn, endsOn }) => startsOn <= day && day <= endsOn)) days++
  }
  return days
}
