import type { FailureKind } from '#services/tenant-log/failure-kinds'

/** The failures of the exchange with the national registry. */
export const registryFailures = {
  unavailable: {
    name: 'registryUnavailable',
    level: 'Warning',
    logType: 'NationalRegistry',
    entityType: null,
    meaning: 'The changes of the national registry could not be received.',
    remedy: 'The server tries again every few minutes. Check the settings of the association sync if it continues.',
  },
  givenUp: {
    name: 'registryGivenUp',
    level: 'Error',
    logType: 'NationalRegistry',
    entityType: 'registryevent',
    meaning: 'A change was not sent to the national registry, or a received one not applied, and is not retried.',
    remedy: 'Correct what the reason names. The next change of the contact is sent.',
  },
} as const satisfies Record<string, FailureKind>
