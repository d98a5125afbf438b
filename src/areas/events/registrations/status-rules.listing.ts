import { ON_WAITING_LIST } from './registration-statuses.listing.ts'

/** Statuses of registrations that are not in a cart. */
export const REGISTERED = 1
export const ATTENDED = 2
export const PENDING_PAYMENT = 3
export const AWAITING_APPROVAL = 4
export const PENDING_FROM_WAITING_LIST = 5
export const PARTIALLY_PAID = 6
export const PENDING_REFUND = 7
export const NO_SHOW = 8
export const CANCELLED = 9
export const REJECTED = 12
export const EXPIRED = 13
export const TRANSFERRED = 15

/** Statuses of registrations that are over: nothing of them changes. Cancelled, Incomplete, Rejected, Expired, Transferred. */
const OVER: readonly number[] = [CANCELLED, 10, REJECTED, EXPIRED, TRANSFERRED]

/** Whether a registration with this status can be changed. */
export const isChangeable = (statusId: number): boolean => !OVER.includes(statusId)

/** The statuses between which payments move a registration. */
export const STATUSES_BY_PAYMENT: readonly number[] = [REGISTERED, PENDING_PAYMENT, PARTIALLY_PAID]

/** The payment of an order, in any unit. */
export interface OrderPayment {
  total: number
  /** The open amount of the invoice. */
  open: number
  /** Whether a card payment is authorized or captured. */
  hasLivePayment: boolean
}

/** Returns the status of a registration that needs no approval: Registered, Partially paid or Pending payment. */
export const paidStatus = ({ total, open, hasLivePayment }: OrderPayment): number => {
  if (open <= 0 || hasLivePayment) return REGISTERED
  return open < total ? PARTIALLY_PAID : PENDING_PAYMENT
}

/** Statuses of registrations whose people come, or hope to: everything but carts, what is over, and what has taken place. */
export const LIVE: readonly number[] = [
  REGISTERED,
  PENDING_PAYMENT,
  AWAITING_APPROVAL,
  PENDING_FROM_WAITING_LIST,
  PARTIALLY_PAID,
  ON_WAITING_LIST,
]

/** Statuses of registrations whose people are expected at the event. */
export const EXPECTED_AT_EVENT: readonly number[] = [REGISTERED, PENDING_PAYMENT, PARTIALLY_PAID]
