import type { ProblemType } from './problem-type.ts'

export const events = {
  'event-rule': {
    status: [422],
    meaning: 'The input breaks a rule of events.',
    advice: 'See `errors`: it names the fields, and says what they must be.',
  },
  'invitation-registered': {
    status: [409],
    meaning: 'The invited contact has registered for the event.',
    advice: 'Change or cancel the registration instead.',
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
  'event-order-invoice': {
    status: [409],
    meaning: 'The invoice is that of an order of an event. EventId and OrderId contain the order.',
    advice: 'Cancel the registrations of the order instead, or issue a credit.',
  },
  'event-state': {
    status: [409],
    meaning: 'The event is not in a state that allows the change.',
    advice: 'Read the event again: `Actions` lists what would succeed now.',
  },
  'registration-state': {
    status: [409],
    meaning: 'The registration is not in a state that allows the change.',
    advice: 'Read the registration again: `Actions` lists what would succeed now.',
  },
  'sponsor-state': {
    status: [409],
    meaning: 'The sponsor of the event is not in a state that allows the change.',
    advice: 'Read the sponsor again: `Actions`, `PostActions` and `MatchingStatus` say what would succeed now.',
  },
  'exhibitor-cancelled': {
    status: [409],
    meaning: 'The exhibitor is cancelled.',
    advice: 'Read the exhibitor again: `Actions` lists what would succeed now.',
  },
  'already-checked-in': {
    status: [409],
    meaning: 'The participant is checked in. The detail states when and by which caller.',
    advice: 'Let the participant in, or take the check-in back.',
  },
  'registration-unpaid': {
    status: [409],
    meaning: 'The registration is not fully paid.',
    advice: 'Collect the payment, or send ForceSave: true.',
  },
  'several-registrations': {
    status: [409],
    meaning: 'The code identifies several registrations.',
    advice: 'Use the id or the check-in code of one of them.',
  },
  'no-certificates': {
    status: [409],
    meaning: 'The event has no certificates of attendance.',
    advice: 'Save the event with `HasCertificates` first.',
  },
  'event-not-started': {
    status: [409],
    meaning: 'The event has not started.',
    advice: 'Repeat the request after its StartDate.',
  },
} as const satisfies Record<string, ProblemType>
