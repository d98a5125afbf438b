import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ConsoleOffice, openConsoleOffice } from '../support/console/console-office.ts'
import { PASSWORD, registerLogin } from '../support/identity/oauth.ts'
import { launchChromium, screenshotFolder } from './chromium.ts'
import { DESKTOP, openWindow, PHONE, photographer } from './window.ts'

const folder = screenshotFolder()
const shoot = photographer(folder)

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

const signedIn = async (options: BrowserContextOptions, email = office.email) => {
  const window = await openWindow(browser, [origin], options)
  await window.page.goto(`${origin}/console`)
  await window.page.getByLabel('E-mail address').fill(email)
  await window.page.getByLabel('Password').fill(PASSWORD)
  await window.page.getByRole('button', { name: 'Sign in' }).click()
  await window.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  return window
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent()

/** Every page, with the heading that it has. */
const pagesOf = ({ ids }: ConsoleOffice): [name: string, path: string][] => [
  ['overview', ''],
  ['people', '/people'],
  ['people-none', '/people?who=nothing'],
  ['people-many', '/people/many?others=yes'],
  ['person', `/people/${ids.person}`],
  ['person-match', `/people/${ids.person}/match?contact=${ids.contact}`],
  ['person-new', `/people/${ids.person}/match`],
  ['person-no-contact', `/people/${ids.person}/match?contact=0`],
  ['person-gone', '/people/999999999'],
  ['mails', '/mails'],
  ['mails-none', '/mails?to=nothing'],
  ['mail', `/mails/${ids.failedMail}`],
  ['webhooks', '/webhooks'],
  ['webhook', `/webhooks/${ids.webhook}`],
  ['attempt', `/webhooks/${ids.webhook}/attempts/${ids.failedAttempt}`],
  ['workflows', '/workflows'],
  ['workflow', `/workflows/${ids.workflow}`],
  ['workflow-contacts', `/workflows/${ids.workflow}/contacts`],
  ['workflow-contact', `/workflows/${ids.workflow}/contacts/${ids.contact}`],
  ['jobs', '/jobs'],
  ['imports', '/imports'],
  ['import', `/imports/${ids.import}`],
  ['import-cancel', `/imports/${ids.import}/cancel`],
  ['import-delete', `/imports/${ids.import}/delete`],
  ['import-new', '/imports/new'],
  ['import-file', `/imports/files/${ids.file}`],
  ['books', '/books'],
  ['ledger', '/ledger'],
  ['ledger-resync', '/ledger/resync'],
  ['keys', '/keys'],
  ['key-revoke', `/keys/${ids.key}/revoke`],
  ['key-reset', `/keys/${ids.key}/reset`],
  ['apps', '/apps'],
  ['app-revoke', `/apps/${ids.app}/revoke`],
  ['app-reset', `/apps/${ids.app}/reset`],
  ['limits', '/limits'],
  ['history', '/history'],
  ['log', '/log'],
  ['missing', '/mails/999999999'],
]

const SECTIONS = [
  ...[
    '/people',
    '/people/many',
    '/mails',
    '/webhooks',
    '/workflows',
    '/jobs',
    '/imports',
    '/books',
    '/ledger',
    '/keys',
    '/apps',
    '/limits',
  ],
  ...['/history', '/log'],
]

describe.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const)('on a %s', (device, options) => {
  test('every page is accessible, fits its window, and loads nothing from elsewhere', async () => {
    const { page, faults } = await signedIn(options)
    const base = page.url()
    for (const [name, path] of pagesOf(office)) {
      await page.goto(`${base}${path}`)
      await shoot(page, `console-${name}-${device}`)
    }
    await page.goto(`${base}/history`)
    await page.locator('tbody th a').first().click()
    await shoot(page, `console-change-${device}`)
    await page.goto(`${base}/log`)
    await page.locator('tbody th a').first().click()
    await page.waitForURL(/log\/\d+$/)
    await shoot(page, `console-event-${device}`)
    await page.goto(`${origin}/console?choose=1`)
    await shoot(page, `console-choice-${device}`)
    expect(faults).toEqual([])
  })

  test('a user without rights, and an office without records, see what to do', async () => {
    const { server } = office.bench
    const { tenant } = await server.tenant()
    for (const [name, role] of [
      ['empty', 'Administrator'],
      ['refused', `Reader of ${tenant.key}`],
    ] as const) {
      if (name === 'refused')
        await server.database.system.role.create({ data: { tenantId: tenant.id, name: role, scopes: ['help:read'] } })
      const { page, faults } = await signedIn(options, await registerLogin(server, tenant, role))
      for (const path of name === 'empty' ? ['', ...SECTIONS] : ['', '/mails']) {
        await page.goto(`${origin}/console/${tenant.key}${path}`)
        await shoot(page, `console-${name}${path.replaceAll('/', '-')}-${device}`)
      }
      expect(faults).toEqual([])
    }
  })
})

test('an unknown address, a form of another session and a failed sign-out are pages to continue from', async () => {
  const { page, faults } = await signedIn(PHONE)
  const base = page.url()
  await page.goto(`${base}/nothing/here`)
  await page.getByRole('heading', { name: 'There is no page at this address' }).waitFor()
  await shoot(page, 'console-unknown')
  await page.goto(`${origin}/console/nobody`)
  await page.getByRole('heading', { name: 'No access to this organization' }).waitFor()
  await shoot(page, 'console-no-access')

  const old = 'document.querySelectorAll("form input[name=form]").forEach((field) => { field.value = "x" })'
  await page.goto(`${base}/webhooks/${office.ids.webhook}`)
  await page.evaluate(old)
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('heading', { name: 'Nothing was changed yet' }).waitFor()
  await shoot(page, 'console-stale-form')
  await page.getByRole('link', { name: 'Open the page again' }).click()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('The webhook is paused.').waitFor()
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByText('The webhook is active.').waitFor()

  await page.evaluate(old)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.goto(`${base}/mails`)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(faults).toEqual([])
})

test('long names fit a small window', async () => {
  const { system } = office.bench.server.database
  const { id, name, key } = office.admin.tenant
  const long = `Vereinigung der ${'Donaudampfschifffahrtselektrizitäten'.repeat(2)} und Freunde des Hafens`
  await system.tenant.update({ where: { id }, data: { name: long } })
  await system.login.updateMany({
    where: { email: office.email },
    data: { displayName: `Maximiliane-Theodora ${'Wolfeschlegelsteinhausen'.repeat(2)}` },
  })
  await office.bench.server.app.credentialsSettled()
  const { page } = await signedIn(PHONE)
  for (const path of ['', '/mails', `/imports/${office.ids.import}`]) {
    await page.goto(`${origin}/console/${key}${path}`)
    await shoot(page, `console-long-names${path.replaceAll('/', '-')}`)
  }
  await page.goto(`${origin}/account`)
  await shoot(page, 'console-long-names-account')
  await system.tenant.update({ where: { id }, data: { name } })
  await system.login.updateMany({ where: { email: office.email }, data: { displayName: 'Ada Lovelace' } })
})

test('a new key is shown once, after a question, by keyboard', async () => {
  const { page, faults } = await signedIn(PHONE)
  await page.goto(`${page.url()}/keys/${office.ids.key}/reset`)
  await page.getByLabel('End the old one now').press('Space')
  await page.getByRole('button', { name: 'Reset it' }).press('Enter')
  await page.getByLabel('New secret').waitFor()
  await shoot(page, 'console-new-secret')
  await page.getByRole('link', { name: 'Done' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
  expect(faults).toEqual([])
})

test('a person is matched after a question, and many after a dry run, by keyboard', async () => {
  const { page, faults } = await signedIn(PHONE)
  const base = page.url()
  await page.goto(`${base}/people/${office.ids.person}`)
  await page.getByRole('link', { name: /^Same person as Jon Lindquist/ }).press('Enter')
  await page.getByRole('heading', { name: 'Are they the same?' }).waitFor()
  await page.getByRole('button', { name: 'Merge them' }).press('Enter')
  expect(await page.getByRole('status').textContent()).toContain('is merged into contact')
  await page.getByRole('link', { name: 'Match many at once' }).press('Enter')
  await page.getByLabel('People that no contact resembles').selectOption('yes')
  await page.getByRole('button', { name: 'Show' }).press('Enter')
  await page.getByText('1 would be merged into a contact, 1 would be taken in as new').waitFor()
  await page.getByRole('button', { name: 'Match 2 people' }).press('Enter')
  expect(await page.getByRole('status').textContent()).toContain('1 person merged into a contact, 1 taken in')
  await shoot(page, 'console-people-matched')
  await page.getByRole('link', { name: 'Look at the people that are left' }).press('Enter')
  await page.getByText('Every person is a contact').waitFor()
  expect(faults).toEqual([])
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
})

/** It runs in the page, and is therefore text. */
const BAR_HEIGHTS = `[...document.querySelectorAll('rect.bar')].filter((bar) => bar.getClientRects().length > 0)
  .map((bar) => Number(bar.getAttribute('height')))`

test('the charts of the books have figures, and their table the same', async () => {
  for (const options of [DESKTOP, PHONE]) {
    const { page } = await signedIn(options)
    await page.goto(`${page.url()}/books`)
    const heights = await page.evaluate<number[]>(BAR_HEIGHTS)
    expect(heights.filter((height) => height > 20).length).toBeGreaterThan(15)
    await page.locator('summary', { hasText: 'Show as a table' }).first().click()
    expect(await page.locator('.data').first().locator('tbody tr').count()).toBe(12)
    await shoot(page, `console-books-figures-${options === PHONE ? 'phone' : 'desktop'}`)
  }
})
