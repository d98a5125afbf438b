import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HANDLE_PROCESSOR_EVENT } from '#areas/finance/payment-processor/events/events.service'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { PIXEL } from '#test/support/integration/files'
import { type Receiver, startReceiver } from '#test/support/integration/receiver'
import { runJobs } from '#test/support/jobs/run-jobs'
import { blocksOf, type DocumentedRequest, fieldsOf } from './documented-requests.ts'

/** Sections of docs/integrators.md whose requests are complete: each runs in a new tenant. */
const SECTIONS = [
  ...['Books', 'Invoices and payments', 'Templates of documents', 'Invoices as documents', 'Files'],
  ...['Feeds for a ledger', 'The ledger', 'Charging payments', 'Benefits', 'Sponsors', 'Events'],
  ...['Registrations', 'Tables at events', 'Sponsors of events', 'Benefits and vouchers at events'],
  'People that match no contact yet',
  ...['Payment plans', 'Buying', 'Advertising', 'Native integrations', 'Logs', 'Exports of the tenant'],
  ...[
    'Syncing with the national body',
    'Custom fields',
    'Imports',
    'Memberships',
    'Store items',
    'Tasks and projects',
    'Workflows',
  ],
  ...['Mail', 'Calendars and feeds', 'Webhooks'],
]

const send = (caller: TestCaller, { method, url, body }: DocumentedRequest) => {
  if (method === 'GET') return caller.get(url)
  if (body.trim().startsWith('(')) return caller.post(url, PIXEL, { 'content-type': 'application/octet-stream' })
  if (url.endsWith('.csv')) {
    const text = body.replaceAll(/^ +/gm, '')
    return caller.post(url, Buffer.from(text), { 'content-type': 'application/octet-stream' })
  }
  if (method === 'POST') return caller.post(url, body ? JSON.parse(body) : undefined, STRICT)
  return caller.delete(url)
}

/** A field that an operation does not know would have no effect. */
const STRICT = { prefer: 'handling=strict' }

let server: TestApp
let receiver: Receiver
beforeAll(async () => {
  server = await buildTestApp({ config: { outboundAllowed: '127.0.0.1' } })
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver.close()
  await server.close()
})

describe('the requests of docs/integrators.md', () => {
  test.each(SECTIONS)('of the section %s succeed one after the other', async (section) => {
    const caller = await server.tenant()
    const known = new Map<string, unknown>([['TenantKey', caller.tenant.key]])
    const filled = (text: string) =>
      text
        .replaceAll(/\{(\w+)\}/g, (all, name) => String(known.get(name) ?? all))
        .replaceAll('https://hooks.harbor.example', receiver.url)
    const requests = blocksOf(section).flatMap(({ requests }) => requests)
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
