import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notFound, unauthorized } from '#kernel/errors/problem'
import type { RateCounter } from '#kernel/http/rate-counter'
import { wrongCredentials } from '#services/auth/wrong-credentials'
import {
  type Attempt,
  MAX_CODES_PER_DAY,
  MAX_PER_ADDRESS,
  MAX_PER_LOGIN,
  type SignInThrottle,
  signInThrottle,
} from '#services/identity/sign-in/throttle'
import { buildTestApp, type TestApp } from '#test/support/build-app'

let server: TestApp
let throttle: SignInThrottle
beforeAll(async () => {
  server = await buildTestApp()
  throttle = signInThrottle(server.database)
})
afterAll(() => server.close())

const WINDOW_S = 15 * 60
const START = new Date('2026-05-01T10:00:00Z')
const later = (seconds: number) => new Date(START.getTime() + seconds * 1000)
let made = 0
const by = (subject: string, from: string, browser?: string): Attempt => ({ subject, address: from, browser })
const login = () => `login${++made}@throttle.example`
const address = () => `198.51.${Math.floor(++made / 250)}.${made % 250}`

/** Makes attempts for a login or from an address, one after another. Returns the seconds to wait after each. */
const attempts = async (count: number, attempt: () => Promise<number>): Promise<number[]> => {
  const waits: number[] = []
  for (let n = 0; n < count; n++) waits.push(await attempt())
  return waits
}
const allowed = (count: number) => Array<number>(count).fill(0)

describe('the throttle of a login', () => {
  it('allows failures from any addresses up to the limit, then states the rest of the window', async () => {
    const email = login()
    const guess = (seconds: number) => throttle.begin(by(email, address()), later(seconds))
    expect(await attempts(MAX_PER_LOGIN, () => guess(0))).toEqual(allowed(MAX_PER_LOGIN))
    expect(await guess(0)).toBe(WINDOW_S)
    expect(await guess(60)).toBe(WINDOW_S - 60)
    expect(await guess(WINDOW_S - 0.5)).toBe(1)
  })

  it('starts another window when the first ends, which attempts during the wait do not extend', async () => {
    const email = login()
    const guess = (seconds: number) => throttle.begin(by(email, address()), later(seconds))
    await attempts(MAX_PER_LOGIN + 3, () => guess(0))
    expect(await attempts(MAX_PER_LOGIN, () => guess(WINDOW_S))).toEqual(allowed(MAX_PER_LOGIN))
    expect(await guess(WINDOW_S)).toBe(WINDOW_S)
  })

  it('counts each login separately, and forgets the failures of a login that succeeds', async () => {
    const email = login()
    const other = login()
    await attempts(MAX_PER_LOGIN, () => throttle.begin(by(email, address()), START))
    expect(await throttle.begin(by(other, address()), START)).toBe(0)
    await throttle.succeeded(by(email, address()))
    expect(await attempts(MAX_PER_LOGIN, () => throttle.begin(by(email, address()), START))).toEqual(
      allowed(MAX_PER_LOGIN),
    )
  })
})

describe('the throttle of a browser that is known', () => {
  it('lets its owner try while others have used up the attempts, and the other way round', async () => {
    const email = login()
    const browser = 'b1'
    await attempts(MAX_PER_LOGIN + 5, () => throttle.begin(by(email, address()), START))
    const own = () => throttle.begin(by(email, address(), browser), START)
    expect(await attempts(MAX_PER_LOGIN, own)).toEqual(allowed(MAX_PER_LOGIN))
    expect(await own()).toBe(WINDOW_S)
    expect(await throttle.begin(by(email, address(), 'b2'), START)).toBe(0)
  })

  it('does not give others more attempts when the owner signs in', async () => {
    const email = login()
    const browser = 'b1'
    await attempts(MAX_PER_LOGIN, () => throttle.begin(by(email, address()), START))
    const from = address()
    await throttle.begin(by(email, from, browser), START)
    await throttle.succeeded(by(email, from, browser))
    expect(await throttle.begin(by(email, address()), START)).toBe(WINDOW_S)
  })
})

describe('the throttle of the codes of a second factor', () => {
  const codes = (subject: string, from: string, code: 'digits' | 'secret' = 'digits', browser?: string): Attempt => ({
    ...by(subject, from, browser),
    code,
  })

  it('lets the owner enter a code while others in another network have used up theirs', async () => {
    const email = login()
    const [elsewhere, home] = [address(), address()]
    await attempts(MAX_PER_LOGIN, () => throttle.begin(codes(email, elsewhere), START))
    expect(await throttle.begin(codes(email, elsewhere), START)).toBe(WINDOW_S)
    expect(await attempts(MAX_PER_LOGIN, () => throttle.begin(codes(email, home), START))).toEqual(
      allowed(MAX_PER_LOGIN),
    )
    expect(await throttle.begin(codes(email, home), START)).toBe(WINDOW_S)
  })

  it('bounds the digits that many networks enter together per day, which a success does not renew', async () => {
    const email = login()
    const guess = (seconds: number) => throttle.begin(codes(email, address()), later(seconds))
    expect(await attempts(MAX_CODES_PER_DAY, () => guess(0))).toEqual(allowed(MAX_CODES_PER_DAY))
    expect(await guess(3600)).toBe(86_400 - 3600)
    const from = address()
    await throttle.begin(codes(email, from, 'digits', 'b1'), START)
    await throttle.succeeded(codes(email, from, 'digits', 'b1'))
    expect(await guess(3600)).toBe(86_400 - 3600)
    expect(await guess(86_401)).toBe(0)
  })

  it('lets recovery codes, passkeys and known browsers through when the digits of the day are used up', async () => {
    const email = login()
    await attempts(MAX_CODES_PER_DAY + 1, () => throttle.begin(codes(email, address()), START))
    expect(await throttle.begin(codes(email, address()), START)).toBeGreaterThan(0)
    expect(await throttle.begin(codes(email, address(), 'secret'), START)).toBe(0)
    expect(await throttle.begin(codes(email, address(), 'digits', 'b1'), START)).toBe(0)
  })

  it('counts no digits of a network that must wait', async () => {
    const email = login()
    const from = address()
    await attempts(MAX_CODES_PER_DAY, () => throttle.begin(codes(email, from), START))
    expect(await throttle.begin(codes(email, address()), START)).toBe(0)
  })
})

describe('the throttle of an address', () => {
  it('allows failures of any logins up to the limit, and other addresses after that', async () => {
    const from = address()
    const guesses = () => throttle.begin(by(login(), from), START)
    expect(await attempts(MAX_PER_ADDRESS, guesses)).toEqual(allowed(MAX_PER_ADDRESS))
    expect(await guesses()).toBe(WINDOW_S)
    expect(await throttle.begin(by(login(), address()), START)).toBe(0)
  })

  it('does not count the attempts of an address that must wait against the logins', async () => {
    const from = address()
    const email = login()
    await attempts(MAX_PER_ADDRESS, () => throttle.begin(by(login(), from), START))
    for (const wait of await attempts(MAX_PER_LOGIN + 1, () => throttle.begin(by(email, from), START)))
      expect(wait).toBeGreaterThan(0)
    expect(await throttle.begin(by(email, address()), START)).toBe(0)
  })

  it('subtracts one failure for each success, and never goes below zero', async () => {
    const from = address()
    await throttle.begin(by(login(), from), START)
    await throttle.succeeded(by(login(), from))
    await throttle.succeeded(by(login(), from))
    const guesses = () => throttle.begin(by(login(), from), START)
    expect(await attempts(MAX_PER_ADDRESS, guesses)).toEqual(allowed(MAX_PER_ADDRESS))
    expect(await guesses()).toBe(WINDOW_S)
  })
})

describe('the limit of unknown credentials', () => {
  const LIMIT = 3
  const RESETS_IN = 40
  const open = () => {
    const counts = new Map<string, number>()
    const clock = { ms: 1_000_000 }
    const counter: Pick<RateCounter, 'take'> = {
      take: async (subject, limit) => {
        const count = (counts.get(subject) ?? 0) + 1
        counts.set(subject, count)
        return { allowed: count <= limit, remaining: Math.max(0, limit - count), resetsIn: RESETS_IN }
      },
    }
    return { wrong: wrongCredentials(counter, LIMIT, () => clock.ms), clock, counts }
  }
  const UNKNOWN = unauthorized('The key is unknown.', 'unknown-key')

  it('makes an address wait after the limit until the window ends, and no other address', async () => {
    const { wrong, clock } = open()
    for (let n = 0; n < LIMIT; n++) await wrong.note('198.51.100.7', UNKNOWN)
    wrong.requireWelcome('198.51.100.7')
    await wrong.note('198.51.100.7', UNKNOWN)
    expect(() => wrong.requireWelcome('198.51.100.7')).toThrow(expect.objectContaining({ status: 429 }))
    wrong.requireWelcome('198.51.100.8')
    clock.ms += RESETS_IN * 1000 - 1
    expect(() => wrong.requireWelcome('198.51.100.7')).toThrow(expect.objectContaining({ status: 429 }))
    clock.ms += 1
    wrong.requireWelcome('198.51.100.7')
  })

  it('counts a /64 of IPv6 as one address', async () => {
    const { wrong } = open()
    for (let n = 0; n <= LIMIT; n++) await wrong.note(`2001:db8:1:2::${n}`, UNKNOWN)
    expect(() => wrong.requireWelcome('2001:db8:1:2:ffff::9')).toThrow(expect.objectContaining({ status: 429 }))
    wrong.requireWelcome('2001:db8:1:3::1')
  })

  it('does not count errors that cost no look-up', async () => {
    const { wrong, counts } = open()
    for (const error of [notFound('contact'), unauthorized('Malformed.', 'malformed-key'), new Error('broken')])
      await wrong.note('198.51.100.7', error)
    expect(counts.size).toBe(0)
    await wrong.note('198.51.100.7', unauthorized('Forged.', 'invalid-token'))
    expect([...counts.values()]).toEqual([1])
  })
})
