import type { Database } from '#kernel/database/database'
import { addressSubject } from '../address-list.ts'

/** Failed sign-ins that are let through per window. */
export const MOST_PER_LOGIN = 10
export const MOST_PER_ADDRESS = 50
const WINDOW_MS = 15 * 60_000

/** Counts sign-ins that failed, for all replicas in one place. */
export interface SignInThrottle {
  /**
   * Counts an attempt as failed before the password is looked at, so that guesses sent at once cannot slip through.
   * Answers the seconds to wait; 0 where the attempt may go on.
   */
  begin(login: string, address: string, now: Date): Promise<number>
  /** Takes the attempt back: it was the right password. */
  succeeded(login: string, address: string): Promise<void>
}

export const signInThrottle = ({ system }: Pick<Database, 'system'>): SignInThrottle => {
  const count = async (subject: string, most: number, now: Date): Promise<number> => {
    const ends = new Date(now.getTime() + WINDOW_MS)
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
    begin: async (login, address, now) => {
      // An address that must wait anyway shall not be able to lock logins.
      const wait = await count(addressSubject(address), MOST_PER_ADDRESS, now)
      return wait > 0 ? wait : count(loginSubject(login), MOST_PER_LOGIN, now)
    },
    succeeded: async (login, address) => {
      await system.signInThrottle.deleteMany({ where: { subject: loginSubject(login) } })
      await system.signInThrottle.updateMany({
        where: { subject: addressSubject(address), failures: { gt: 0 } },
        data: { failures: { decrement: 1 } },
      })
    },
  }
}

const loginSubject = (login: string): string => `login:${login}`
