import type { ProblemType } from './problem-type.ts'

export const benefits = {
  'benefit-used-up': {
    status: [422],
    meaning: 'Less remains of the benefit than is used or taken.',
    advice: 'The detail states what remains. Staff can send ForceSave true.',
  },
  'benefit-rule': {
    status: [422],
    meaning: 'The input breaks a rule of the benefit ledger.',
    advice: 'See `errors`: it names the fields, and says what they must be.',
  },
} as const satisfies Record<string, ProblemType>
