import type { ProblemType } from './problem-type.ts'

/** Sites and display ads. */
export const advertising = {
  'advertising-rule': {
    status: [422],
    meaning: 'The input breaks a rule of advertising.',
    advice: 'See `errors`: it names the fields, and says what they must be.',
  },
} as const satisfies Record<string, ProblemType>
