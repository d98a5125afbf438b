import { addDays, type Day, daysBetween } from '#kernel/time/calendar'
import {
  coveredSpans,
  dropDay,
  EXPIRY_NOTICE_DAYS,
  type MembershipFacts,
  type MembershipStatus,
  renewalInvoiceDay,
  statusOn,
  type TermFacts,
} from '../statuses/statuses.model.ts'

export type NoticeKind = 'expiring' | 'grace' | 'dropped'

/** A mail to the holder, for a term that is about to end or has ended. */
export interface Notice {
  kind: NoticeKind
  termId: number
  /** The last day that the term covers. */
  endsOn: Day
  /** The day it was due on. */
  dueOn: Day
}

/** All that a night depends on, beside the day. */
export interface NightFacts extends MembershipFacts {
  /** As it is kept. */
  status: string
  terms: readonly (TermFacts & { id: number })[]
  /** Whether the holder is deleted: then nothing is done but following the calendar. */
  isHolderDeleted: boolean
  /** Whether there is an address that notices can go to. */
  hasAddress: boolean
  /** Notices that were queued, as `kind:termId`. */
  noticed: readonly string[]
}

/** What a night does to one membership. */
export interface Night {
  /** The status that the calendar alone turned it to, and since when; null where it stays or is dropped. */
  turn: { status: MembershipStatus; dueOn: Day } | null
  /** The day from which it may be dropped, where it is now. */
  drop: Day | null
  /** The day its renewal was to be invoiced, where it is now. */
  invoice: Day | null
  notices: Notice[]
}

/** A drop is told of so many days behind the day it was due; what is cleared away later goes without a mail. */
export const DROP_NOTICE_DAYS = 7

/**
 * What is to be done on a day, also where the days before it were missed; decided here for the run and its dry run
 * alike. Where the nightly work is off only the status follows the calendar.
 *
 * What comes too late is left out: "expires soon" behind the expiry, "grace has begun" behind the grace, an invoice for
 * a membership that has lapsed, a mail of a drop more than a week behind its day.
 */
export const planNight = (facts: NightFacts, today: Day, isOn: boolean): Night => {
  const status = statusOn(facts, today)
  const acts = isOn && !facts.isHolderDeleted
  const due = acts ? dropDay(facts) : null
  const drop = due !== null && due <= today ? due : null
  return {
    turn: drop === null && status !== facts.status ? { status, dueOn: turnedOn(facts, status, today) } : null,
    drop,
    invoice: acts && drop === null ? invoiceDue(facts, status, today) : null,
    notices: acts && facts.hasAddress ? noticesDue(facts, status, drop, today) : [],
  }
}

/** Whether anything is done that others would notice. */
export const isQuiet = ({ turn, drop, invoice, notices }: Night): boolean =>
  turn === null && drop === null && invoice === null && notices.length === 0

const invoiceDue = (facts: NightFacts, status: MembershipStatus, today: Day): Day | null => {
  if (status !== 'Active' && status !== 'Grace') return null
  const day = renewalInvoiceDay(facts)
  return day !== null && day <= today ? day : null
}

const noticesDue = (facts: NightFacts, status: MembershipStatus, drop: Day | null, today: Day): Notice[] => {
  // Suspended, or ended: dropDay is null.
  const last = dropDay(facts) === null ? undefined : lastTerm(facts)
  if (!last) return []
  const { id: termId, endsOn } = last
  const notice = (kind: NoticeKind, dueOn: Day): Notice[] =>
    facts.noticed.includes(`${kind}:${termId}`) ? [] : [{ kind, termId, endsOn, dueOn }]
  if (drop !== null) return daysBetween(drop, today) <= DROP_NOTICE_DAYS ? notice('dropped', drop) : []
  const ahead = addDays(endsOn, -EXPIRY_NOTICE_DAYS)
  if (status === 'Active' && ahead <= today && today <= endsOn) return notice('expiring', ahead)
  return status === 'Grace' && endsOn < today ? notice('grace', addDays(endsOn, 1)) : []
}

/** The activated term that covers the last day, with that day. */
const lastTerm = ({ terms }: NightFacts): { id: number; endsOn: Day } | undefined =>
  terms
    .flatMap((term) => coveredSpans([term]).map(({ endsOn }) => ({ id: term.id, endsOn })))
    .sort((a, b) => (a.endsOn < b.endsOn ? -1 : 1))
    .at(-1)

/** The first day of the status of today. */
const turnedOn = (facts: NightFacts, status: MembershipStatus, today: Day): Day => {
  const begun = coveredSpans(facts.terms).filter(({ startsOn }) => startsOn <= today)
  const last = begun.at(-1)
  if (!last) return today
  if (status === 'Grace') return addDays(last.endsOn, 1)
  return status === 'Lapsed' ? addDays(last.endsOn, facts.graceDays + 1) : last.startsOn
}
