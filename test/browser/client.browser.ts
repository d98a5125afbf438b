import { join } from 'node:path'
import { build } from 'esbuild'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '../support/build-app.ts'
import { launchChromium } from './chromium.ts'
import { openPage } from './window.ts'

let server: TestApp
let mine: TestCaller
let browser: Browser
let origin: string

beforeAll(async () => {
  server = await buildTestApp({ config: {} })
  origin = await server.app.listen({ host: '127.0.0.1', port: 0 })
  mine = await server.tenant()
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

/** The client as a bundler makes it for a page. */
const bundledClient = async (): Promise<string> => {
  const entryPoints = [join(import.meta.dirname, '../../client/src/index.ts')]
  const { outputFiles } = await build({
    entryPoints,
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'guildhall',
  })
  return outputFiles[0]?.text ?? ''
}

const PROGRAM = `(async ({ baseUrl, key }) => {
  const { createClient, ConflictError, verifyWebhook } = guildhall
  const client = createClient({ baseUrl, key })
  const path = '/api/contacts/person/{contactId}'
  for (const LastName of ['Abel', 'Berg', 'Cruz']) await client.POST(path, { params: { path: { contactId: 0 } }, body: { LastName } })
  const rows = await client.list('/api/contacts', { params: { query: { $top: 2 } } }).toArray()
  const stale = { params: { path: { contactId: rows[0].ContactId } }, body: { AuditId: 99, LastName: 'X' } }
  const conflict = await client.POST(path, stale).catch((error) => error)
  const secret = 'whsec_' + btoa('a secret of 24 bytes ...')
  const delivery = { headers: { 'webhook-id': 'a', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' }, body: '{}' }
  const forged = await verifyWebhook(delivery, secret, { now: 1000 }).catch((error) => error.fault)
  return { names: rows.map(({ Name }) => Name), conflict: conflict instanceof ConflictError, forged }
})`

test('the client runs in a browser: it saves, pages, reports conflicts and verifies webhooks', async () => {
  const page = await openPage(browser)
  await page.goto(`${origin}/reference`)
  const input = JSON.stringify({ baseUrl: origin, key: mine.key })
  const result = await page.evaluate(`${await bundledClient()};${PROGRAM}(${input})`)
  expect(result).toEqual({ names: ['Abel', 'Berg', 'Cruz'], conflict: true, forged: 'wrong-signature' })
})
