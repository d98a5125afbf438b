import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HANDLE_PROCESSOR_EVENT } from '#areas/finance/payment-processor/events/events.service'
import type { JsonObject } from '#kernel/contract/json'
import { PIXEL } from '#test/support/api/files'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { runJobs } from '#test/support/run-jobs'

/** Sections of docs/integrators.md whose requests are complete: each runs in a new tenant. */
const SECTIONS = [
  ...['Books', 'Invoices and payments', 'Templates of documents', 'Invoices as documents', 'Files'],
  ...['Feeds for a ledger', 'The ledger', 'Charging payments', 'Benefits', 'Sponsors', 'Events'],
  ...['Registrations', 'Tables at events', 'Sponsors of events', 'Benefits and vouchers at events'],
  ...['Payment plans', 'Buying', 'Advertising', 'Native integrations', 'Logs', 'Exports of the tenant'],
  'Syncing with the national body',
]

const page = readFileSync(new URL('../../docs/integrators.md', import.meta.url), 'utf8')

interface DocumentedRequest {
  method: string
  url: string
  body: string
}

const requestsOf = (section: string): DocumentedRequest[] => {
  const text = page.split(/^## /m).find((part) => part.startsWith(`${section}\n`)) ?? ''
  return [...text.matchAll(/```http\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
    block
      .split(/^(?=GET|POST|DELETE)/m)
      .filter(Boolean)
      .map((one) => {
        const [, method = '', url = '', body = ''] = /^(\w+) +([^\n]+)\n?([\s\S]*)$/.exec(one) ?? []
        return { method, url, body }
      }),
  )
}

const send = (caller: TestCaller, { method, url, body }: DocumentedRequest) => {
  if (method === 'GET') return caller.get(url)
  if (body.trim().startsWith('(')) return caller.post(url, PIXEL, { 'content-type': 'application/octet-stream' })
  return method === 'POST' ? caller.post(url, body ? JSON.parse(body) : undefined) : caller.delete(url)
}

/** The fields of the records in a record, of lists the first row; then its own fields, then those of the first of its Results. */
const fieldsOf = (json: unknown): [string, unknown][] => {
  const record = Array.isArray(json) ? json[0] : json
  if (typeof record !== 'object' || record === null) return []
  const { Results, ...fields } = record as JsonObject
  return [...Object.values(fields).flatMap(fieldsOf), ...Object.entries(fields), ...fieldsOf(Results)]
}

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

describe('the requests of docs/integrators.md', () => {
  test.each(SECTIONS)('of the section %s succeed one after the other', async (section) => {
    const caller = await server.tenant()
    const known = new Map<string, unknown>([['TenantKey', caller.tenant.key]])
    const filled = (text: string) => text.replaceAll(/\{(\w+)\}/g, (all, name) => String(known.get(name) ?? all))
    const requests = requestsOf(section)
    expect(requests.length).toBeGreaterThan(2)
    for (const { method, url, body } of requests) {
      const address = filled(url).replaceAll(' ', '%20')
      const answer = await send(caller, { method, url: address, body: filled(body) })
      expect(answer.statusCode, `${method} ${address} ${answer.body}`).toBe(200)
      // Public forms get every outcome with 200.
      if (url.startsWith('/api/public/events/')) expect(answer.json().Status, `${address} ${answer.body}`).toBe(0)
      if (section === 'Charging payments') await runJobs(server, HANDLE_PROCESSOR_EVENT)
      for (const [name, value] of fieldsOf(answer.json())) if (value !== null) known.set(name, value)
    }
  })
})
