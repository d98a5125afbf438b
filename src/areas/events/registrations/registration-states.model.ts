/** Statuses of registrations that are not in a cart. */
export const REGISTERED = 1
export const PENDING_PAYMENT = 3
export const AWAITING_APPROVAL = 4
export const PARTIALLY_PAID = 6
export const REJECTED = 12

/** Statuses of registrations that are over: nothing of them changes. Cancelled, Incomplete, Rejected, Expired, Transferred. */
const OVER: readonly number[] = [9, 10, REJECTED, 13, 15]

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
