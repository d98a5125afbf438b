import { ATTENDED, NO_SHOW, PARTIALLY_PAID, PENDING_PAYMENT, REGISTERED } from '../status-rules.listing.ts'

/** What a check-in does for one registration. */
export type CheckInOutcome = 'CheckedIn' | 'AlreadyCheckedIn' | 'Unpaid' | 'WrongStatus' | 'NotInSession' | 'NotFound'

/** A registration to check in, at the time of its lock. */
export interface Arrival {
  statusId: number
  checkedInAt: Date | null
  /** Its attendance of the session, if one is meant; null if it does not contain the session. */
  session: { checkedInAt: Date | null } | null
  /** Whether the payment of its order is complete. */
  isPaid: boolean
}

const EXPECTED: readonly number[] = [REGISTERED, PENDING_PAYMENT, PARTIALLY_PAID, NO_SHOW]

/**
 * Returns the outcome of a check-in.
 *
 * @param hasSession whether the attendance of a session is meant. @param isForced whether an open invoice is ignored.
 */
export const outcomeOf = (
  { statusId, session, isPaid }: Arrival,
  hasSession: boolean,
  isForced: boolean,
): CheckInOutcome => {
  if (statusId !== ATTENDED && !EXPECTED.includes(statusId)) return 'WrongStatus'
  if (hasSession && !session) return 'NotInSession'
  if (statusId === ATTENDED) return hasSession && !session?.checkedInAt ? 'CheckedIn' : 'AlreadyCheckedIn'
  return isPaid || isForced ? 'CheckedIn' : 'Unpaid'
}

/** What a caller sends with a check-in. */
export interface CheckInOptions {
  /** The session whose attendance is recorded; null for none. */
  sessionId: number | null
  isForced: boolean
}

/** The result of a check-in for one registration, with the check-in that it has now. */
export interface CheckInResult {
  id: number
  outcome: CheckInOutcome
  checkedInAt: Date | null
  checkedInBy: string | null
  /** Null for one that does not exist, and if its contact is deleted. */
  name: string | null
  /** Its status before the check-in. */
  statusId: number
}
