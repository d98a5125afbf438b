import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SETTLE_CHARGE } from '#areas/finance/payment-processor/charges/charges.service'
import { MAKE_PROCESSOR_REPORT } from '#areas/finance/payment-processor/reports/reports.service'
import { PROCESSOR } from '#test/support/finance/payment-processor'
import {
  EVENT_SECRET,
  type OnlineBench,
  openOnlineBench,
  PROCESSOR_KEY,
} from '#test/support/finance/processor/online-bench'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: OnlineBench
beforeAll(async () => {
  bench = await openOnlineBench()
})
afterAll(() => bench.close())
beforeEach(() => {
  bench.standIn.faultOf = () => undefined
})

const charge = (body: Json = {}, headers: Record<string, string> = {}) =>
  bench.mine.post(`${PROCESSOR}/charges`, { Amount: 40, PaymentToken: 'pm_card_visa', Capture: true, ...body }, headers)
const post = (id: unknown, what: string, body: Json = {}) => bench.mine.post(`${PROCESSOR}/charges/${id}/${what}`, body)

describe('a charge by the official SDK', () => {
  test('is authorized, captured and refunded on the connected account', async () => {
    const made = (await charge({ Capture: false, Description: 'Dues' })).json()
    expect(made).toMatchObject({ Status: 'authorized', CardBrand: 'visa', LastFour: '4242', AmountCaptured: 0 })
    const captured = (await post(made.EPaymentTransactionId, 'capture', { Amount: 30 })).json()
    expect(captured).toMatchObject({ Status: 'succeeded', AmountCaptured: 30 })
    const refunded = (await post(made.EPaymentTransactionId, 'refund', { Amount: 10 })).json()
    expect(refunded).toMatchObject({ AmountRefunded: 10 })
    const rows = await bench.server.database.system.gatewayTransaction.findMany({
      where: { tenantId: bench.mine.tenant.id, chargeId: made.EPaymentTransactionId },
      orderBy: { id: 'asc' },
    })
    expect(rows.map(({ type, amount, fee }) => [type, amount.toNumber(), fee.toNumber()])).toEqual([
      ['Sale', 40, 1.17],
      // What the partial capture released.
      ['Sale', -10, 0],
      ['Refund', -10, 0],
    ])
  })

  test('that is declined is a charge that failed; an authorization can be canceled', async () => {
    expect((await charge({ PaymentToken: 'pm_card_Declined' })).json()).toMatchObject({
      Status: 'failed',
      FailureCode: 'card_declined',
      FailureMessage: 'Declined.',
    })
    const made = (await charge({ Capture: false })).json()
    expect((await post(made.EPaymentTransactionId, 'cancel')).json()).toMatchObject({
      Status: 'canceled',
      AmountCaptured: 0,
      AmountRefunded: 0,
    })
  })

  test('charges the saved means of payment of a customer without the customer', async () => {
    expect((await charge({ PaymentToken: 'cus_walk-pm_saved' })).json()).toMatchObject({ Status: 'succeeded' })
    expect((await charge({ PaymentToken: 'pm_saved' })).json()).toMatchObject({ Status: 'failed' })
  })

  test('is made once, although its response is lost', async () => {
    const before = bench.account.charges.size
    bench.standIn.faultOf = ({ path }) => (path === '/v1/payment_intents' ? 'reset-after' : undefined)
    const headers = { 'idempotency-key': 'lost' }
    const lost = await charge({ Amount: 77 }, headers)
    expect([lost.statusCode, lost.json().code]).toEqual([503, 'unavailable'])
    expect(lost.headers['retry-after']).toBe('5')
    bench.standIn.faultOf = () => undefined
    expect((await charge({ Amount: 77 }, headers)).json()).toMatchObject({ Status: 'succeeded', AmountCaptured: 77 })
    expect(bench.account.charges.size).toBe(before + 1)

    bench.standIn.faultOf = ({ path }) => (path === '/v1/payment_intents' ? 'unavailable-after' : undefined)
    expect((await charge({ Amount: 78 })).statusCode).toBe(503)
    bench.standIn.faultOf = () => undefined
    await bench.runTask(SETTLE_CHARGE)
    const { system } = bench.server.database
    const where = { tenantId: bench.mine.tenant.id, amount: 78 }
    expect(await system.processorCharge.findMany({ where })).toMatchObject([{ status: 'succeeded' }])
    expect(bench.account.charges.size).toBe(before + 2)
  }, 30_000)

  test('cannot be made with a gateway whose account the processor does not have', async () => {
    const gateway = { Name: 'Missing', Kind: 'Processor' }
    const save = (body: Json) => refusal(bench.mine.post('/api/paymentgateways/0', { ...gateway, ...body }))
    expect(await save({})).toEqual([422, '/GatewayAccountId'])
    expect(await save({ GatewayAccountId: 'acct_missing' })).toEqual([422, '/GatewayAccountId'])
    expect(await save({ GatewayAccountId: 'acct_1' })).toEqual([409, 'duplicate'])
    const other = await bench.server.tenant()
    const theirs = await other.post('/api/paymentgateways/0', { ...gateway, GatewayAccountId: 'acct_1' })
    expect([theirs.statusCode, theirs.json().code]).toEqual([503, 'unavailable'])
  })
})

describe('the account by the official SDK', () => {
  test('has bank accounts, requirements, countries and a time zone', async () => {
    const test = JSON.parse((await bench.mine.get(`${PROCESSOR}/test`)).json().Content)
    expect(test).toMatchObject({ AccountId: 'acct_1', IsReachable: true, IsTestMode: true, PayoutsEnabled: false })
    const path = `${PROCESSOR}/account/acct_1/bankaccount`
    const made = await bench.mine.post(`${path}/ba_4321/true`)
    expect(made.json().Content).toMatchObject({ LastFour: '4321', IsDefaultForCurrency: true, CurrencyCode: 'USD' })
    expect((await bench.mine.delete(`${path}/ba_6789`)).json().Content).toMatchObject({ IsDeleted: true })
    expect(bench.account.banks.map(({ id }) => id)).toEqual(['ba_4321'])
    expect((await bench.mine.post(`${PROCESSOR}/payprocrequirementsdetails`)).json().ActionRequired).toBe(true)
    expect((await bench.mine.get(`${PROCESSOR}/payprocrequirementsdetails`)).json()).toMatchObject({
      AccountList: [{ AccountId: 'acct_1', PastDue: ['company.tax_id'], Deadline: '2026-09-21T14:13:20.000Z' }],
      FutureAccountList: [{ CurrentlyDue: ['company.owners'] }],
    })
    const { system } = bench.server.database
    const account = await system.processorAccount.findFirst({ where: { tenantId: bench.mine.tenant.id } })
    expect(account?.timeZone).toBe('America/Chicago')
    const countries = await bench.mine.get(`${PROCESSOR}/countries`)
    expect(JSON.parse(countries.json().Content)).toMatchObject([{ CountryCode: 'CA', CurrencyCodes: ['CAD', 'USD'] }])
  })

  test('that does not respond is a result of the test, and 503 elsewhere', async () => {
    bench.standIn.faultOf = () => 'reset'
    const test = JSON.parse((await bench.mine.get(`${PROCESSOR}/test`)).json().Content)
    expect(test).toMatchObject({
      IsReachable: false,
      IsTestMode: true,
      Message: expect.stringContaining('did not respond'),
    })
    expect((await bench.mine.post(`${PROCESSOR}/payprocrequirementsdetails`)).statusCode).toBe(503)
  }, 30_000)
})

test('a report is tried again while the processor does not respond, and fails after a while', async () => {
  const url = `${PROCESSOR}/negativebalances`
  const { JobId } = (await bench.mine.post(url, {})).json()
  bench.standIn.faultOf = () => 'limited'
  await expect(bench.runTask(MAKE_PROCESSOR_REPORT)).rejects.toThrow(/did not respond/)
  const shown = async () => (await bench.mine.get(url)).json().ListViewItems[0]
  expect(await shown()).toMatchObject({ Status: 'Running', Message: null })
  expect(await refusal(bench.mine.post(url, {}))).toEqual([409, 'report-running'])
  const where = { tenantId: bench.mine.tenant.id, id: Number(JobId) }
  const createdAt = new Date(Date.now() - 1_200_000)
  await bench.server.database.system.processorReport.updateMany({ where, data: { createdAt } })
  await bench.runTask(MAKE_PROCESSOR_REPORT)
  expect(await shown()).toMatchObject({ Status: 'Failed', Message: expect.stringContaining('did not respond') })
}, 30_000)

test('a dump of the database shows neither the key nor the secret of events', async () => {
  const rows = await bench.server.database.system.$queryRaw<{ text: string }[]>`
    select c::text as text from processor_connection c`
  const dump = rows.map(({ text }) => text).join('\n')
  expect(dump).not.toBe('')
  for (const secret of [PROCESSOR_KEY, EVENT_SECRET])
    for (const form of [
      secret,
      Buffer.from(secret).toString('base64').slice(0, 12),
      Buffer.from(secret).toString('hex'),
    ])
      expect(dump).not.toContain(form)
})
