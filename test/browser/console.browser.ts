import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ConsoleOffice, openConsoleOffice } from '../support/console-office.ts'
import { PASSWORD } from '../support/oauth.ts'
import { expectAccessible } from './axe.ts'
import { launchChromium, screenshotFolder } from './chromium.ts'
import { DESKTOP, openWindow, photographer } from './window.ts'

const folder = screenshotFolder()
const shoot = photographer(folder)
const NARROW = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, colorScheme: 'dark' } as const

let office: ConsoleOffice
let origin: string
let browser: Browser
beforeAll(async () => {
  office = await openConsoleOffice()
  origin = await office.bench.server.app.listen({ host: '127.0.0.1', port: 0 })
  browser = await launchChromium()
  console.log(`Screenshots: ${folder}`)
})
afterAll(async () => {
  await browser.close()
  await office.bench.close()
})

const signedIn = async (options: BrowserContextOptions) => {
  const window = await openWindow(browser, [origin], options)
  await window.page.goto(`${origin}/console`)
  await window.page.getByLabel('E-mail address').fill(office.email)
  await window.page.getByLabel('Password').fill(PASSWORD)
  await window.page.getByRole('button', { name: 'Sign in' }).click()
  await window.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  return window
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent()

/** Every page, with the heading that it has. */
const pagesOf = ({ ids }: ConsoleOffice): [name: string, path: string][] => [
  ['overview', ''],
  ['mails', '/mails'],
  ['mails-none', '/mails?to=nothing'],
  ['mail', `/mails/${ids.failedMail}`],
  ['webhooks', '/webhooks'],
  ['webhook', `/webhooks/${ids.webhook}`],
  ['attempt', `/webhooks/${ids.webhook}/attempts/${ids.failedAttempt}`],
  ['workflows', '/workflows'],
  ['workflow', `/workflows/${ids.workflow}`],
  ['workflow-contacts', `/workflows/${ids.workflow}/contacts`],
  ['jobs', '/jobs'],
  ['imports', '/imports'],
  ['books', '/books'],
  ['ledger', '/ledger'],
  ['ledger-resync', '/ledger/resync'],
  ['keys', '/keys'],
  ['key-revoke', `/keys/${ids.key}/revoke`],
  ['key-reset', `/keys/${ids.key}/reset`],
  ['apps', '/apps'],
  ['limits', '/limits'],
  ['history', '/history'],
  ['log', '/log'],
  ['missing', '/mails/999999999'],
]

describe.each([
  ['desktop', DESKTOP],
  ['phone', NARROW],
] as const)('on a %s', (device, options) => {
  test('every page is accessible, fits its window, and loads nothing from elsewhere', async () => {
    const { page, faults } = await signedIn(options)
    const base = page.url()
    for (const [name, path] of pagesOf(office)) {
      await page.goto(`${base}${path}`)
      await shoot(page, `console-${name}-${device}`)
      await expectAccessible(page, name)
    }
    await page.goto(`${base}/history`)
    await page.locator('tbody th a').first().click()
    await shoot(page, `console-change-${device}`)
    await expectAccessible(page, 'change')
    await page.goto(`${base}/log`)
    await page.locator('tbody th a').first().click()
    await expectAccessible(page, 'event')
    expect(faults).toEqual([])
    await page.context().close()
  })
})

test('each color scheme has enough contrast at each width', async () => {
  for (const options of [
    { ...DESKTOP, colorScheme: 'dark' },
    { ...NARROW, colorScheme: 'light' },
  ] as const) {
    const { page } = await signedIn(options)
    const base = page.url()
    for (const path of ['', '/mails', `/workflows/${office.ids.workflow}`, `/webhooks/${office.ids.webhook}`]) {
      await page.goto(`${base}${path}`)
      await expectAccessible(page, path)
    }
    await shoot(page, `console-scheme-${options.colorScheme}`)
    await page.context().close()
  }
})

test('a keyboard leads past the menu, through the menu, and through a form', async () => {
  const { page, faults } = await signedIn(DESKTOP)
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').textContent()).toBe('Skip to the content')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await page.locator('main :focus').count(), 'the focus is in the content').toBe(1)
  await page.getByRole('link', { name: 'Mails', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Mails' }).waitFor()
  await page.getByLabel('Recipient').focus()
  await page.keyboard.type('nobody@members.example')
  await page.keyboard.press('Enter')
  await page.getByText('No mail matches').waitFor()
  expect(await heading(page)).toBe('Mails')
  expect(faults).toEqual([])
  await page.context().close()
})

test('a day of staff: a failed mail, a webhook, a workflow, and a key that must go', async () => {
  const { page, faults } = await signedIn(DESKTOP)
  const { bench, ids } = office

  await page.getByRole('link', { name: /failed mails?$/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Mails' }).waitFor()
  expect(await page.getByLabel('Status').inputValue()).toBe('failed')
  await page.locator('tbody th a').first().click()
  await page.getByText('550 5.1.1 The mailbox does not exist.').first().waitFor()
  await page.getByRole('button', { name: 'Send again' }).click()
  expect(await page.getByRole('status').textContent()).toContain('is queued again')
  await shoot(page, 'console-day-1-mail')

  await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
  await page.getByRole('link', { name: 'Copy to the CRM' }).click()
  await page.getByLabel('Result', { exact: true }).selectOption('failed')
  await page.getByRole('button', { name: 'Show' }).click()
  await page.locator('tbody th a').first().click()
  await page.getByText('The database is full.').waitFor()
  const before = bench.receiver.arrived.length
  await page.getByRole('button', { name: 'Replay this delivery' }).click()
  expect(await page.getByRole('status').textContent()).toContain('queued again')
  await expect.poll(() => bench.receiver.arrived.length, { timeout: 15_000 }).toBeGreaterThan(before)
  await page.reload()
  expect(await page.getByRole('status').count(), 'the result is shown once').toBe(0)
  await shoot(page, 'console-day-2-webhook')

  await page.getByRole('link', { name: 'Workflows', exact: true }).click()
  await page.getByRole('link', { name: 'Welcome of new members' }).click()
  const step = page.locator('.flow a', { hasText: 'Wait 3 days' })
  expect(await step.textContent()).toContain('5')
  await step.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Contacts at: Wait 3 days' }).waitFor()
  expect(await page.locator('tbody tr').count()).toBe(6)
  await shoot(page, 'console-day-3-workflow')

  await page.getByRole('link', { name: 'API keys' }).click()
  await page.getByRole('link', { name: 'Revoke Newsletter sync' }).click()
  await page.getByText('This cannot be undone.').waitFor()
  await page.getByRole('button', { name: 'Revoke it' }).click()
  expect(await page.getByRole('status').textContent()).toContain('The key of Newsletter sync is revoked.')
  expect(await page.getByText('Newsletter sync', { exact: true }).count()).toBe(0)
  const gone = await office.admin.get(`/api/applicationpermissions/apikeys/${ids.key}`)
  expect(gone.statusCode).toBe(404)
  await shoot(page, 'console-day-4-keys')

  await page.getByRole('link', { name: 'Change history' }).click()
  const row = page.locator('tbody tr', { hasText: `api-key ${ids.key}` }).first()
  expect(await row.textContent()).toContain('Ada Lovelace')
  expect(faults).toEqual([])
  await page.context().close()
})
