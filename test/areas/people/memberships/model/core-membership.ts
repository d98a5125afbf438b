import {
  deriveStatus,
  deriveStatusOn,
  findDropDay,
  listCoveredSpans,
  type MembershipFacts,
  type TermFacts,
} from '#areas/people/memberships/statuses/statuses.model'
import {
  findLastCovered,
  type Offer,
  planActivatedSpan,
  planBackPayment,
  planRenewalTerm,
  planTermFrom,
  type TermKind,
  type TermRules,
  type WaitingTerm,
} from '#areas/people/memberships/terms/terms.model'
import { addDays, type Day, laterDay } from '#kernel/time/calendar'
import type { Settings } from './independent-model.ts'

/** Combines the pure rules as the services do, without a database. Each step returns whether it was allowed. */
export class CoreMembership {
  rules: TermRules
  readonly #dueDays: number
  terms: readonly TermFacts[] = []
  waiting: (WaitingTerm & { dueOn: Day }) | null = null
  suspendedOn: Day | null = null
  cancelledOn: Day | null = null
  droppedOn: Day | null = null

  constructor({ dueDays, ...settings }: Settings) {
    this.rules = { ...settings, isProrated: false }
    this.#dueDays = dueDays
  }

  #facts: MembershipFacts | null = null
  #factsOf: unknown[] = []

  /** Computed again only after a change, because they are read for every day. */
  get facts(): MembershipFacts {
    const from = [this.rules, this.terms, this.waiting, this.suspendedOn, this.cancelledOn, this.droppedOn]
    if (this.#facts && from.every((one, at) => one === this.#factsOf[at])) return this.#facts
    this.#factsOf = from
    this.#facts = this.#factsNow()
    return this.#facts
  }

  #factsNow(): MembershipFacts {
    const waiting = this.waiting ? [{ ...this.waiting, endedOn: null, isActivated: false }] : []
    const { suspendedOn, cancelledOn, droppedOn } = this
    return {
      suspendedOn,
      cancelledOn,
      droppedOn,
      graceDays: this.rules.graceDays,
      renewalInvoiceDays: null,
      terms: [...this.terms, ...waiting],
      unpaidDueOn: this.waiting?.dueOn ?? null,
      partDueOn: null,
    }
  }

  status = (day: Day) => deriveStatusOn(this.facts, day)
  derivedOn = (day: Day) => deriveStatus(this.facts, day)

  isDropDue(day: Day): boolean {
    const due = findDropDay(this.facts)
    return due !== null && due <= day
  }

  join(day: Day): boolean {
    return this.#agree('first', planTermFrom(this.rules, day), day)
  }

  renew(day: Day): boolean {
    if (this.#hasEnded() || this.waiting) return false
    return this.#agree('renewal', planRenewalTerm(this.rules, listCoveredSpans(this.terms), day), day)
  }

  changeLength(day: Day, months: number): boolean {
    if (this.#hasEnded()) return false
    const before = this.rules.months
    this.rules = { ...this.rules, months }
    if (!this.waiting || before === months) return true
    const { kind, startsOn } = this.waiting
    this.waiting = null
    if (kind === 'renewal') return this.renew(day)
    return this.#agree(kind, planTermFrom(this.rules, laterDay(startsOn, day)), day)
  }

  pay(day: Day): boolean {
    const { waiting } = this
    if (!waiting) return false
    this.waiting = null
    if (waiting.kind === 'backpayment') this.#clearTermEnds()
    const span = planActivatedSpan(this.rules, waiting, listCoveredSpans(this.terms), day)
    this.terms = [...this.terms, { ...span, endedOn: null, isActivated: true }]
    if (waiting.kind === 'return' || waiting.kind === 'backpayment') this.cancelledOn = this.droppedOn = null
    return true
  }

  suspend(day: Day): boolean {
    if (!['Active', 'Grace', 'Lapsed'].includes(this.status(day))) return false
    this.suspendedOn = day
    return true
  }

  resume(day: Day, extend: boolean): boolean {
    if (!this.suspendedOn) return false
    const covered = listCoveredSpans(this.terms)
    let lost = 0
    for (let at = this.suspendedOn; at < day; at = addDays(at, 1)) {
      if (covered.some(({ startsOn, endsOn }) => startsOn <= at && at <= endsOn)) lost++
    }
    const last = findLastCovered(covered)
    if (extend && lost > 0) {
      const given = { startsOn: addDays(last, 1), endsOn: addDays(last, lost), endedOn: null, isActivated: true }
      this.terms = [...this.terms, given]
    }
    this.suspendedOn = null
    return true
  }

  cancel(day: Day): boolean {
    if (this.#hasEnded()) return this.#callOff()
    this.#end(day)
    this.cancelledOn = day
    return true
  }

  #callOff(): boolean {
    const { waiting } = this
    this.waiting = null
    return waiting !== null
  }

  drop(day: Day): boolean {
    if (!['Grace', 'Lapsed', 'Suspended'].includes(this.status(day))) return false
    this.#end(day)
    this.droppedOn = day
    return true
  }

  reinstate(day: Day, continues: boolean): boolean {
    if (!this.#hasEnded() || this.waiting) return false
    const covered = listCoveredSpans(this.terms.map((term) => ({ ...term, endedOn: null })))
    if (!continues || covered.length === 0) return this.#agree('return', planTermFrom(this.rules, day), day)
    if (findLastCovered(covered) >= day) {
      this.#clearTermEnds()
      this.cancelledOn = this.droppedOn = null
      return true
    }
    const offer = planBackPayment(this.rules, covered, day)
    return offer ? this.#agree('backpayment', offer, day) : false
  }

  #agree(kind: TermKind, { startsOn, endsOn, months }: Offer, day: Day): boolean {
    this.waiting = { kind, startsOn, endsOn, months, dueOn: addDays(day, this.#dueDays) }
    return true
  }

  #hasEnded = () => this.cancelledOn !== null || this.droppedOn !== null

  #clearTermEnds() {
    this.terms = this.terms.map((term) => ({ ...term, endedOn: null }))
  }

  #end(day: Day) {
    this.waiting = null
    this.suspendedOn = null
    this.terms = this.terms.map((term) =>
      term.endedOn === null && term.endsOn >= day ? { ...term, endedOn: addDays(day, -1) } : term,
    )
  }
}
