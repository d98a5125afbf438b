/** The states of a registration, in the words of the contract. */
export const STATUSES: Readonly<Record<number, string>> = {
  1: 'Registered',
  2: 'Attended',
  3: 'Pending payment',
  4: 'Awaiting approval',
  5: 'Pending from waiting list',
  6: 'Partially paid',
  7: 'Pending refund',
  8: 'No-show',
  9: 'Cancelled',
  10: 'Incomplete',
  11: 'On waiting list',
  12: 'Rejected',
  13: 'Expired',
  14: 'In cart',
  15: 'Transferred',
}

export const ON_WAITING_LIST = 11
export const IN_CART = 14
