import { createHmac, hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  CaptchaFailure,
  type CaptchaRequest,
  type CaptchaTools,
  createCaptcha,
  requireCaptcha,
} from '#areas/events/captcha/captcha.service'
import { systemScope } from '#kernel/outbox/deliver'
import type { Scope } from '#kernel/tenancy/scope'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { encodeSolution, type Solution, solveCaptcha } from '#test/support/events/solve-captcha'

const START = new Date('2030-05-01T10:00:00.500Z')
const MINUTE = 60_000
/** Seconds since 1970. */
const EXPIRES = Date.parse('2030-05-01T10:20:00Z') / 1000

let server: TestApp
let mine: TestCaller
let other: TestCaller
let tools: CaptchaTools
let now = START
beforeAll(async () => {
  server = await buildTestApp()
  ;[mine, other] = [await server.tenant(), await server.foreignTenant()]
  tools = server.app.captchaTools
})
afterAll(() => server.close())

const context = () => ({ database: server.database, clock: { now: () => now }, log: server.app.log })
const scopeOf = ({ tenant }: TestCaller): Promise<Scope> => systemScope(context(), tenant.id)
const solve = async (caller = mine): Promise<Solution> =>
  solveCaptcha(await createCaptcha(await scopeOf(caller), tools))

/** Returns `accepted`, or the reason of the failure. */
const use = async (response: string | null, more: Partial<CaptchaRequest> = {}, caller = mine, by = tools) => {
  const request = { response, isStaff: false, isDisabled: false, ...more }
  return requireCaptcha(await scopeOf(caller), by, request).then(
    () => 'accepted',
    (error: unknown) => {
      if (error instanceof CaptchaFailure) return error.reason
      throw error
    },
  )
}
const useChanged = (solution: Solution, change: object) => use(encodeSolution({ ...solution, ...change }))

describe('createCaptcha', () => {
  test('returns a challenge in the documented form, with its expiry in the salt', async () => {
    now = START
    const captcha = await createCaptcha(await scopeOf(mine), tools)
    expect(captcha).toEqual({
      Kind: 'ProofOfWork',
      SiteKey: null,
      Algorithm: 'SHA-256',
      Challenge: expect.stringMatching(/^[0-9a-f]{64}$/),
      Salt: expect.stringMatching(new RegExp(`^[0-9a-f]{24}\\?expires=${EXPIRES}&$`)),
      MaxNumber: 1000,
      Signature: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect((await createCaptcha(await scopeOf(mine), tools)).Salt).not.toBe(captcha.Salt)
  })
})

describe('requireCaptcha with a proof of work', () => {
  test('accepts a solution once', async () => {
    now = START
    const solution = await solve()
    expect([await use(encodeSolution(solution)), await use(encodeSolution(solution))]).toEqual(['accepted', 'used'])
    const reordered = Object.fromEntries(Object.entries({ ...solution, took: 12 }).reverse())
    expect(await use(encodeSolution(reordered))).toBe('used')
    expect(await useChanged(solution, { salt: solution.salt?.slice(0, -1) })).toBe('used')
  })

  test('accepts one of 20 simultaneous uses', async () => {
    now = START
    const response = encodeSolution(await solve())
    const scope = await scopeOf(mine)
    const uses = Array.from({ length: 20 }, () =>
      requireCaptcha(scope, tools, { response, isStaff: false, isDisabled: false }),
    )
    const results = await Promise.allSettled(uses)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.reason] : []))
    expect(reasons).toEqual(Array(19).fill('used'))
  })

  test('rejects what was changed, and then accepts the solution itself', async () => {
    now = START
    const solution = await solve()
    const { salt, number } = solution
    const longer = salt?.replace(String(EXPIRES), String(EXPIRES + 600)) ?? ''
    const changes = [
      { number: number + 1 },
      { number: String(number) },
      { number: number + 0.5 },
      { number: -number },
      { number: null },
      { signature: 'f'.repeat(64) },
      { signature: '' },
      { signature: null },
      { signature: solution.signature?.toUpperCase() },
      { salt: longer },
      { salt: longer, challenge: hash('sha256', `${longer}${number}`) },
      { salt: `${salt}x=1&` },
      { salt: 7 },
      { challenge: hash('sha256', 'x') },
      { challenge: solution.challenge?.toUpperCase() },
      { algorithm: 'SHA-512' },
      { algorithm: 'none' },
      { algorithm: undefined },
    ]
    for (const change of changes) expect([change, await useChanged(solution, change)]).toEqual([change, 'invalid'])
    // The first digit moved from the number into the salt: the text that is hashed is the same.
    const [first = '', ...rest] = String(number)
    const moved = { salt: `${salt}${first}`, number: Number(rest.join('')) }
    expect(await useChanged(solution, moved)).toBe('invalid')
    expect(await use(encodeSolution(solution))).toBe('accepted')
  })

  test('rejects a challenge that the visitor signed, and one without an expiry', async () => {
    now = START
    const forge = (key: string, salt: string) => {
      const challenge = hash('sha256', `${salt}1`)
      const signature = createHmac('sha256', key).update(challenge).digest('hex')
      return encodeSolution({ algorithm: 'SHA-256', challenge, number: 1, salt, signature })
    }
    expect(await use(forge('guess', `ab?expires=${EXPIRES}&`))).toBe('invalid')
    const keyOfTenant = createHmac('sha256', tools.keys[0]).update(`captchas of tenant ${mine.tenant.id}`).digest('hex')
    expect(await use(forge(keyOfTenant, 'ab&'))).toBe('invalid')
    expect(await use(forge(keyOfTenant, `ab?expires=${EXPIRES}&`))).toBe('accepted')
  })

  test.each([
    ['', 'missing'],
    [null, 'missing'],
    ['%%%', 'invalid'],
    ['AAAA', 'invalid'],
    [Buffer.from('null').toString('base64'), 'invalid'],
    [Buffer.from('[]').toString('base64'), 'invalid'],
    [Buffer.from('"text"').toString('base64'), 'invalid'],
    [Buffer.from('{"salt":').toString('base64'), 'invalid'],
    [encodeSolution({}), 'invalid'],
  ])('rejects %j as %s', async (response, reason) => {
    expect(await use(response)).toBe(reason)
  })

  test('rejects a response that is longer than documented', async () => {
    now = START
    const solution = await solve()
    expect(await useChanged(solution, { more: 'x'.repeat(4096) })).toBe('invalid')
    expect(await use('A'.repeat(1_000_000))).toBe('invalid')
    expect(await useChanged(solution, { more: 'x'.repeat(1000) })).toBe('accepted')
  })

  test('rejects a solution after 20 minutes', async () => {
    now = START
    const late = await solve()
    const inTime = await solve()
    now = new Date(START.getTime() + 20 * MINUTE - 1000)
    expect(await use(encodeSolution(inTime))).toBe('accepted')
    now = new Date(START.getTime() + 20 * MINUTE)
    expect(await use(encodeSolution(late))).toBe('invalid')
  })

  test('rejects the solution of another tenant, which can still use it', async () => {
    now = START
    const response = encodeSolution(await solve(other))
    expect(await use(response)).toBe('invalid')
    expect(await use(response, {}, other)).toBe('accepted')
  })

  test('accepts challenges of the previous secret, and signs with the current one', async () => {
    now = START
    const [old] = tools.keys
    const current = Buffer.alloc(32, 9)
    const response = encodeSolution(await solve())
    expect(await use(response, {}, mine, { ...tools, keys: [current] })).toBe('invalid')
    expect(await use(response, {}, mine, { ...tools, keys: [current, old] })).toBe('accepted')
    const signed = solveCaptcha(await createCaptcha(await scopeOf(mine), { ...tools, keys: [current, old] }))
    expect(await use(encodeSolution(signed), {}, mine, { ...tools, keys: [current] })).toBe('accepted')
  })

  test('is not required of a staff credential that disables it', async () => {
    expect(await use(null, { isStaff: true, isDisabled: true })).toBe('accepted')
    expect(await use(null, { isStaff: true })).toBe('missing')
    expect(await use(null, { isDisabled: true })).toBe('missing')
  })
})
