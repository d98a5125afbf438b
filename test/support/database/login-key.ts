import { deriveFrom } from '#services/auth/installation-secret'

/** The secret of all servers and workers that tests start. */
export const TEST_SECRET = 'a secret of the tests, nothing else'

/** The key of the logins that global-setup.ts creates on the server of the test databases. */
export const LOGIN_KEY = deriveFrom(TEST_SECRET).key('database-logins')
