import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../support/build-app.ts'
import { launchChromium, screenshotFolder } from './chromium.ts'
import { expectKeyboard } from './keyboard.ts'
import { DESKTOP, openPage, openWindow, PHONE, photographer } from './window.ts'

const shoot = photographer(screenshotFolder())

let server: TestApp
let origin: string
let browser: Browser
let key: string
beforeAll(async () => {
  server = await buildTestApp({ own: true })
  key = (await server.tenant()).tenant.key
  origin = await server.app.listen({ host: '127.0.0.1', port: 0 })
  browser = await launchChromium()
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

const WINDOWS = [
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const

test.each(WINDOWS)('the first page and the guides are accessible and fit on a %s', async (size, options) => {
  const { page, faults } = await openWindow(browser, [origin], options)
  await page.goto(origin)
  await shoot(page, `home-${size}`)
  for (const guide of ['integrators', 'operators']) {
    await page.goto(`${origin}/guides/${guide}`)
    await shoot(page, `guide-${guide}-${size}`)
  }
  expect(faults).toEqual([])
})

test.each(WINDOWS)(
  'addresses that do not exist and links that do not work have pages, on a %s',
  async (size, options) => {
    const { page, faults } = await openWindow(browser, [origin], options)
    for (const [name, path, title] of [
      ['reference', '/reference/nothing', 'There is no page at this address'],
      ['operation', '/reference/operations/nothing', 'There is nothing at this address'],
      ['console', '/console/nothing/at/all', 'There is no page at this address'],
      ['root', '/nothing', 'There is no page at this address'],
      ['malformed', '/%zz', 'That did not work'],
      ['form', '/sign-out', 'There is no page at this address'],
      ['members', '/members/no-such-association/sign-in', 'Unknown association'],
      ['member-address', `/members/${key}/nothing`, 'There is no page at this address'],
      ['member-link', `/members/${key}/link/nothing`, 'This link does not work'],
      ['reset', '/reset-password/nothing', 'This link does not work'],
      ['event', `/events/${key}/1`, 'There is nothing at this address'],
      ['payment', `/sandbox/payments/${key}/nothing`, 'This link does not work'],
      ['unsubscribe', '/api/public/mail/unsubscribe/nothing', 'This link does not work'],
      ['mail-link', '/api/public/mail/links?Token=nothing', 'This link does not work'],
      ['ledger', '/api/public/ledgersettings/callback?state=x', 'The connection was not completed'],
      ['integration', '/api/public/native/callback?state=x', 'The integration is not connected'],
      ['authorize', '/oauth2/authorize?client_id=x', 'This link does not work'],
    ] as const) {
      await page.goto(`${origin}${path}`)
      expect(await page.getByRole('heading', { level: 1 }).textContent(), path).toBe(title)
      await shoot(page, `none-${name}-${size}`)
    }
    expect(faults).toEqual([])
  },
)

test('the check by keyboard finds what the focus does not reach, and where it is not visible', async () => {
  const page = await openPage(browser)
  await page.setContent(
    '<style>.off { outline: none }</style><a href="#a">A</a><button class="off">B</button><p inert><a href="#c">C</a></p>',
  )
  const { actual } = await expectKeyboard(page, 'probe').then(
    () => ({ actual: 'nothing' }),
    (error: { actual: unknown }) => error,
  )
  expect(actual).toEqual({ missed: ['<a href="#c">C</a>'], unseen: ['<button class="off">B</button>'] })
})
