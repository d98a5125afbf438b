import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'

export const PHONE = { viewport: { width: 375, height: 740 }, deviceScaleFactor: 2, colorScheme: 'dark' } as const
export const DESKTOP = { viewport: { width: 1200, height: 800 }, colorScheme: 'light' } as const

/** The width of the page beyond its window. It runs in the page, and is therefore text. */
const WIDER = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

/** A page of a new window, and what went wrong in it. */
export interface TestWindow {
  page: Page
  /** Violations of the page's policy, errors of scripts, and requests to other origins. */
  faults: string[]
}

/** @param origins the origins that pages may send requests to. */
export const openWindow = async (
  browser: Browser,
  origins: readonly string[],
  options: BrowserContextOptions,
): Promise<TestWindow> => {
  const page = await (await browser.newContext(options)).newPage()
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

/** Returns a function that saves a picture of a page, and fails if the page is wider than its window. */
export const photographer =
  (folder: string) =>
  async (page: Page, name: string): Promise<void> => {
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
    expect(await page.evaluate(WIDER), `${name} scrolls sideways`).toBe(0)
  }
