import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealer } from '#kernel/crypto/seal'
import { unsubscribeTokens, unsubscribeUrl } from '#services/mail/unsubscribe/unsubscribe-token'
import { buildTestApp, type TestApp, type TestCaller } from '../support/build-app.ts'
import { launchChromium, screenshotFolder } from './chromium.ts'
import { DESKTOP, openWindow, PHONE, photographer } from './window.ts'

const folder = screenshotFolder()
const shoot = photographer(folder)

let server: TestApp
let caller: TestCaller
let origin: string
let browser: Browser
beforeAll(async () => {
  server = await buildTestApp({ own: true })
  caller = await server.tenant()
  const data = { name: 'Association of Associations of the Northern Coast, Islands and Inland Waterways' }
  await server.database.system.tenant.update({ where: { id: caller.tenant.id }, data })
  origin = await server.app.listen({ host: '127.0.0.1', port: 0 })
  browser = await launchChromium()
  console.log(`Screenshots: ${folder}`)
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

const linkOf = (addressKey: string) => {
  const token = unsubscribeTokens(sealer(Buffer.alloc(32, 7))).make({
    tenantId: caller.tenant.id,
    addressKey,
    category: 'membership-notices',
  })
  return unsubscribeUrl(origin, token)
}
const kept = async (addressKey: string) =>
  (await server.database.system.mailSuppression.findMany({ where: { addressKey }, orderBy: { id: 'asc' } })).map(
    ({ category }) => category,
  )

/** A window that fails the test if a page violates its policy or sends a request to another origin. */
const open = (options: BrowserContextOptions) => openWindow(browser, [origin], options)

test('a recipient looks, unsubscribes from a category, then from all, and comes back', async () => {
  const address = 'ada@lindqvist.example'
  const { page, faults } = await open(DESKTOP)
  await page.goto(linkOf(address))
  expect(await page.title()).toBe('Unsubscribe · Guildhall')
  expect(await page.getByText('a•••@l•••.example').isVisible()).toBe(true)
  await shoot(page, 'unsubscribe-1-desktop')
  await page.reload()
  expect(await kept(address)).toEqual([])

  await page.getByRole('button', { name: 'Unsubscribe from Membership notices' }).click()
  expect(await page.getByRole('status').textContent()).toBe('You no longer get Membership notices.')
  expect(await kept(address)).toEqual(['membership-notices'])
  await shoot(page, 'unsubscribe-2-category-desktop')

  await page.getByRole('button', { name: 'Unsubscribe from everything' }).click()
  expect(await page.getByRole('status').textContent()).toContain('any mail')
  expect(await kept(address)).toEqual(['membership-notices', '*'])
  await shoot(page, 'unsubscribe-3-all-desktop')

  await page.getByRole('button', { name: 'Subscribe again' }).click()
  expect(await page.getByRole('status').textContent()).toBe('You get Membership notices.')
  expect(await kept(address)).toEqual([])
  expect(faults).toEqual([])
})

test('only with the keyboard, on a phone, in dark mode', async () => {
  const address = 'bob@x.example'
  const { page, faults } = await open(PHONE)
  await page.goto(linkOf(address))
  await shoot(page, 'unsubscribe-4-phone-dark')
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').textContent()).toBe('Unsubscribe from Membership notices')
  await page.keyboard.press('Tab')
  await shoot(page, 'unsubscribe-5-focus-phone-dark')
  await page.keyboard.press('Enter')
  await page.getByRole('status').waitFor()
  expect(await kept(address)).toEqual(['*'])
  await page.goto(`${origin}/api/public/mail/unsubscribe/cut-off`).catch(() => undefined)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('This link does not work')
  expect(faults).toEqual([])
})
