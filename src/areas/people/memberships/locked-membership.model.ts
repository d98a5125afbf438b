import { addDays, type Day, earlierDay } from '#kernel/time/calendar'
import { dayOf } from '#kernel/time/day'
import type { MembershipLevel, MembershipType, Prisma } from '#prisma/client'
import { listCoveredSpans, type MembershipFacts, type TermFacts } from './statuses/statuses.model.ts'
import type { Span, TermKind, TermRules } from './terms/terms.model.ts'

/** The first open part of an invoice. */
const OPEN_PARTS = {
  parts: { where: { openAmount: { gt: 0 } }, orderBy: { position: 'asc' }, take: 1 },
} as const satisfies Prisma.InvoiceInclude

/** The parts of a membership that its rules need; void terms and level changes are left out. */
export const membershipParts = {
  include: {
    type: true,
    level: true,
    nextLevel: true,
    terms: {
      where: { voidedAt: null },
      include: {
        level: true,
        invoice: { include: OPEN_PARTS },
        levelChanges: { where: { voidedAt: null }, include: { invoice: true } },
      },
      orderBy: [{ startsOn: 'asc' }, { id: 'asc' }],
    },
  },
} as const satisfies Prisma.MembershipDefaultArgs

/** A membership whose row is locked until the transaction ends, and its contact's row too. */
export type LockedMembership = Prisma.MembershipGetPayload<typeof membershipParts>
export type LockedTerm = LockedMembership['terms'][number]
export type LockedLevelChange = LockedTerm['levelChanges'][number]

/** Returns the term rules of a type and a level. A fixed type without a date renews on 1 January. */
export const rulesOf = (type: MembershipType, level: Pick<MembershipLevel, 'termMonths'> | null): TermRules => ({
  kind: type.termKindId === 2 ? 'fixed' : 'rolling',
  months: level?.termMonths ?? type.termMonths,
  renewalMonth: type.renewalMonth ?? 1,
  renewalDay: type.renewalDay ?? 1,
  isProrated: type.isProrated,
  rolloverDays: type.rolloverDays,
  graceDays: type.graceDays,
})

const termFacts = ({ startsOn, endsOn, endedOn, activatedAt }: LockedTerm): TermFacts => ({
  startsOn: dayOf(startsOn),
  endsOn: dayOf(endsOn),
  endedOn: endedOn && dayOf(endedOn),
  isActivated: activatedAt !== null,
})

export const factsOf = (membership: LockedMembership): MembershipFacts => ({
  suspendedOn: membership.suspendedOn && dayOf(membership.suspendedOn),
  cancelledOn: membership.cancelledOn && dayOf(membership.cancelledOn),
  droppedOn: membership.droppedOn && dayOf(membership.droppedOn),
  graceDays: membership.type.graceDays,
  renewalInvoiceDays: membership.type.renewalInvoiceDays,
  terms: membership.terms.map(termFacts),
  unpaidDueOn: unpaidDueOn(membership),
  partDueOn: partDueOn(membership),
})

const unpaidDueOn = (membership: LockedMembership): Day | null => {
  const invoice = findWaitingTerm(membership)?.invoice
  return invoice ? dayOf(invoice.dueOn) : null
}

/** Returns the due date of the oldest part that is open, of the terms that have taken effect. */
const partDueOn = ({ terms }: LockedMembership): Day | null =>
  terms
    .filter(({ activatedAt }) => activatedAt !== null)
    .flatMap(({ invoice }) => (invoice?.parts ?? []).map(({ dueOn }) => dayOf(dueOn)))
    .reduce<Day | null>((first, day) => (first === null ? day : earlierDay(first, day)), null)

/** Returns the days that the activated terms cover, in order. */
export const listCovered = (membership: LockedMembership): Span[] => listCoveredSpans(membership.terms.map(termFacts))

/** Returns the days that the activated terms would cover if the membership had never ended early. */
export const listCoveredWithoutEnds = (membership: LockedMembership): Span[] =>
  listCoveredSpans(membership.terms.map((term) => ({ ...termFacts(term), endedOn: null })))

/** Returns the one term that waits for its payment or for approval. */
export const findWaitingTerm = (membership: LockedMembership): LockedTerm | undefined =>
  membership.terms.find(({ activatedAt }) => activatedAt === null)

export const findWaitingLevelChange = (membership: LockedMembership): LockedLevelChange | undefined =>
  membership.terms.flatMap(({ levelChanges }) => levelChanges).find(({ activatedAt }) => activatedAt === null)

/** Returns the activated term that covers a day. */
export const findTermOn = (membership: LockedMembership, day: Day): LockedTerm | undefined =>
  membership.terms.find((term) => {
    const [span] = listCoveredSpans([termFacts(term)])
    return span && span.startsOn <= day && day <= span.endsOn
  })

/** Returns the level of a term after the level changes that took effect within it. */
export const findLevelId = (term: LockedTerm): number | null => {
  const activated = term.levelChanges.filter(({ activatedAt }) => activatedAt !== null)
  return activated.sort((a, b) => a.id - b.id).at(-1)?.levelId ?? term.levelId
}

/** Returns the level of the last activated term. */
export const findLastLevelId = (membership: LockedMembership): number | null => {
  const last = membership.terms.filter(({ activatedAt }) => activatedAt !== null).at(-1)
  return last ? findLevelId(last) : membership.levelId
}

export const findNextLevelId = (membership: LockedMembership): number | null =>
  membership.nextLevelId ?? findLastLevelId(membership)

export const kindOf = (term: LockedTerm): TermKind => term.kind as TermKind

export const hasEnded = ({ cancelledOn, droppedOn }: LockedMembership): boolean =>
  cancelledOn !== null || droppedOn !== null

/** Counts the covered days from `from` to the day before `to`. */
export const countCoveredDaysBetween = (covered: readonly Span[], from: Day, to: Day): number => {
  let days = 0
  for (let day = from; day < to; day = addDays(day, 1)) {
    if (covered.some(({ startsOn, endsOn }) => startsOn <= day && day <= endsOn)) days++
  }
  return days
}
