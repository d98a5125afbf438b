import type { ProblemType } from './problem-type.ts'

export const store = {
  'store-rule': {
    status: [422],
    meaning: 'The input breaks a rule of the store.',
    advice: 'See `errors`: it names the fields, and says what they must be.',
  },
  'stock-in-use': {
    status: [409],
    meaning: 'Orders or carts use the pieces of the stock that the request would remove.',
    advice: 'Keep these pieces, or cancel the orders and carts first.',
  },
  'incomplete-order': {
    status: [409],
    meaning: 'The list does not contain exactly the current records: one is missing, unknown or contained twice.',
    advice: 'Read the list again and send the order of all its records.',
  },
} as const satisfies Record<string, ProblemType>
