import type { GrantRequest } from '#areas/commerce/benefit-ledger/grants/grants.service'
import { addDays, type Day, earlierDay, laterDay } from '#kernel/time/calendar'
import type { StoredMembership, StoredTerm } from '../memberships.sql.ts'

interface PricedSpan {
  term: StoredTerm
  startsOn: Day
  endsOn: Day
}

/**
 * Returns the benefits that the activated terms of a membership give. They can be used through the end of the term;
 * through the end of grace if no term follows and the membership has not ended. An extension lengthens the term before
 * it.
 */
export const planTermGrants = (membership: StoredMembership, today: Day): GrantRequest[] => {
  const { id, contactId, suspendedOn, cancelledOn, droppedOn, graceDays } = membership
  const hasEnded = cancelledOn !== null || droppedOn !== null
  const spans = pricedSpans(membership.terms)
  return spans.map(({ term, startsOn, endsOn }, at) => {
    const next = spans.slice(at + 1).find((span) => span.endsOn >= span.startsOn)
    const withGrace = hasEnded ? endsOn : addDays(endsOn, graceDays)
    const through = next ? laterDay(endsOn, earlierDay(withGrace, addDays(next.startsOn, -1))) : withGrace
    return {
      source: { kind: 'membership-term', id: term.id },
      contactId,
      membershipId: id,
      packageId: term.packageId,
      variantId: term.levelId,
      from: startsOn,
      through,
      isPaused: !hasEnded && suspendedOn !== null && suspendedOn <= today,
    }
  })
}

const pricedSpans = (terms: readonly StoredTerm[]): PricedSpan[] => {
  const spans: PricedSpan[] = []
  for (const term of terms) {
    if (!term.isActivated) continue
    const endsOn = term.endedOn ? earlierDay(term.endsOn, term.endedOn) : term.endsOn
    const last = spans.at(-1)
    if (term.kind !== 'extension') spans.push({ term, startsOn: term.startsOn, endsOn })
    else if (last && endsOn >= term.startsOn) last.endsOn = laterDay(last.endsOn, endsOn)
  }
  return spans
}
