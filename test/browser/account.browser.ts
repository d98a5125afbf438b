import { TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogin } from '#services/identity/logins'
import { makeLink } from '#services/identity/mail/login-links'
import { buildTestApp, type TestApp, type TestCaller } from '../support/build-app.ts'
import { PASSWORD } from '../support/identity/oauth.ts'
import { mailedConfirmation } from '../support/people/login-mails.ts'
import { launchChromium, screenshotFolder } from './chromium.ts'
import { DESKTOP, openWindow, PHONE, photographer } from './window.ts'

const folder = screenshotFolder()
const shoot = photographer(folder)
const EMAIL = 'ada.byron@harbor.example'

let server: TestApp
let admin: TestCaller
/** Passkeys need a host name. */
let origin: string
let browser: Browser
beforeAll(async () => {
  server = await buildTestApp({ own: true })
  admin = await server.tenant()
  const { key: tenantKey } = admin.tenant
  await createLogin(server.database, {
    tenantKey,
    email: EMAIL,
    displayName: 'Ada Byron',
    password: PASSWORD,
    role: 'Administrator',
  })
  origin = (await server.app.listen({ host: '127.0.0.1', port: 0 })).replace('127.0.0.1', 'localhost')
  browser = await launchChromium()
  console.log(`Screenshots: ${folder}`)
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent()
const signIn = async (page: Page) => {
  await page.goto(`${origin}/sign-in`)
  await page.getByLabel('E-mail address').fill(EMAIL)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(/console|second-factor/)
}
/** Opens a form of the page of second factors by keyboard, and sends it with the password. */
const act = async (page: Page, name: string) => {
  await page.goto(`${origin}/account/second-factor`)
  await page.locator('summary', { hasText: name }).focus()
  await page.keyboard.press('Enter')
  const form = page.locator('details[open] form')
  if (name === 'Add a passkey') await form.getByLabel('Name of the passkey').fill('Security key')
  await form.getByLabel('Your password').fill(PASSWORD)
  await page.keyboard.press('Enter')
}

const VIRTUAL = { protocol: 'ctap2', transport: 'usb', hasResidentKey: true, hasUserVerification: true } as const
const withAuthenticator = async (page: Page) => {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const options = { ...VIRTUAL, isUserVerified: true, automaticPresenceSimulation: true }
  await client.send('WebAuthn.addVirtualAuthenticator', { options })
}

test.each([
  ['phone', PHONE],
  ['desktop', DESKTOP],
])('the pages of the account are accessible and fit on a %s', async (size, options) => {
  const { page, faults } = await openWindow(browser, [origin], options)
  await page.goto(`${origin}/sign-in`)
  await shoot(page, `sign-in-${size}`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await shoot(page, `forgot-${size}`)
  await page.getByLabel('E-mail address').fill(EMAIL)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
  await shoot(page, `forgot-sent-${size}`)
  const { system } = server.database
  const { id } = await system.login.findFirstOrThrow({ where: { email: EMAIL } })
  await page.goto(`${origin}/reset-password/${await makeLink(system, id, new Date())}`)
  await shoot(page, `reset-${size}`)
  await signIn(page)
  for (const name of ['', '/password', '/email', '/second-factor', '/sessions', '/apps']) {
    await page.goto(`${origin}/account${name}`)
    await shoot(page, `account${name.replace('/', '-')}-${size}`)
  }
  await page.goto(`${origin}/account/password`)
  await page.getByLabel('Current password').fill('not the password')
  await page.getByLabel('New password').fill('seven green lanterns')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  await shoot(page, `password-fault-${size}`)
  await page.goto(`${origin}/account/second-factor`)
  await page.locator('summary', { hasText: 'Set up an app' }).click()
  await page.locator('details[open]').getByLabel('Your password').fill('not the password')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  expect(await page.locator('details[open] summary').textContent(), 'the form stays open').toContain('Set up an app')
  await shoot(page, `second-factor-fault-${size}`)
  expect(faults).toEqual([])
})

test.each([
  ['phone', PHONE],
  ['desktop', DESKTOP],
])('the address is changed by a mailed link, by keyboard, on a %s', async (size, options) => {
  const email = `katherine.${size}@harbor.example`
  const wanted = `katherine.johnson.${size}@harbor.example`
  const login = {
    tenantKey: admin.tenant.key,
    email,
    displayName: 'Katherine Johnson',
    password: PASSWORD,
    role: 'Staff',
  }
  await createLogin(server.database, login)
  const { page, faults } = await openWindow(browser, [origin], options)
  await page.goto(`${origin}/sign-in?next=%2Faccount%2Femail`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Change your email address' }).waitFor()
  await shoot(page, `email-${size}`)
  await page.getByLabel('New email address').fill(wanted)
  await page.getByLabel('Password').fill('not the password')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  await shoot(page, `email-fault-${size}`)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('A link was mailed to').waitFor()
  await shoot(page, `email-waiting-${size}`)
  await page.goto(`${origin}${await mailedConfirmation(server, wanted)}`)
  await shoot(page, `email-confirm-${size}`)
  await page.getByRole('button', { name: 'Change the address' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText(`You sign in with ${wanted} from now on.`).waitFor()
  await shoot(page, `email-changed-${size}`)
  await page.goBack()
  await page.reload()
  await shoot(page, `email-broken-link-${size}`)
  expect(faults.filter((fault) => !fault.includes('410'))).toEqual([])
})

test('at an IP address, the page says where passkeys work', async () => {
  const here = origin.replace('localhost', '127.0.0.1')
  const { page, faults } = await openWindow(browser, [here], PHONE)
  await page.goto(`${here}/sign-in?next=%2Faccount%2Fsecond-factor`)
  await page.getByLabel('E-mail address').fill(EMAIL)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('Passkeys need a host name').waitFor()
  expect(await page.locator('summary', { hasText: 'Add a passkey' }).count()).toBe(0)
  await shoot(page, 'second-factor-ip')
  expect(faults).toEqual([])
})

const replaceApp = async (page: Page, recovery: string): Promise<void> => {
  await page.goto(`${origin}/account/second-factor`)
  await page.locator('summary', { hasText: 'Replace the app' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Code of the current app').fill(recovery)
  await shoot(page, 'app-replace')
  await page.locator('details[open]').getByLabel('Your password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Replace the authenticator app' }).waitFor()
  await shoot(page, 'app-replacement')
  const secret = ((await page.locator('p code').textContent()) ?? '').replaceAll(' ', '')
  await page.keyboard.type(new TOTP({ secret }).generate())
  await page.keyboard.press('Enter')
  await page.getByText('The app was replaced.').waitFor()
}

test('an app is set up, asked for at sign-in, replaced and removed, by keyboard', async () => {
  const { page, faults } = await openWindow(browser, [origin], PHONE)
  await signIn(page)
  await act(page, 'Set up an app')
  await page.getByRole('heading', { name: 'Set up an authenticator app' }).waitFor()
  await shoot(page, 'app-set-up')
  const secret = ((await page.locator('p code').textContent()) ?? '').replaceAll(' ', '')
  await page.keyboard.type(new TOTP({ secret }).generate())
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  await shoot(page, 'recovery-codes')
  const [recovery = '', another = ''] = await page.locator('ul.codes code').allTextContents()
  await page.getByRole('link', { name: 'I have stored them' }).click()
  await shoot(page, 'second-factor-app')
  await page.context().clearCookies()
  await signIn(page)
  expect(await heading(page)).toBe('Confirm your sign-in')
  await shoot(page, 'second-factor-code')
  await page.keyboard.type(recovery)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/console\//)
  await replaceApp(page, another)
  await act(page, 'Remove the app')
  await page.getByText('It was removed.').waitFor()
  expect(faults).toEqual([])
})

test('a passkey is added, and signs in in place of a code', async () => {
  const { page, faults } = await openWindow(browser, [origin], DESKTOP)
  await withAuthenticator(page)
  await signIn(page)
  await act(page, 'Add a passkey')
  await page.getByRole('heading', { name: 'Add a passkey' }).waitFor()
  await shoot(page, 'passkey-add')
  await page.getByRole('button', { name: 'Create the passkey' }).press('Enter')
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  await page.getByRole('link', { name: 'I have stored them' }).click()
  await page.getByText('Security key').first().waitFor()
  await shoot(page, 'second-factor-passkey')
  for (let round = 0; round < 2; round++) {
    await page.context().clearCookies()
    await signIn(page)
    await shoot(page, 'second-factor-use-passkey')
    await page.getByRole('button', { name: 'Use a passkey' }).press('Enter')
    await page.waitForURL(/\/console\//)
  }
  const [passkey] = await server.database.system.loginPasskey.findMany()
  expect(Number(passkey?.counter)).toBeGreaterThan(1)
  expect(faults).toEqual([])
})

test('a required second factor is set up after the sign-in, by keyboard, and leads to the page that was wanted', async () => {
  const email = 'grace.hopper@harbor.example'
  const wanted = { tenantKey: admin.tenant.key, email, displayName: 'Grace Hopper', password: PASSWORD, role: 'Staff' }
  await createLogin(server.database, wanted)
  const saved = await admin.post('/api/settings/tenant', { AuditId: 1, RequiresSecondFactor: true })
  expect(saved.statusCode).toBe(200)
  const { page, faults } = await openWindow(browser, [origin], PHONE)
  const console = `${origin}/console/${admin.tenant.key}`
  await page.goto(`${console}/mails`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('requires a second factor').waitFor()
  await shoot(page, 'second-factor-required')
  await page.locator('summary', { hasText: 'Set up an app' }).focus()
  await page.keyboard.press('Enter')
  await page.locator('details[open]').getByLabel('Your password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Set up an authenticator app' }).waitFor()
  const secret = ((await page.locator('p code').textContent()) ?? '').replaceAll(' ', '')
  await page.keyboard.type(new TOTP({ secret }).generate())
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'I have stored them' }).press('Enter')
  await page.waitForURL(`${console}/mails`)
  expect(faults).toEqual([])
})
