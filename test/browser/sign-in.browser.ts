import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogin } from '#services/identity/logins'
import { buildTestApp, type TestApp, type TestCaller } from '../support/build-app.ts'
import { PASSWORD, registerClient, registerLogin } from '../support/identity/oauth.ts'
import { launchChromium, screenshotFolder } from './chromium.ts'
import { type ClientApp, startClientApp } from './client-app.ts'
import { DESKTOP, openWindow, PHONE, photographer } from './window.ts'

const SCOPES = 'contacts:read contacts:write application-permissions:read'
const folder = screenshotFolder()
const shoot = photographer(folder)

let server: TestApp
let admin: TestCaller
let issuer: string
let desk: ClientApp
let browser: Browser
beforeAll(async () => {
  server = await buildTestApp({ own: true })
  admin = await server.tenant(['admin', 'platform'])
  await server.database.system.tenant.update({
    where: { id: admin.tenant.id },
    data: { name: 'Harbor Chamber of Commerce' },
  })
  issuer = await server.app.listen({ host: '127.0.0.1', port: 0 })
  desk = await startClientApp()
  await registerDesk({})
  browser = await launchChromium()
  console.log(`Screenshots: ${folder}`)
})
afterAll(async () => {
  await browser.close()
  await desk.close()
  await server.close()
})

/** Registers the application again, so that no user has consented to it. */
const registerDesk = async (edit: object, scope = SCOPES) => {
  const { clientId } = await registerClient(
    admin,
    { IsPublic: true, VendorName: 'Harbor Software' },
    { GlobalOAuthRedirectUrls: desk.redirectUri, ...edit },
  )
  desk.register(clientId, issuer, scope)
}

/** A window that fails the test if a page violates its policy or sends a request to another origin. */
const open = (options: BrowserContextOptions) => openWindow(browser, [issuer, desk.origin], options)

const signIn = async (page: Page, email: string, password = PASSWORD) => {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('a member of staff signs in, consents and is back in the application, which reads records', async () => {
  const email = await registerLogin(server, admin.tenant, 'Staff')
  const { page, faults } = await open(DESKTOP)
  await page.goto(`${desk.origin}/start`)
  await expect.poll(() => page.title()).toBe('Sign in · Guildhall')
  await shoot(page, '1-sign-in-desktop')

  await signIn(page, email, 'not the password')
  expect(await page.getByRole('alert').textContent()).toContain('is wrong')
  expect(await page.getByLabel('E-mail address').inputValue()).toBe(email)
  await page.locator('#password:focus').waitFor()
  await shoot(page, '2-sign-in-failed-desktop')

  await signIn(page, email)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Member desk asks for access')
  await shoot(page, '3-consent-desktop')
  await page.getByRole('button', { name: 'Allow' }).click()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Welcome back')
  expect(faults).toEqual([])

  expect(desk.codes.at(-1)).toMatchObject({ state: 'a state/1', iss: issuer })
  const body = desk.answers.at(-1)?.body ?? {}
  const read = (token: string | undefined) =>
    fetch(`${issuer}/api/applicationpermissions/apikeys`, { headers: { authorization: `Bearer ${token}` } })
  expect((await read(body.access_token)).status).toBe(200)
  await page.goto(`${issuer}/account/apps`)
  await page.getByText('Member desk').waitFor()
  await shoot(page, '12-account-apps-desktop')

  const { code = '', verifier = '' } = desk.codes.at(-1) ?? {}
  expect((await desk.exchange(code, verifier)).body).toMatchObject({ error: 'invalid_grant' })
  expect((await read(body.access_token)).status).toBe(401)
})

test('everything can be done from the keyboard', async () => {
  await registerDesk({})
  const email = await registerLogin(server, admin.tenant)
  const { page, faults } = await open(DESKTOP)
  await page.goto(`${desk.origin}/start`)
  await page.locator('#email:focus').waitFor()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Member desk asks for access' }).waitFor()
  const focused: (string | null)[] = []
  for (let n = 0; n < 3; n++) {
    await page.keyboard.press('Tab')
    focused.push(await page.locator(':focus').textContent())
  }
  expect(focused).toEqual(['Use another login', 'Cancel', 'Allow'])
  await shoot(page, '4-consent-focus-desktop')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  expect(faults).toEqual([])
})

test('on a phone, in the dark, with several organizations to choose from', async () => {
  await registerDesk({ IsGlobal: true }, 'admin')
  const email = await registerLogin(server, admin.tenant)
  const names = [
    'Unión de Comerciantes de la Costa',
    'Very Long Name of an Association of Associations of the Northern Coast, Islands and Inland Waterways',
  ]
  for (const name of names) {
    const { tenant } = await server.tenant()
    await server.database.system.tenant.update({ where: { id: tenant.id }, data: { name } })
    await createLogin(server.database, {
      tenantKey: tenant.key,
      email,
      displayName: 'Ada',
      password: PASSWORD,
      role: 'Staff',
    })
  }
  const { page, faults } = await open(PHONE)
  await page.goto(`${desk.origin}/start`)
  await shoot(page, '5-sign-in-phone-dark')
  await signIn(page, email, 'not the password')
  await shoot(page, '6-sign-in-failed-phone-dark')
  await signIn(page, email)
  await page.getByRole('button', { name: 'Allow' }).click()
  expect(await page.title()).toContain('Allow Member desk?')
  await page.getByLabel('Harbor Chamber').check()
  await shoot(page, '7-consent-phone-dark')
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  expect(desk.answers.at(-1)?.body.tenant_key).toBe(admin.tenant.key)
  expect(faults).toEqual([])
})

test('refusing, another login, no seat and a wrong link each have a page that helps', async () => {
  await registerDesk(
    {},
    'contacts:read tasks:read store:read store:write calendars:read workflows:read help:read logs:read webhooks:read files:read',
  )
  const { page, faults } = await open({ ...DESKTOP, colorScheme: 'dark' })
  await page.goto(`${desk.origin}/start`)
  await signIn(page, await registerLogin(server, (await server.tenant()).tenant))
  await page.getByRole('heading', { name: 'Nothing to allow here' }).waitFor()
  await shoot(page, '8-no-seat-desktop-dark')
  await page.getByRole('button', { name: 'Use another login' }).click()
  await signIn(page, await registerLogin(server, admin.tenant))
  await page.getByText('more', { exact: false }).first().click()
  await shoot(page, '9-consent-many-rights-desktop-dark')
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Refused: access_denied')

  const wrong = await page.goto(
    `${issuer}/oauth2/authorize?client_id=${crypto.randomUUID()}&redirect_uri=${desk.redirectUri}`,
  )
  expect(wrong?.status()).toBe(400)
  await shoot(page, '10-wrong-link-desktop-dark')
  await page.goto(`${issuer}/sign-in`)
  await shoot(page, '11-signed-in-desktop-dark')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('Password').waitFor()
  expect(faults).toEqual([])
})
