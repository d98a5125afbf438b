import { TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RUN_IMPORT } from '#areas/people/imports/imports.service'
import { type ConsoleOffice, openConsoleOffice } from '../support/console/console-office.ts'
import { PASSWORD } from '../support/identity/oauth.ts'
import { runJobs } from '../support/jobs/run-jobs.ts'
import { launchChromium, screenshotFolder } from './chromium.ts'
import { DESKTOP, openWindow, photographer } from './window.ts'

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

const enterPassword = async (page: Page, path: string) => {
  await page.goto(`${origin}${path}`)
  await page.getByLabel('E-mail address').fill(office.email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Each code works once; one of the next half minute is accepted, too. */
const codeOf = (secret: string, stepsAhead: number) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + stepsAhead * 30_000 })

/** The person sets up an authenticator app the day before. Returns its secret. */
const setUpApp = async (): Promise<string> => {
  const { page } = await openWindow(browser, [origin], DESKTOP)
  await enterPassword(page, '/account/second-factor')
  await page.locator('summary', { hasText: 'Set up an app' }).click()
  await page.locator('details[open]').getByLabel('Your password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  const secret = ((await page.locator('p code').textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('Code of the app').fill(codeOf(secret, 0))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  return secret
}

test('a day of staff: second factor, a failed mail, a webhook, a workflow, a key that must go, and an import', async () => {
  const secret = await setUpApp()
  const { page, faults } = await openWindow(browser, [origin], DESKTOP)
  const { bench, ids } = office

  await enterPassword(page, '/sign-in')
  await page.getByLabel('Code of your authenticator app').fill(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  await shoot(page, 'console-day-0-overview')

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

  await page.getByRole('link', { name: 'Imports', exact: true }).click()
  await page.getByRole('link', { name: 'Import a file' }).click()
  const content = 'First name,Last name,Email,Nick\nGrace,Okafor,grace@harbor.example,Gracie\nNo,Address,none,\n'
  await page
    .getByLabel('File (Excel or CSV)')
    .setInputFiles({ name: 'new.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  await page.getByRole('button', { name: 'Upload' }).click()
  await page.getByRole('heading', { level: 1, name: 'new.csv' }).waitFor()
  await page.getByLabel('Field of Nick').selectOption('MiddleName')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('MiddleName: Gracie').waitFor()
  await shoot(page, 'console-day-5-import-file')
  await page.getByRole('button', { name: 'Check all rows' }).click()
  await page.getByText('Dry run', { exact: true }).waitFor()
  await runJobs(bench.server, RUN_IMPORT)
  await page.getByText('1 contact would be created and 0 updated.').waitFor()
  await shoot(page, 'console-day-6-import-checked')
  await page.getByRole('button', { name: 'Import it now' }).click()
  await page.getByText('new.csv is imported now.').waitFor()
  await runJobs(bench.server, RUN_IMPORT)
  await page.getByText('Completed', { exact: true }).waitFor()
  const [found] = (await office.admin.get('/api/contacts?$search=Okafor,%20Grace&$top=5')).json().Results
  expect(found).toBeDefined()
  await shoot(page, 'console-day-7-import-done')

  await page.getByRole('link', { name: 'Change history' }).click()
  const row = page.locator('tbody tr', { hasText: `api key ${ids.key}` }).first()
  expect(await row.textContent()).toContain('Ada Lovelace')
  expect(faults).toEqual([])
})
