import { hashToken } from '#kernel/crypto/api-key'
import type { Database } from '#kernel/database/database'
import { addressSubject } from '#kernel/http/address-list'

/** Failed sign-ins that are allowed per window. */
export const MAX_PER_LOGIN = 10
export const MAX_PER_ADDRESS = 50
const WINDOW_MS = 15 * 60_000
/** Wrong codes of six digits that unknown browsers can enter for a login per day, from all networks together. */
export const MAX_CODES_PER_DAY = 100
const DAY_MS = 24 * 60 * 60_000

/** Six digits of an app, or a secret that nobody guesses: a recovery code, a passkey. */
export type CodeKind = 'digits' | 'secret'

/** An attempt to guess a secret. */
export interface Attempt {
  /** The secret and the person: the address alone for the password of staff, "code ada@north.example". */
  subject: string
  address: string
  /** The browser, if the person has signed in there before. Its attempts are counted apart from all others. */
  browser: string | undefined
  /**
   * A code of a second factor, whose attempts are counted by network. `digits`: six of them, which many networks together could
   * guess, so that they are also counted in all.
   */
  code?: CodeKind | undefined
}

/** Counts failed sign-ins centrally for all replicas. */
export interface SignInThrottle {
  /**
   * Counts an attempt as failed before the password is checked, so that concurrent guesses are counted too. Returns the
   * seconds to wait; 0 if the attempt can continue.
   */
  begin(attempt: Attempt, now: Date): Promise<number>
  /** Reverts the count of an attempt with the right password. */
  succeeded(attempt: Attempt): Promise<void>
}

export const signInThrottle = ({ system }: Pick<Database, 'system'>): SignInThrottle => {
  const count = async (subject: string, most: number, now: Date, window = WINDOW_MS): Promise<number> => {
    const ends = new Date(now.getTime() + window)
    const rows = await system.$queryRaw<{ failures: number; window_ends: Date }[]>`
      insert into sign_in_throttle as t (subject, failures, window_ends) values (${subject}, 1, ${ends})
      on conflict (subject) do update set
        failures = case when t.window_ends <= ${now} then 1 else t.failures + 1 end,
        window_ends = case when t.window_ends <= ${now} then ${ends} else t.window_ends end
      returning failures, window_ends`
    const [row] = rows
    if (!row || row.failures <= most) return 0
    return Math.max(1, Math.ceil((row.window_ends.getTime() - now.getTime()) / 1000))
  }
  return {
    begin: async (attempt, now) => {
      // An address that must wait must not be able to lock logins.
      const wait = await count(addressSubject(attempt.address), MAX_PER_ADDRESS, now)
      const own = wait > 0 ? wait : await count(personSubject(attempt), MAX_PER_LOGIN, now)
      // A network that must wait must not be able to use up the codes of all.
      return own > 0 || !isCountedInAll(attempt) ? own : count(allSubject(attempt), MAX_CODES_PER_DAY, now, DAY_MS)
    },
    succeeded: async (attempt) => {
      const { address } = attempt
      await system.signInThrottle.deleteMany({ where: { subject: personSubject(attempt) } })
      const shared = [addressSubject(address), ...(isCountedInAll(attempt) ? [allSubject(attempt)] : [])]
      await system.signInThrottle.updateMany({
        where: { subject: { in: shared }, failures: { gt: 0 } },
        data: { failures: { decrement: 1 } },
      })
    },
  }
}

const personSubject = ({ subject, browser, code, address }: Attempt): string => {
  if (browser !== undefined) return loginSubject(`${subject} in ${browser}`)
  return loginSubject(code === undefined ? subject : `${subject} from ${addressSubject(address)}`)
}

const isCountedInAll = ({ code, browser }: Attempt): boolean => code === 'digits' && browser === undefined

const allSubject = ({ subject }: Attempt): string => loginSubject(`${subject} in all`)

/** Returns the subject of a login, hashed: a sign-in can name an address of any length, and the subject is a key. */
export const loginSubject = (login: string): string => `login:${hashToken(login)}`
