/** What is known of the payment of an order. Amounts are in cents. */
export interface OrderPaymentState {
  /** The total of its invoice; 0 without one. */
  total: number
  /** What is open on the invoice. */
  open: number
  /** Whether a payment of the whole amount due is authorized, and only has to be captured. */
  isAuthorized: boolean
}

const REGISTERED = 1
const PENDING_PAYMENT = 3
const PARTIALLY_PAID = 6

/** The states between which payments move a registration. */
export const STATES_BY_PAYMENT = [REGISTERED, PENDING_PAYMENT, PARTIALLY_PAID]

/** The state of a confirmed registration: 1 Registered, 3 Pending payment or 6 Partially paid. */
export const stateByPayment = ({ total, open, isAuthorized }: OrderPaymentState): number => {
  if (open <= 0 || isAuthorized) return REGISTERED
  return open < total ? PARTIALLY_PAID : PENDING_PAYMENT
}
