import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '../support/build-app.ts'
import { PIXEL, upload } from '../support/integration/files.ts'
import { launchChromium } from './chromium.ts'
import { openPage } from './window.ts'

let server: TestApp
let caller: TestCaller
let origin: string
let browser: Browser
/** A site of an attacker, which also serves the same content without protection. */
let site: Server
let siteOrigin: string
beforeAll(async () => {
  server = await buildTestApp({ own: true })
  caller = await server.tenant()
  origin = await server.app.listen({ host: '127.0.0.1', port: 0 })
  browser = await launchChromium()
  site = createServer(({ url = '' }, response) => {
    const hostile = HOSTILE.find(({ name }) => url === `/${encodeURIComponent(name)}`)
    response.setHeader('content-type', hostile?.type ?? 'text/html')
    response.end(hostile?.content ?? '<!doctype html><title>site</title>')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  siteOrigin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
afterAll(async () => {
  await browser.close()
  await server.close()
  await new Promise((resolve) => site.close(resolve))
})

/** Content that tells that it ran by a request. */
const RUN = `new Image().src='/ran?'+location.protocol`
const HOSTILE = [
  { name: 'page.html', type: 'text/html', content: `<!doctype html><script>${RUN}</script>` },
  { name: 'picture.png', type: 'text/html', content: `<html><body onload="${RUN}"></html>` },
  { name: 'paper.pdf', type: 'text/html', content: `<script>${RUN}</script>` },
  {
    name: 'drawing.svg',
    type: 'image/svg+xml',
    content: `<svg xmlns="http://www.w3.org/2000/svg"><script>${RUN}</script></svg>`,
  },
  {
    name: 'strict.xhtml',
    type: 'application/xhtml+xml',
    content: `<html xmlns="http://www.w3.org/1999/xhtml"><script>${RUN}</script></html>`,
  },
  { name: 'late.txt', type: 'text/html', content: `${' '.repeat(2000)}<script>${RUN}</script>` },
  { name: 'gif.gif', type: 'text/html', content: `GIF89a/*<svg/onload="${RUN}">*/` },
]

const linkTo = async (name: string, content: string | Buffer) => {
  const id = await upload(caller, name, content)
  const { Token } = (await caller.post(`/api/files/${id}/link`, {})).json()
  return `${origin}/api/webdav/${Token}/${id}/${name}`
}

/** A page that counts the requests of content that ran. */
const openCounted = async (): Promise<{ page: Page; ran: string[] }> => {
  const page = await openPage(browser, { acceptDownloads: true })
  const ran: string[] = []
  page.context().on('request', (request) => {
    if (new URL(request.url()).pathname === '/ran') ran.push(request.url())
  })
  page.on('dialog', (dialog) => void dialog.dismiss())
  return { page, ran }
}

/** Opens an address as a page; returns whether it was saved instead. */
const visit = async (page: Page, url: string): Promise<boolean> => {
  const saved = page.waitForEvent('download', { timeout: 3000 }).then(
    () => true,
    () => false,
  )
  await page.goto(url, { waitUntil: 'load' }).catch(() => undefined)
  await page.waitForLoadState('networkidle').catch(() => undefined)
  return saved
}

const ELEMENTS = (url: string) => `<!doctype html><title>site</title>
  <iframe src="${url}"></iframe><embed src="${url}"><object data="${url}"></object>
  <img src="${url}" onerror="0"><script src="${url}"></script><link rel="stylesheet" href="${url}">`

describe.each(HOSTILE)('an upload of $name', ({ name, content }) => {
  test('runs without protection, which shows that this test would see it', async () => {
    const { page, ran } = await openCounted()
    await page.goto(`${siteOrigin}/${name}`)
    await expect.poll(() => ran.length).toBeGreaterThan(0)
  })

  test('never runs as a page', async () => {
    const { page, ran } = await openCounted()
    // The last one begins like a picture, and is shown as a broken one.
    expect(await visit(page, await linkTo(name, content))).toBe(name !== 'gif.gif')
    expect(ran).toEqual([])
  })

  test('never runs in a page of another origin', async () => {
    const { page, ran } = await openCounted()
    await page.goto(siteOrigin)
    await page.setContent(ELEMENTS(await linkTo(name, content)), { waitUntil: 'load' })
    await page.waitForLoadState('networkidle')
    expect(ran).toEqual([])
  })
})

test('an image is shown, as a page and in a page of another origin', async () => {
  const url = await linkTo('pixel.png', PIXEL)
  const { page } = await openCounted()
  await page.goto(url)
  expect(await page.locator('img').count()).toBe(1)
  await page.goto(siteOrigin)
  await page.setContent(`<img src="${url}">`, { waitUntil: 'load' })
  expect(await page.locator('img').evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBe(1)
})
