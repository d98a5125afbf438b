import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '../support/build-app.ts'
import { PASSWORD, registerClient } from '../support/identity/oauth.ts'
import { addMember, mailedLinks, type TestMember } from '../support/people/members.ts'
import { launchChromium, screenshotFolder } from './chromium.ts'
import { type ClientApp, startClientApp } from './client-app.ts'
import { DESKTOP, openWindow, PHONE, photographer } from './window.ts'

const LONG_NAME = 'Association of Associations of the Northern Coast, Islands and Inland Waterways'
const folder = screenshotFolder()
const shoot = photographer(folder)

let server: TestApp
let admin: TestCaller
let issuer: string
let portal: ClientApp
let browser: Browser
beforeAll(async () => {
  server = await buildTestApp({ own: true })
  admin = await server.tenant()
  await nameTenant('Harbor Chamber of Commerce')
  issuer = await server.app.listen({ host: '127.0.0.1', port: 0 })
  portal = await startClientApp()
  await registerPortal()
  browser = await launchChromium()
  console.log(`Screenshots: ${folder}`)
})
afterAll(async () => {
  await browser.close()
  await portal.close()
  await server.close()
})

const nameTenant = (name: string) =>
  server.database.system.tenant.update({ where: { id: admin.tenant.id }, data: { name } })

/** Registers the application again, so that no member has consented to it. */
const registerPortal = async () => {
  const { clientId } = await registerClient(
    admin,
    { IsPublic: true, VendorName: 'Harbor Software', Scopes: ['self'] },
    { ApplicationName: 'Member portal', GlobalOAuthRedirectUrls: portal.redirectUri },
  )
  portal.register(clientId, issuer, 'self')
}

/** A window that fails the test if a page violates its policy or sends a request to another origin. */
const open = (options: BrowserContextOptions) => openWindow(browser, [issuer, portal.origin], options)

const pathOf = (name: string) => `${issuer}/members/${admin.tenant.key}/${name}`
const heading = async (page: Page) => await page.getByRole('heading', { level: 1 }).textContent()

const invite = async ({ memberLoginId, email }: TestMember): Promise<string> => {
  const invited = await admin.post(`/api/memberlogins/${memberLoginId}/invite`)
  expect(invited.statusCode, invited.body).toBe(200)
  const [link = ''] = await mailedLinks(server, email)
  return `${issuer}${link}`
}

/** Signs in by a link and sets the password of the test. */
const setPassword = async (page: Page, member: TestMember) => {
  await page.goto(await invite(member))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Set a password' }).click()
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Save' }).click()
}

const signIn = async (page: Page, email: string, password: string) => {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const CURRENT = 'Current password'

test('an invited member sets a password, changes it, and signs in with it', async () => {
  const member = await addMember(admin)
  const { page, faults } = await open(DESKTOP)
  const link = await invite(member)
  await page.goto(link)
  await shoot(page, 'member-1-invitation-desktop')
  await page.getByRole('button', { name: 'Sign in' }).click()
  expect(await heading(page)).toBe('You are signed in')
  await shoot(page, 'member-2-signed-in-desktop')

  await page.getByRole('link', { name: 'Set a password' }).click()
  expect(await page.getByLabel(CURRENT).count()).toBe(0)
  await shoot(page, 'member-3-password-desktop')
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Save' }).click()
  expect(await page.getByRole('status').textContent()).toBe('Your password is saved.')
  await shoot(page, 'member-4-password-saved-desktop')

  await page.getByRole('link', { name: 'Change your password' }).click()
  await page.getByLabel(CURRENT).fill('not the password')
  await page.getByLabel('New password').fill('another long password')
  await page.getByRole('button', { name: 'Save' }).click()
  expect(await page.getByRole('alert').textContent()).toContain('The current password is wrong.')
  await page.locator('#current:focus').waitFor()
  await shoot(page, 'member-5-wrong-current-password-desktop')
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()

  await signIn(page, member.email, 'not the password')
  expect(await page.getByRole('alert').textContent()).toContain('is wrong')
  expect(await page.getByLabel('E-mail address').inputValue()).toBe(member.email)
  await page.locator('#password:focus').waitFor()
  await shoot(page, 'member-6-sign-in-failed-desktop')
  await signIn(page, member.email, PASSWORD)
  expect(await heading(page)).toBe('You are signed in')

  await page.goto(link)
  expect(await heading(page)).toBe('This link does not work')
  await shoot(page, 'member-7-used-link-desktop')
  await page.getByRole('link', { name: 'Request a new one' }).click()
  expect(faults).toEqual([])
})

test('everything can be done from the keyboard, up to the token of the application', async () => {
  await registerPortal()
  const member = await addMember(admin)
  const prepared = await open(DESKTOP)
  await setPassword(prepared.page, member)

  const { page, faults } = await open(DESKTOP)
  await page.goto(`${portal.origin}/start`)
  await page.locator('#email:focus').waitFor()
  await page.keyboard.press('Enter')
  expect(await heading(page), 'the browser asks for the address').toBe('Sign in')
  await page.keyboard.type(member.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await shoot(page, 'member-8-sign-in-focus-desktop')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Member portal asks for access' }).waitFor()
  const focused: (string | null)[] = []
  for (let n = 0; n < 3; n++) {
    await page.keyboard.press('Tab')
    focused.push(await page.locator(':focus').textContent())
  }
  expect(focused).toEqual(['Use another login', 'Cancel', 'Allow'])
  await shoot(page, 'member-9-consent-desktop')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  const token = portal.answers.at(-1)?.body.access_token
  const self = await fetch(`${issuer}/api/self`, { headers: { authorization: `Bearer ${token}` } })
  expect(await self.json()).toMatchObject({ ContactId: member.contactId, TenantName: 'Harbor Chamber of Commerce' })
  expect(faults).toEqual([])
})

test('on a phone, in the dark, with long names, a member signs in by a mailed link and consents', async () => {
  await registerPortal()
  await nameTenant(LONG_NAME)
  const member = await addMember(admin)
  const { page, faults } = await open(PHONE)
  await page.goto(`${portal.origin}/start`)
  await shoot(page, 'member-10-sign-in-phone-dark')
  await page.getByRole('button', { name: 'Mail me a link' }).click()
  expect(await heading(page), 'the browser asks for the address').toBe('Sign in')
  await page.getByLabel('E-mail address').fill(member.email)
  await page.getByRole('button', { name: 'Mail me a link' }).click()
  expect(await heading(page)).toBe('Check your mail')
  await shoot(page, 'member-11-check-your-mail-phone-dark')
  const [link = ''] = await mailedLinks(server, member.email)
  await page.goto(`${issuer}${link}`)
  await shoot(page, 'member-12-link-phone-dark')
  await page.getByRole('button', { name: 'Sign in' }).click()
  expect(await heading(page)).toBe('Member portal asks for access')
  await shoot(page, 'member-13-consent-phone-dark')
  await page.goto(pathOf('password'))
  await shoot(page, 'member-14-password-phone-dark')
  await page.goto(pathOf('sign-in'))
  await shoot(page, 'member-15-signed-in-phone-dark')
  await page.goBack()
  await page.goBack()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  expect(faults).toEqual([])
})

test.each([
  ['phone', PHONE],
  ['desktop', DESKTOP],
])('a member sees the applications with access, and ends one by keyboard, on a %s', async (size, options) => {
  await registerPortal()
  const member = await addMember(admin)
  const { page, faults } = await open(options)
  await setPassword(page, member)
  await page.getByRole('link', { name: 'Applications with access' }).click()
  await page.getByText('You have not allowed an application').waitFor()
  await shoot(page, `member-apps-none-${size}`)
  await page.goto(`${portal.origin}/start`)
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  await page.goto(pathOf('apps'))
  await shoot(page, `member-apps-${size}`)
  await page.getByRole('button', { name: /^End access of Member portal/ }).press('Enter')
  expect(await page.getByRole('status').textContent()).toBe('The application has no access any more.')
  await shoot(page, `member-apps-ended-${size}`)
  expect(faults).toEqual([])
})

test('a member sees where it is signed in, and ends another session', async () => {
  const member = await addMember(admin)
  const first = await open(DESKTOP)
  await setPassword(first.page, member)
  const { page, faults } = await open(PHONE)
  await page.goto(pathOf('sign-in'))
  await signIn(page, member.email, PASSWORD)
  await page.getByRole('link', { name: 'Where you are signed in' }).click()
  await shoot(page, 'member-sessions-phone')
  await page.getByRole('button', { name: /^End the session of/ }).press('Enter')
  expect(await page.getByRole('status').textContent()).toBe('The session has ended.')
  await first.page.goto(pathOf('sessions'))
  await first.page.waitForURL(/sign-in$/)
  expect([...faults, ...first.faults]).toEqual([])
})
