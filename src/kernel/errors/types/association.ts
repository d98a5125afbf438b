import type { ProblemType } from './problem-type.ts'

/** The association sync and the national registry. */
export const association = {
  'transaction-rule': {
    status: [422],
    meaning: 'A field that the transaction requires is missing, or its fields contradict each other.',
    advice: 'Correct the fields that errors names, and send the transaction again.',
  },
  'other-contact-type': {
    status: [422],
    meaning: 'The contact with the NationalID is an individual and the operation is for businesses, or the reverse.',
    advice: 'Use the operation for the type of the contact.',
  },
  'different-contacts': {
    status: [409],
    meaning: 'PlatformID and NationalID belong to two contacts.',
    advice: 'Merge the contacts, or send the transaction without PlatformID.',
  },
  'too-old': {
    status: [422],
    meaning: 'The instant or cursor is older than the days for which changes are kept.',
    advice: 'Read the contacts one by one, and then the changes since now.',
  },
  'registry-incomplete': {
    status: [422],
    meaning: 'The online registry has no address or no key.',
    advice: 'Send RegistryUrl and RegistryKey together with Registry.',
  },
  'registry-online': {
    status: [409],
    meaning: 'The tenant uses an online registry, so that the embedded one cannot change.',
    advice: 'Make the change in the online registry.',
  },
  'registry-change-settled': {
    status: [409],
    meaning:
      'The change in the registry queue waits, has succeeded or has a date in the future, or the registry has got a later change of the contact.',
    advice: 'Read the row again. Retry only rows whose Actions contain retry.',
  },
} as const satisfies Record<string, ProblemType>
