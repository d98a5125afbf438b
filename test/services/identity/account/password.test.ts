import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { changeOwnPassword } from '#services/identity/login-changes'
import { hashNewPassword } from '#services/identity/sign-in/password-rules'
import { MAX_PER_LOGIN } from '#services/identity/sign-in/throttle'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { forgetAddresses } from '#test/support/identity/attempts'
import {
  Browser,
  exchange,
  obtainCode,
  PASSWORD,
  registerClient,
  registerLogin,
  statusWith,
} from '#test/support/identity/oauth'

let server: TestApp
let admin: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  // Tests of other files have used the same address.
  await forgetAddresses(server)
  admin = await server.tenant()
})
afterEach(() => forgetAddresses(server))
afterAll(() => server.close())

const NEW = 'seven green lanterns'
const signIn = async (email: string, password = PASSWORD, address?: string): Promise<Browser> => {
  const browser = new Browser(server, address)
  expect((await browser.signIn(email, password)).statusCode).toBe(303)
  return browser
}
const isIn = async (browser: Browser) => (await browser.open('/account')).statusCode === 200
const change = async (browser: Browser, current: string, password: string) => {
  await browser.open('/account/password')
  return browser.submit('/account/password', { current, password })
}

describe('changing the own password', () => {
  test('requires the current one, and ends all other sessions and tokens', async () => {
    const email = await registerLogin(server, admin.tenant)
    const client = await registerClient(admin)
    const { code, verifier } = await obtainCode(server, client, email)
    const { access_token } = (await exchange(server, client, code, verifier)).json()
    const here = await signIn(email)
    const there = await signIn(email)
    const wrong = await change(here, 'not my password at all', NEW)
    expect([wrong.statusCode, await isIn(there)]).toEqual([422, true])
    expect(wrong.body).toContain('The current password is wrong.')
    const same = await change(here, PASSWORD, PASSWORD)
    expect([same.statusCode, same.body.includes('must differ from the current one')]).toEqual([422, true])

    const changed = await change(here, PASSWORD, NEW)
    expect([changed.statusCode, changed.headers.location]).toEqual([303, '/account/password'])
    expect([await isIn(here), await isIn(there), await statusWith(server, access_token)]).toEqual([true, false, 401])
    expect((await new Browser(server).signIn(email)).statusCode).toBe(422)
    await signIn(email, NEW)
  })

  test('happens once, if two requests use the same current password', async () => {
    const email = await registerLogin(server, admin.tenant)
    const { id } = await server.database.system.login.findFirstOrThrow({ where: { email } })
    const wanted = ['seven green lanterns', 'eight yellow windows', 'nine purple gardens']
    const results = await Promise.all(
      wanted.map((next) => changeOwnPassword(server.database, id, { current: PASSWORD, next }, new Date())),
    )
    expect(results.filter((result) => result !== undefined)).toHaveLength(1)
  })

  test('limits guesses of the current password', async () => {
    const browser = await signIn(await registerLogin(server, admin.tenant))
    for (let n = 0; n < MAX_PER_LOGIN; n++) expect((await change(browser, `wrong ${n}`, NEW)).statusCode).toBe(422)
    expect((await change(browser, PASSWORD, NEW)).statusCode).toBe(429)
  })

  test('counts guesses together with those of the sign-in page, and no refused new password', async () => {
    const email = await registerLogin(server, admin.tenant)
    const browser = await signIn(email)
    for (let n = 0; n <= MAX_PER_LOGIN; n++)
      expect((await change(browser, PASSWORD, 'password1234')).statusCode).toBe(422)
    for (let n = 0; n < MAX_PER_LOGIN; n++) await change(browser, `wrong ${n}`, NEW)
    await browser.open('/account')
    await browser.submit('/sign-out', {})
    expect((await browser.signIn(email)).statusCode).toBe(429)
    expect((await new Browser(server).signIn(email)).statusCode).toBe(303)
  })

  test('shows why a new password is rejected', async () => {
    const browser = await signIn(await registerLogin(server, admin.tenant))
    const answer = await change(browser, PASSWORD, 'password1234')
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toContain('like a common password')
    expect(answer.body).toMatch(/id="password"[^>]*aria-invalid="true"/)
  })
})

describe('the rules of passwords', () => {
  const owner = { email: 'grace.hopper@harbor.example', displayName: 'Grace Hopper', organizations: [] }

  test.each([
    ['elevenchars', 'at least 12'],
    ['x'.repeat(257), 'at most 256'],
    ['password1234', 'common'],
    ['Passw0rd!Passw0rd!', 'common'],
    ['qwertyuiop[]', 'common'],
    ['123456789012', 'common'],
    ['aaaaaaaaaaaaaaaa', 'common'],
    ['abcabcabcabc', 'common'],
    ['Grace Hopper 1906', 'name'],
    ['grace.hopper@harbor.example', 'name'],
  ])('reject %s', async (password, reason) => {
    await expect(hashNewPassword(password, owner)).rejects.toMatchObject({
      status: 400,
      errors: [{ pointer: '/password', message: expect.stringContaining(reason) }],
    })
  })

  test.each(['correct horse battery staple', 'x7#kQp9!mZr2', 'Zur alten Linde 17', 'grace likes old lighthouses'])(
    'accept %s',
    async (password) => expect(await hashNewPassword(password, owner)).toMatch(/^\$argon2id\$/),
  )
})

describe('a browser in which the owner has signed in', () => {
  // Loopback addresses of their own: failed attempts are also counted per address.
  const OWNER = '127.0.3.1'
  const GUESSER = '127.0.3.2'

  test('can sign in while others guess', async () => {
    const email = await registerLogin(server, admin.tenant)
    const own = await signIn(email, PASSWORD, OWNER)
    await own.open('/account')
    await own.submit('/sign-out', {})
    const guesser = new Browser(server, GUESSER)
    for (let n = 0; n < MAX_PER_LOGIN; n++) await guesser.signIn(email, 'a wrong password')
    expect((await new Browser(server, OWNER).signIn(email)).statusCode).toBe(429)
    expect((await own.signIn(email)).statusCode).toBe(303)
  })

  test('has its own limit, and is known only for the person that signed in', async () => {
    const email = await registerLogin(server, admin.tenant)
    const other = await registerLogin(server, admin.tenant)
    const own = await signIn(email, PASSWORD, OWNER)
    await own.open('/account')
    await own.submit('/sign-out', {})
    const guesser = new Browser(server, GUESSER)
    for (const target of [email, other])
      for (let n = 0; n < MAX_PER_LOGIN; n++) await guesser.signIn(target, 'a wrong password')
    expect((await own.signIn(other)).statusCode).toBe(429)
    for (let n = 0; n < MAX_PER_LOGIN; n++) expect((await own.signIn(email, 'a wrong password')).statusCode).toBe(422)
    expect((await own.signIn(email)).statusCode).toBe(429)
  })
})
