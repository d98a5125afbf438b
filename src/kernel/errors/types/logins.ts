import type { ProblemType } from './problem-type.ts'

/** Problems of the own login. */
export const logins = {
  'wrong-password': {
    status: [422],
    meaning: 'The password of the own login is wrong, or the member has none.',
    advice: 'Ask the person again. Attempts are limited.',
  },
  'wrong-code': {
    status: [422],
    meaning: 'The code of the second factor is missing, wrong or was used before.',
    advice: 'Ask the person for a new code of the app, or a recovery code. Attempts are limited.',
  },
  'second-factor-required': {
    status: [409],
    meaning: 'A tenant requires a second factor of its staff, and the login would have none.',
    advice: 'Add another second factor first.',
  },
  'no-second-factor': {
    status: [409],
    meaning: 'The login has neither an authenticator app nor a passkey, so that recovery codes would be useless.',
    advice: 'Set up a second factor first.',
  },
} as const satisfies Record<string, ProblemType>
