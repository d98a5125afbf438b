import { addDays, addMonths, type Day } from '#kernel/time/calendar'

/** The statuses of sponsors, as stored. */
export const STATUS_IDS = { Pending: 1, Approved: 2, Declined: 3, Ended: 4 } as const

export type SponsorStatus = keyof typeof STATUS_IDS

const STATUSES: ReadonlyMap<number, SponsorStatus> = new Map([
  [1, 'Pending'],
  [2, 'Approved'],
  [3, 'Declined'],
  [4, 'Ended'],
])

/** Returns the name of a stored status. */
export const statusOf = (statusId: number): SponsorStatus => {
  const status = STATUSES.get(statusId)
  if (!status) throw new Error(`There is no status ${statusId} of sponsors`)
  return status
}

/** Returns whether the sponsor is approved, also if its term is over. */
export const isApproved = (status: SponsorStatus): boolean => status === 'Approved' || status === 'Ended'

/** What a change does with the approval. */
export type Transition = 'approve' | 'decline' | 'keep'

/**
 * Returns what a requested status means for the current one; undefined if it is not possible. Ended follows from the
 * last day, so that it requests nothing.
 *
 * @param current null for a new sponsor.
 */
export const transitionOf = (
  current: SponsorStatus | null,
  requested: SponsorStatus | null | undefined,
): { transition: Transition; status: SponsorStatus } | undefined => {
  const before = current ?? 'Pending'
  if (!requested || requested === 'Ended' || requested === before) return { transition: 'keep', status: before }
  if (requested === 'Approved')
    return isApproved(before) ? { transition: 'keep', status: before } : { transition: 'approve', status: 'Approved' }
  if (requested === 'Declined' && before === 'Approved') return { transition: 'decline', status: 'Declined' }
  return isApproved(before) ? undefined : { transition: 'keep', status: requested }
}

/** The days of a sponsorship, both included. */
export interface SponsorTerm {
  startsOn: Day
  /** Null: no end. */
  endsOn: Day | null
}

/**
 * Returns the term that an approval sets: the days that are already set stay.
 *
 * @param lengthInMonths of the type; null: no end. A term of a month from the 31st ends as the one from the last day of
 *   the next month would begin.
 */
export const approvedTerm = (
  set: { startsOn: Day | null; endsOn: Day | null },
  lengthInMonths: number | null,
  today: Day,
): SponsorTerm => {
  const startsOn = set.startsOn ?? today
  const endsOn = set.endsOn ?? (lengthInMonths === null ? null : addDays(addMonths(startsOn, lengthInMonths), -1))
  return { startsOn, endsOn }
}

/** Returns whether a term has ended before a day. */
export const isOver = (endsOn: Day | null, today: Day): boolean => endsOn !== null && endsOn < today

/** Returns whether a term has days that the other one does not have. */
export const exceeds = (term: SponsorTerm, other: SponsorTerm): boolean =>
  term.startsOn < other.startsOn || (other.endsOn !== null && (term.endsOn === null || term.endsOn > other.endsOn))
