import { addDays, type Day, daysBetween, earlierDay } from '#kernel/time/calendar'
import {
  deriveStatusOn,
  EXPIRY_NOTICE_DAYS,
  findDropDay,
  findRenewalInvoiceDay,
  listCoveredSpans,
  type MembershipFacts,
  type MembershipStatus,
  type TermFacts,
} from '../statuses/statuses.model.ts'

export type NoticeKind = 'expiring' | 'grace' | 'dropped'

/** A mail to the contact about a term that ends soon or has ended. */
export interface Notice {
  kind: NoticeKind
  termId: number
  /** The last day that the term covers. */
  endsOn: Day
  /** The day on which it was due. */
  dueOn: Day
}

/** The facts that a nightly run depends on, besides the day. */
export interface NightlyFacts extends MembershipFacts {
  /** The stored status. */
  status: string
  terms: readonly (TermFacts & { id: number })[]
  /** Whether the contact is deleted: then only the status changes. */
  isHolderDeleted: boolean
  /** Whether another membership of the contact and type ends later: then that one renews, and this one expires. */
  isOverlapped: boolean
  /** Whether a connection synchronizes it: then only the status changes, because another tenant renews it. */
  isSynchronized: boolean
  /** Whether an address for notices exists. */
  hasAddress: boolean
  /** The notices that are queued already, as `kind:termId`. */
  noticed: readonly string[]
}

/** The plan of a nightly run for one membership. */
export interface NightlyPlan {
  /** The new status and its first day; null if the status stays, or if the membership is dropped. */
  statusChange: { status: MembershipStatus; dueOn: Day } | null
  /** The day on which the drop was due; null if it is not due. */
  dropDueOn: Day | null
  /** The day on which the renewal invoice was due; null if it is not due. */
  invoiceDueOn: Day | null
  notices: Notice[]
}

/** A drop sends a notice at most this many days after it was due. */
export const DROP_NOTICE_DAYS = 7

/**
 * Plans a nightly run for one membership, for the run and its dry run. Includes what earlier days missed. If the nightly
 * run is switched off, only the status changes.
 *
 * Leaves out what is too late: the expiry notice after the expiry, the grace notice after the grace, the invoice of a
 * lapsed membership, the notice of a drop that was due more than a week ago.
 */
export const planNightlyRun = (facts: NightlyFacts, today: Day, isOn: boolean): NightlyPlan => {
  const status = deriveStatusOn(facts, today)
  const isActing = isOn && !facts.isHolderDeleted && !facts.isSynchronized
  const isRenewing = isActing && !facts.isOverlapped
  const dropOn = isActing ? findDropDay(facts) : null
  const dropDueOn = dropOn !== null && dropOn <= today ? dropOn : null
  return {
    statusChange:
      dropDueOn === null && status !== facts.status ? { status, dueOn: statusSince(facts, status, today) } : null,
    dropDueOn,
    invoiceDueOn: isRenewing && dropDueOn === null ? invoiceDue(facts, status, today) : null,
    notices: isRenewing && facts.hasAddress ? noticesDue(facts, status, dropDueOn, today) : [],
  }
}

export const isEmptyPlan = ({ statusChange, dropDueOn, invoiceDueOn, notices }: NightlyPlan): boolean =>
  statusChange === null && dropDueOn === null && invoiceDueOn === null && notices.length === 0

const invoiceDue = (facts: NightlyFacts, status: MembershipStatus, today: Day): Day | null => {
  if (status !== 'Active' && status !== 'Grace') return null
  const day = findRenewalInvoiceDay(facts)
  return day !== null && day <= today ? day : null
}

const noticesDue = (facts: NightlyFacts, status: MembershipStatus, dropDueOn: Day | null, today: Day): Notice[] => {
  // findDropDay is null for a membership that is suspended or has ended.
  const last = findDropDay(facts) === null ? undefined : lastTerm(facts)
  if (!last) return []
  const { id: termId, endsOn } = last
  const notice = (kind: NoticeKind, dueOn: Day, lastDay: Day = endsOn): Notice[] =>
    facts.noticed.includes(`${kind}:${termId}`) ? [] : [{ kind, termId, endsOn: lastDay, dueOn }]
  if (dropDueOn !== null) {
    const dropped = notice('dropped', dropDueOn, earlierDay(endsOn, addDays(dropDueOn, -1)))
    return daysBetween(dropDueOn, today) <= DROP_NOTICE_DAYS ? dropped : []
  }
  const ahead = addDays(endsOn, -EXPIRY_NOTICE_DAYS)
  if (status === 'Active' && ahead <= today && today <= endsOn) return notice('expiring', ahead)
  return status === 'Grace' && endsOn < today ? notice('grace', addDays(endsOn, 1)) : []
}

/** Returns the activated term that covers the last day, and that day. */
const lastTerm = ({ terms }: NightlyFacts): { id: number; endsOn: Day } | undefined =>
  terms
    .flatMap((term) => listCoveredSpans([term]).map(({ endsOn }) => ({ id: term.id, endsOn })))
    .sort((a, b) => (a.endsOn < b.endsOn ? -1 : 1))
    .at(-1)

/** Returns the first day of the current status. */
const statusSince = (facts: NightlyFacts, status: MembershipStatus, today: Day): Day => {
  const begun = listCoveredSpans(facts.terms).filter(({ startsOn }) => startsOn <= today)
  const last = begun.at(-1)
  if (!last) return today
  const paidThrough = facts.partDueOn === null ? last.endsOn : earlierDay(last.endsOn, facts.partDueOn)
  if (status === 'Grace') return addDays(paidThrough, 1)
  return status === 'Lapsed' ? addDays(paidThrough, facts.graceDays + 1) : last.startsOn
}

/** The effects that the report of a run counts, named like its columns. */
export const COUNTS = [
  'begun',
  'graced',
  'lapsed',
  'dropped',
  'invoiced',
  'expiring_notice',
  'grace_notice',
  'dropped_notice',
  'refused',
] as const
type Counted = (typeof COUNTS)[number]
export type Counts = Partial<Record<Counted, number>>
/** An effect of a nightly run on a membership. */
export type Effect = Exclude<Counted, 'refused'>

/** The effect of a change to a status. */
const STATUS_EFFECTS: ReadonlyMap<string, Effect> = new Map([
  ['Active', 'begun'],
  ['Grace', 'graced'],
  ['Lapsed', 'lapsed'],
])

export const effectOfNotice = (kind: NoticeKind): Effect => `${kind}_notice`

/** Returns the effects of a plan, without its notices: these count when they are queued. */
export const effectsOf = ({ statusChange, dropDueOn, invoiceDueOn }: NightlyPlan): Effect[] => {
  const effect = statusChange && STATUS_EFFECTS.get(statusChange.status)
  return [
    ...(effect ? [effect] : []),
    ...(dropDueOn === null ? [] : (['dropped'] as const)),
    ...(invoiceDueOn === null ? [] : (['invoiced'] as const)),
  ]
}

export const countEffects = (effects: readonly Effect[]): Counts => {
  const counts: Counts = {}
  for (const effect of effects) counts[effect] = (counts[effect] ?? 0) + 1
  return counts
}
