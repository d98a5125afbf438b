import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from './axe.ts'
import { expectKeyboard } from './keyboard.ts'
import { recordUntilTestEnds } from './recordings.ts'

/** The narrowest phone that is supported. */
export const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, colorScheme: 'dark' } as const
export const DESKTOP = { viewport: { width: 1200, height: 800 }, colorScheme: 'light' } as const

/** The width of the page beyond its window. It runs in the page, and is therefore text. */
const WIDER = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

/** A page of a new window, and what went wrong in it. */
export interface TestWindow {
  page: Page
  /** Violations of the page's policy, errors of scripts, and requests to other origins. */
  faults: string[]
}

/** Opens a page in a new window, which is recorded and closes when the test ends. */
export const openPage = async (browser: Browser, options: BrowserContextOptions = {}): Promise<Page> => {
  const context = await browser.newContext(options)
  await recordUntilTestEnds(context)
  return context.newPage()
}

/** @param origins the origins that pages may send requests to. */
export const openWindow = async (
  browser: Browser,
  origins: readonly string[],
  options: BrowserContextOptions,
): Promise<TestWindow> => {
  const page = await openPage(browser, options)
  const faults: string[] = []
  page.on(
    'console',
    (message) => message.type() === 'error' && !message.text().includes('status of 4') && faults.push(message.text()),
  )
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol !== 'data:' && !origins.includes(origin)) faults.push(`asked ${request.url()}`)
  })
  return { page, faults }
}

const IS_DARK = `matchMedia('(prefers-color-scheme: dark)').matches`

/**
 * Returns a function that saves pictures of a page in both color schemes, and fails if axe-core finds anything in one of them, the
 * page is wider than its window, or the keyboard does not get to each of its elements.
 */
export const photographer = (folder: string) => {
  mkdirSync(folder, { recursive: true })
  const look = async (page: Page, name: string): Promise<void> => {
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
    await expectAccessible(page, name)
  }
  return async (page: Page, name: string): Promise<void> => {
    expect(await page.evaluate(WIDER), `${name} scrolls sideways`).toBe(0)
    await look(page, name)
    await expectKeyboard(page, name)
    const [own, other] = (await page.evaluate<boolean>(IS_DARK))
      ? (['dark', 'light'] as const)
      : (['light', 'dark'] as const)
    await page.emulateMedia({ colorScheme: other })
    await look(page, `${name}-${other}`)
    await page.emulateMedia({ colorScheme: own })
  }
}
