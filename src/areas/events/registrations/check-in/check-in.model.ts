import { ATTENDED, NO_SHOW, PARTIALLY_PAID, PENDING_PAYMENT, REGISTERED } from '../registration-statuses.listing.ts'

/** What a check-in does for one registration. */
type CheckInOutcome = 'CheckedIn' | 'AlreadyCheckedIn' | 'Unpaid' | 'WrongStatus' | 'NotInSession' | 'NotFound'

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

/** Characters of a code that identify a registration: the start of its key. */
const DIGITS = 12
const GROUP = 4

/** The keys that begin with the digits of a check-in code, from the first to the last. */
interface KeyRange {
  first: string
  last: string
}

const uuidOf = (digits: string): string =>
  [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join('-')

/** Parses a check-in code such as 4F7A-19C2-88BE, with or without hyphens and spaces; null if it is none. */
export const parseCheckInCode = (text: string): KeyRange | null => {
  const digits = text.replaceAll(/[\s-]/g, '').toLowerCase()
  if (!/^[\da-f]{12}$/.test(digits)) return null
  return { first: uuidOf(digits.padEnd(32, '0')), last: uuidOf(digits.padEnd(32, 'f')) }
}

/** Parses a confirmation number such as E12-40; null if it is none. */
export const parseConfirmationNumber = (text: string): { eventId: number; orderId: number } | null => {
  const [, eventId, orderId] = /^\s*e(\d{1,9})-(\d{1,15})\s*$/i.exec(text) ?? []
  return eventId && orderId ? { eventId: Number(eventId), orderId: Number(orderId) } : null
}

/** Returns the check-in code of a registration, as mails, badges and lists show it. @param key a UUID. */
export const formatCheckInCode = (key: string): string => {
  const digits = key.replaceAll('-', '').slice(0, DIGITS).toUpperCase()
  return [0, 1, 2].map((at) => digits.slice(at * GROUP, (at + 1) * GROUP)).join('-')
}
