import type { ProblemType } from './problem-type.ts'

/** Prices of memberships and payment plans. */
export const plans = {
  'unit-rule': {
    status: [422],
    meaning: 'The price of a membership level by units is not complete.',
    advice: 'Send UnitFieldId and at least one entry in UnitBands, or neither.',
  },
  'units-missing': {
    status: [422],
    meaning: 'The price of the term depends on a custom field that has no value.',
    advice: 'Enter the value of the custom field first. `errors` contains its id.',
  },
  'plan-rule': {
    status: [422],
    meaning: 'The input breaks a rule of payment plans, or the plan cannot be chosen today.',
    advice: 'See `errors`: it names the fields, and says what they must be.',
  },
} as const satisfies Record<string, ProblemType>
