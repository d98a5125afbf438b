import type { ProblemType } from './problem-type.ts'

/** Events. */
export const events = {
  'event-rule': {
    status: [422],
    meaning: 'The input breaks a rule of events.',
    advice: 'See `errors`: it names the fields, and says what they must be.',
  },
  'event-item': {
    status: [409],
    meaning: 'The item of the calendar shows an event, and follows its changes.',
    advice: 'Change the event instead; `EventId` is its id.',
  },
  'bought-table': {
    status: [409],
    meaning: 'The table of the event was bought with a registration that is still valid. RegistrationId contains it.',
    advice: 'Cancel the registration first, or change the table instead.',
  },
  'registration-state': {
    status: [409],
    meaning: 'The registration is not in a state that allows the change.',
    advice: 'Read the registration again: `Actions` lists what would succeed now.',
  },
} as const satisfies Record<string, ProblemType>
