import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  completeHostedCharge,
  openHostedCharge,
  PAGE_MS,
} from '#areas/finance/payment-processor/charges/hosted-charges.service'
import { systemScope } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import { openProcessorBench, type ProcessorBench } from '#test/support/finance/payment-processor'

let bench: ProcessorBench
let url: string
let chargeId: number
let requests = 0

beforeAll(async () => {
  bench = await openProcessorBench()
})
afterAll(() => bench.server.close())

const openPage = async (clock = systemClock) => {
  const { database, app } = bench.server
  const scope = await systemScope({ database, clock, log: app.log }, bench.mine.tenant.id)
  const opened = await openHostedCharge(scope, app.processorTools, {
    gatewayId: null,
    contactId: null,
    cents: 4250,
    description: 'Two <seats>',
    applications: [],
    returnUrl: 'https://site.example/done',
    cancelUrl: '/events/a/1',
    origin: 'http://localhost',
    requestKey: `page-${++requests}`,
  })
  chargeId = opened.charge.id
  url = new URL(opened.url ?? '').pathname
}
beforeEach(() => openPage())

const get = (path = url) => bench.server.app.inject({ method: 'GET', url: path })
const post = (card: string, headers: Record<string, string> = {}, path = url) =>
  bench.server.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams({ card }).toString(),
  })
const status = async () => {
  const { database, app } = bench.server
  const scope = await systemScope({ database, clock: systemClock, log: app.log }, bench.mine.tenant.id)
  return (await completeHostedCharge(scope, app.processorTools, chargeId)).status
}

describe('GET /sandbox/payments/{tenantKey}/{token}', () => {
  test('shows the amount, the payee and the cards, and changes nothing', async () => {
    const page = await get()
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toContain("form-action 'self' https://site.example")
    expect(page.body).toContain('$42.50')
    expect(page.body).toContain(bench.mine.tenant.name)
    expect(page.body).toContain('Two &lt;seats&gt;')
    expect(page.body).toContain('href="http://localhost/events/a/1"')
    expect(await status()).toBe('requested')
  })

  test('returns a page with 404 for an unknown token, and for that of another tenant', async () => {
    const token = url.split('/').at(-1)
    for (const path of [
      `${url}x`,
      `/sandbox/payments/${bench.theirs.tenant.key}/${token}`,
      `/sandbox/payments/none/${token}`,
    ]) {
      const page = await get(path)
      expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    }
  })

  test('says that a page has expired', async () => {
    await openPage({ now: () => new Date(Date.now() - PAGE_MS - 1000) })
    const page = await get()
    expect(page.statusCode).toBe(410)
    expect(page.body).toContain('Nothing was paid')
    expect((await post('tok_visa')).statusCode).toBe(410)
    expect(await status()).toBe('canceled')
  })
})

describe('POST /sandbox/payments/{tenantKey}/{token}', () => {
  test('pays once, and sends the payer back', async () => {
    const paid = await post('tok_visa')
    expect([paid.statusCode, paid.headers.location]).toEqual([303, 'https://site.example/done'])
    expect(await status()).toBe('authorized')
    const again = await post('tok_mastercard')
    expect([again.statusCode, again.headers.location]).toEqual([303, 'https://site.example/done'])
    expect((await get()).statusCode).toBe(303)
  })

  test('shows why a card is declined, and offers the others', async () => {
    const page = await post('tok_chargeDeclinedExpiredCard')
    expect(page.statusCode).toBe(402)
    expect(page.body).toContain('Your card has expired. Choose another card')
    expect(page.body).toMatch(/value="tok_chargeDeclinedExpiredCard" checked/)
    expect((await post('4242 4242 4242 4242')).statusCode).toBe(402)
    expect((await post('tok_visa')).statusCode).toBe(303)
  })

  test('rejects the form of another site', async () => {
    const refused = await post('tok_visa', { 'sec-fetch-site': 'cross-site' })
    expect([refused.statusCode, refused.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8'])
    expect(await status()).toBe('requested')
    expect((await post('tok_visa', { 'sec-fetch-site': 'same-origin' })).statusCode).toBe(303)
  })
})
