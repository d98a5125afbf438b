import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cancelAbandoned } from '#areas/finance/payment-processor/attempts/attempts.service'
import { captureCharge } from '#areas/finance/payment-processor/charges/charge-changes.service'
import { SETTLE_CHARGE } from '#areas/finance/payment-processor/charges/charges.service'
import {
  completeHostedCharge,
  type HostedCharge,
  type NewHostedCharge,
  openHostedCharge,
  PAGE_MS,
} from '#areas/finance/payment-processor/charges/hosted-charges.service'
import { payPage } from '#areas/finance/payment-processor/sandbox/pages/sandbox-pages.service'
import { systemScope } from '#kernel/outbox/deliver'
import type { Scope } from '#kernel/tenancy/scope'
import { systemClock } from '#kernel/time/clock'
import { openProcessorBench, PROCESSOR, type ProcessorBench } from '#test/support/finance/payment-processor'
import { type OnlineBench, openOnlineBench } from '#test/support/finance/processor/online-bench'

let sandbox: ProcessorBench
let online: OnlineBench
beforeAll(async () => {
  sandbox = await openProcessorBench()
  online = await openOnlineBench()
})
afterAll(async () => {
  await sandbox.server.close()
  await online.close()
})

const later = { now: () => new Date(Date.now() + PAGE_MS + 60_000) }

const scopeOf = ({ server, mine }: ProcessorBench | OnlineBench, clock = systemClock): Promise<Scope> =>
  systemScope({ database: server.database, clock, log: server.app.log }, mine.tenant.id)

let requests = 0
const wanted = (more: Partial<NewHostedCharge> = {}): NewHostedCharge => ({
  gatewayId: null,
  contactId: null,
  cents: 12_345,
  description: 'Spring congress',
  applications: [],
  returnUrl: '/events/harbor/1/return',
  cancelUrl: '/events/harbor/1',
  origin: 'https://guildhall.example',
  requestKey: `hosted-${++requests}`,
  ...more,
})

const open = async (bench: ProcessorBench | OnlineBench, request = wanted(), clock = systemClock) =>
  openHostedCharge(await scopeOf(bench, clock), bench.server.app.processorTools, request)
const complete = async (bench: ProcessorBench | OnlineBench, { charge }: HostedCharge, clock = systemClock) =>
  completeHostedCharge(await scopeOf(bench, clock), bench.server.app.processorTools, charge.id)
const stored = async ({ mine }: ProcessorBench | OnlineBench, { charge }: HostedCharge) =>
  (await mine.get(`${PROCESSOR}/charges/${charge.id}`)).json()
const tokenOf = ({ url }: HostedCharge): string => url?.split('/').at(-1) ?? ''

describe('a charge on a page of the sandbox', () => {
  const pay = async (charge: HostedCharge, card: string) => payPage(await scopeOf(sandbox), tokenOf(charge), card)

  test('is requested with an address, authorized by its payer, and captured later', async () => {
    const request = wanted()
    const opened = await open(sandbox, request)
    expect(opened.charge).toMatchObject({ status: 'requested', description: 'Spring congress' })
    expect(opened.url).toMatch(
      new RegExp(`^https://guildhall\\.example/sandbox/payments/${sandbox.mine.tenant.key}/cs_\\w{24}$`),
    )
    // A repeat returns the same page.
    expect(await open(sandbox, request)).toMatchObject({ charge: { id: opened.charge.id }, url: opened.url })
    expect(await complete(sandbox, opened)).toMatchObject({ status: 'requested' })

    await pay(opened, 'tok_visa')
    expect(await complete(sandbox, opened)).toMatchObject({ status: 'authorized', lastFour: '4242' })
    expect(await complete(sandbox, opened)).toMatchObject({ status: 'authorized' })
    expect(await open(sandbox, request)).toMatchObject({ charge: { status: 'authorized' }, url: null })
    const captured = await captureCharge(await scopeOf(sandbox), sandbox.server.app.processorTools, opened.charge.id)
    expect(captured).toMatchObject({ status: 'succeeded' })
    expect(captured.amountCaptured.toNumber()).toBe(123.45)
  })

  test('stays requested while its payer tries cards that are declined', async () => {
    const opened = await open(sandbox)
    const outcome = await pay(opened, 'tok_chargeDeclined')
    expect(outcome).toMatchObject({ decline: 'Your card was declined.', page: { status: 'open' } })
    // The event of the declined attempt does not fail the charge, and is no charge of its own.
    const { system } = sandbox.server.database
    const countCharges = () => system.processorCharge.count({ where: { tenantId: sandbox.mine.tenant.id } })
    const before = await countCharges()
    await sandbox.handleEvents()
    expect(await countCharges()).toBe(before)
    expect(await complete(sandbox, opened)).toMatchObject({ status: 'requested', uid: null })
    await pay(opened, 'tok_mastercard')
    await sandbox.handleEvents()
    expect(await stored(sandbox, opened)).toMatchObject({ Status: 'authorized', LastFour: '4444' })
  })

  test('is canceled when its page has expired, and cannot be paid then', async () => {
    const request = wanted()
    const opened = await open(sandbox, request)
    expect(await complete(sandbox, opened, later)).toMatchObject({
      status: 'canceled',
      failureMessage: 'The payment page has expired.',
    })
    expect(await open(sandbox, request)).toMatchObject({ charge: { status: 'canceled' }, url: null })
  })

  test('is authorized once by simultaneous payments and completions', async () => {
    const opened = await open(sandbox)
    await Promise.all([pay(opened, 'tok_visa'), pay(opened, 'tok_mastercard'), pay(opened, 'tok_amex')])
    const results = await Promise.all(Array.from({ length: 5 }, () => complete(sandbox, opened)))
    expect(new Set(results.map(({ status, uid }) => `${status} ${uid}`)).size).toBe(1)
    const { system } = sandbox.server.database
    const where = {
      tenantId: sandbox.mine.tenant.id,
      kind: 'charge',
      data: { path: ['reference'], equals: `${sandbox.mine.tenant.id}-${opened.charge.id}` },
    }
    expect(await system.sandboxObject.count({ where })).toBe(1)
  })

  test('is ended with its page when its attempt is abandoned', async () => {
    const { server } = sandbox
    const request = wanted()
    const opened = await open(sandbox, request)
    const cancel = async () => cancelAbandoned(await scopeOf(sandbox), server.app.processorTools, request.requestKey)
    await cancel()
    expect(await stored(sandbox, opened)).toMatchObject({ Status: 'canceled' })
    expect(await pay(opened, 'tok_visa')).toMatchObject({ page: { status: 'expired' } })
    // Paid, but its payer did not return: the authorization is canceled.
    const paid = wanted()
    const other = await open(sandbox, paid)
    await pay(other, 'tok_visa')
    await cancelAbandoned(await scopeOf(sandbox), server.app.processorTools, paid.requestKey)
    expect(await stored(sandbox, other)).toMatchObject({ Status: 'canceled', LastFour: '4242' })
  })

  test('rejects a key that belongs to a charge by token', async () => {
    await sandbox.mine.post(`${PROCESSOR}/charges`, { Amount: 5, PaymentToken: 'tok_visa' })
    const { system } = sandbox.server.database
    const { requestKey } = await system.processorCharge.findFirstOrThrow({
      where: { tenantId: sandbox.mine.tenant.id, amount: 5 },
    })
    const repeat = open(sandbox, wanted({ cents: 500, requestKey: requestKey ?? '' }))
    await expect(repeat).rejects.toMatchObject({ status: 422, code: 'idempotency-key-reused' })
  })
})

describe('a charge on a page of the online processor', () => {
  test('is authorized by its payer and found by its reference', async () => {
    const opened = await open(online)
    expect(opened.url).toBe(`https://pay.example/${opened.charge.pageUid}`)
    expect(await complete(online, opened)).toMatchObject({ status: 'requested' })
    const page = online.account.pages.get(opened.charge.pageUid ?? '')
    expect(page).toMatchObject({ success_url: 'https://guildhall.example/events/harbor/1/return' })
    online.account.payPage(opened.charge.pageUid ?? '')
    expect(await complete(online, opened)).toMatchObject({ status: 'authorized', lastFour: '4242' })
    const capture = await online.mine.post(`${PROCESSOR}/charges/${opened.charge.id}/capture`, {})
    expect(capture.json()).toMatchObject({ Status: 'succeeded', AmountCaptured: 123.45 })
  })

  test('is refreshed by the events of the processor, in any order', async () => {
    const opened = await open(online)
    const uid = opened.charge.pageUid ?? ''
    online.account.payPage(uid, 'pm_card_Declined')
    await online.handleEvents()
    expect(await stored(online, opened)).toMatchObject({ Status: 'requested', ChargeId: null })
    online.account.payPage(uid)
    online.account.events.reverse()
    await online.handleEvents()
    expect(await stored(online, opened)).toMatchObject({ Status: 'authorized' })

    const expired = await open(online)
    online.account.expirePage(expired.charge.pageUid ?? '')
    await online.handleEvents()
    expect(await stored(online, expired)).toMatchObject({ Status: 'canceled' })
  })

  test('is ended with its page by a job, unless it was paid', async () => {
    const unpaid = await open(online)
    const paid = await open(online)
    online.account.payPage(paid.charge.pageUid ?? '')
    online.account.events.splice(0)
    await online.runTask(SETTLE_CHARGE)
    expect(await stored(online, unpaid)).toMatchObject({ Status: 'canceled' })
    expect(online.account.pages.get(unpaid.charge.pageUid ?? '')).toMatchObject({ status: 'expired' })
    expect(await stored(online, paid)).toMatchObject({ Status: 'authorized' })
  })

  test('has one page, although the responses of the processor are lost', async () => {
    const request = wanted()
    const before = online.account.pages.size
    for (const fault of ['reset', 'reset-after', 'unavailable-after'] as const) {
      online.standIn.faultOf = ({ path }) => (path === '/v1/checkout/sessions' ? fault : undefined)
      await expect(open(online, request)).rejects.toMatchObject({ status: 503 })
    }
    online.standIn.faultOf = () => undefined
    const opened = await open(online, request)
    expect(online.account.pages.size).toBe(before + 1)
    online.account.payPage(opened.charge.pageUid ?? '')
    online.standIn.faultOf = ({ path }) => (path.startsWith('/v1/charges/') ? 'reset' : undefined)
    await expect(complete(online, opened)).rejects.toMatchObject({ status: 503 })
    online.standIn.faultOf = () => undefined
    expect(await complete(online, opened)).toMatchObject({ status: 'authorized' })
  }, 60_000)

  test('has failed if the processor rejects its page', async () => {
    const soon = { now: () => new Date(Date.now() - PAGE_MS) }
    const opened = await open(online, wanted(), soon)
    expect(opened).toMatchObject({ charge: { status: 'failed' }, url: null })
  })
})
