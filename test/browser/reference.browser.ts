import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '../support/build-app.ts'
import { launchChromium, screenshotFolder } from './chromium.ts'
import { openPage, photographer } from './window.ts'

let server: TestApp
let mine: TestCaller
let browser: Browser
let origin: string
const shoot = photographer(screenshotFolder())

beforeAll(async () => {
  server = await buildTestApp({ config: {} })
  origin = await server.app.listen({ host: '127.0.0.1', port: 0 })
  mine = await server.tenant()
  for (const LastName of ['Abel', 'Berg', 'Cruz']) await mine.post('/api/contacts/person/0', { LastName })
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

/** Opens a page that may talk to this server only. Anything else fails the test. */
const open = async (path: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> => {
  const page = await openPage(browser, options)
  page.on('request', (request) => expect(request.url()).toMatch(new RegExp(`^(${origin}|blob:|data:)`)))
  page.on('console', (message) => expect(message.type(), message.text()).not.toBe('error'))
  page.on('pageerror', (error) => expect.fail(String(error)))
  await page.goto(`${origin}${path}`)
  return page
}

const DESKTOP = { viewport: { width: 1280, height: 900 }, colorScheme: 'light' } as const
const PHONE = { viewport: { width: 360, height: 740 }, colorScheme: 'dark', isMobile: true } as const

describe('the API reference', () => {
  test('finds an operation by the name of a field, opens it, and executes it with a bare key', async () => {
    const page = await open('/reference', DESKTOP)
    await page.getByLabel('API key or access token').fill(`  ${mine.key} `)
    await page.getByLabel('API key or access token').press('Enter')
    await page.getByLabel(/^Search/).fill('MembershipStatusTypeId AccountNumber')
    await page.getByLabel(/^Search/).press('Enter')
    await page.getByRole('link', { name: 'GET /api/contacts List contacts', exact: true }).click()
    await page.getByRole('button', { name: 'Execute' }).click()
    await page.getByText(/^200 OK, \d+ ms/).waitFor()
    const response = await page.getByLabel('Response').innerText()
    expect(JSON.parse(response).Results.map(({ Name }: { Name: string }) => Name)).toEqual(['Abel', 'Berg', 'Cruz'])
    await shoot(page, 'reference-executed')
  })

  test('keeps the key for the tab, in a form that is not shown', async () => {
    const page = await open('/reference', DESKTOP)
    await page.getByLabel('API key or access token').fill(`Authorization: ApiKey ${mine.key}`)
    await page.getByRole('button', { name: 'Use key' }).click()
    await page.goto(`${origin}/reference/operations/savePerson`)
    const field = page.getByLabel('API key or access token')
    expect(await field.inputValue()).toBe(mine.key)
    expect(await field.getAttribute('type')).toBe('password')
    const other = await open('/reference', DESKTOP)
    expect(await other.getByLabel('API key or access token').inputValue()).toBe('')
  })

  test('opens an operation by its address, asks for the key, and saves', async () => {
    const page = await open('/reference/operations/savePerson', DESKTOP)
    await page.getByLabel('contactId path').fill('0')
    await page.getByLabel(/^Body/).fill('{"LastName": "Dorn"}')
    await page.getByRole('button', { name: 'Execute' }).click()
    await page.getByText('Enter an API key first').waitFor()
    expect(await page.evaluate('document.activeElement.id')).toBe('key')
    await page.keyboard.type(mine.key)
    await page.getByRole('button', { name: 'Execute' }).click()
    await page.getByText(/^200 OK, /).waitFor()
    expect(await page.getByLabel('Response').innerText()).toContain('"LastName": "Dorn"')
  })

  test('shows a problem of the server', async () => {
    const page = await open('/reference/operations/getPerson', DESKTOP)
    await page.getByLabel('API key or access token').fill(mine.key)
    await page.getByLabel('contactId path').fill('999999999')
    page.removeAllListeners('console')
    await page.getByRole('button', { name: 'Execute' }).click()
    await page.getByText(/^404 Not Found, /).waitFor()
    expect(await page.getByLabel('Response').innerText()).toContain('"code": "not-found"')
  })

  test('says when the text is no key, and points to the key if the server does not accept it', async () => {
    const page = await open('/reference/operations/listContacts', DESKTOP)
    const field = page.getByLabel('API key or access token')
    for (const [text, words] of [
      ['hunter2', /neither an API key, which begins with "ghk_"/],
      [mine.key.slice(0, -1), /not a complete API key/],
      ['ghs_1_abc', /of an OAuth client/],
    ] as const) {
      await field.fill(text)
      await field.press('Enter')
      await page.getByText(words).waitFor()
      expect(await field.getAttribute('aria-invalid')).toBe('true')
    }
    await shoot(page, 'reference-no-key')
    const last = mine.key.endsWith('a') ? 'b' : 'a'
    await field.fill(`${mine.key.slice(0, -1)}${last}`)
    await field.press('Enter')
    await page.getByText('The key is used in this tab').waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe(null)
    page.removeAllListeners('console')
    await page.getByRole('button', { name: 'Execute' }).click()
    await page.getByText(/^401 Unauthorized, /).waitFor()
    expect(await page.locator('#key-status').innerText()).toMatch(/API key/)
    await shoot(page, 'reference-wrong-key')
    await page.getByRole('link', { name: 'Check the key at the top of the page.' }).click()
    expect(await page.evaluate('document.activeElement.id')).toBe('key')
    await field.fill(mine.key)
    await field.press('Enter')
    await page.getByRole('button', { name: 'Execute' }).click()
    await page.getByText(/^200 OK, /).waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe(null)
  })

  const PAGES = [
    '',
    '/problems',
    '/areas/contacts',
    '/operations/savePerson',
    '/operations/listContacts',
    '/search?q=balance+invoice',
  ]

  test.each(PAGES)('/reference%s is accessible and fits a phone in the dark, and a desktop', async (path) => {
    for (const [name, options] of [
      ['phone', PHONE],
      ['desktop', DESKTOP],
    ] as const) {
      const page = await open(`/reference${path}`, options)
      await shoot(page, `reference${path.replaceAll(/[^\w]+/g, '-')}-${name}`)
      // innerWidth of a phone grows with content that is too wide.
      expect(await page.evaluate('document.documentElement.scrollWidth <= screen.width'), `${name} ${path}`).toBe(true)
    }
  })

  test('is read without scripts', async () => {
    const page = await open('/reference/operations/listContacts', { javaScriptEnabled: false })
    expect(await page.getByRole('button', { name: 'Execute' }).isVisible()).toBe(false)
    expect(await page.getByText('curl').first().isVisible()).toBe(true)
  })
})
