import { deriveFrom } from '#services/auth/installation-secret'

/** The secret of the measured servers. */
export const BENCH_SECRET = 'a secret of the measurements, nothing else'

export const LOGIN_KEY = deriveFrom(BENCH_SECRET).key('database-logins')
