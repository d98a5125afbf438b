import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openProcessorBench, PROCESSOR, type ProcessorBench } from '#test/support/finance/payment-processor'
import { type Json, refusal } from '#test/support/people/contact-parts'

const REPORTS = '/api/paymentgateway/account'

let bench: ProcessorBench
let month: string
let contact: number
let today: string
beforeAll(async () => {
  bench = await openProcessorBench()
  today = new Date().toISOString().slice(0, 10)
  month = `Month=${Number(today.slice(5, 7))}&Year=${today.slice(0, 4)}`
  contact = await runMonth()
})
afterAll(() => bench.server.close())

const get = async (operation: string, path: string): Promise<Json> =>
  (await bench.good(operation, bench.mine.get(path))).body
const statement = () => get('getGatewayMonthlyStatement', `${REPORTS}/monthlystatement?${month}`)
const transfers = async () => {
  const { Transfers } = await get('getGatewayTransfers', `${REPORTS}/transfers?${month}`)
  return Transfers as Json[]
}

/** Sells, refunds, wins and loses disputes, and transfers the balance twice. */
const runMonth = async () => {
  const contact = await bench.person()
  const sold = await bench.charge({ Amount: 200, ContactId: contact, Description: 'Annual dues' })
  await bench.mine.post(`${PROCESSOR}/charges/${sold.EPaymentTransactionId}/refund`, { Amount: 50 })
  const won = await bench.charge({ Amount: 80, PaymentToken: 'tok_createDispute' })
  const lost = await bench.charge({ Amount: 40, PaymentToken: 'tok_createDispute' })
  await bench.handleEvents()
  for (const [charge, text] of [
    [won, 'winning_evidence'],
    [lost, 'losing_evidence'],
  ] as const)
    await bench.mine.post(`${PROCESSOR}/disputes/${charge.EPaymentTransactionId}?submit=true`, {
      uncategorized_text: text,
    })
  await bench.bankingDay()
  await bench.charge({ Amount: 10 })
  await bench.bankingDay()
  return contact
}

describe('GET /api/paymentgateway/account/monthlystatement (getGatewayMonthlyStatement)', () => {
  test('adds up the month', async () => {
    expect(await statement()).toMatchObject({
      AccountId: bench.account,
      PaymentGatewayTypeId: '2',
      // 2.9 % and 30 cents of 200, 80, 40 and 10.
      SalesCount: 4,
      SalesAmount: 330,
      SalesFeesAmount: 6.1 + 2.62 + 1.46 + 0.59,
      RefundCount: 1,
      RefundAmount: 50,
      RefundFeesAmount: 0,
      DisputeCount: 2,
      DisputeAmount: 120,
      DisputeFeesAmount: 30,
      DisputeReversalCount: 1,
      DisputeReversalAmount: 80,
      DisputeReversalFeesReturnedAmount: 15,
      NetActivity: 214.23,
      TransfersCount: 2,
      TransfersAmount: 214.23,
      TransferReversalsAmount: 0,
      SummaryNetActivity: 214.23,
      SummaryLessTransfers: -214.23,
      SummaryMonthlyBalance: 0,
    })
  })

  test('rejects a month in the future, and gateways without transactions', async () => {
    const rejected = (query: string) => refusal(bench.mine.get(`${REPORTS}/monthlystatement?${query}`))
    expect(await rejected('Month=1&Year=2999')).toEqual([422, 'query:Month'])
    expect(await rejected(`${month}&PaymentGatewayTypeId=3`)).toEqual([422, 'no-transactions'])
    expect(await rejected('Month=13&Year=2026')).toEqual([400, 'query:Month'])
    const empty = await get('getGatewayMonthlyStatement', `${REPORTS}/monthlystatement?Month=1&Year=2020`)
    expect(empty).toMatchObject({ SalesCount: 0, NetActivity: 0, SummaryMonthlyBalance: 0 })
  })
})

describe('GET /api/paymentgateway/account/{accountid}/transfer/{id}/{paymentgatewaytypeid}/{date} (getGatewayTransferDetails)', () => {
  test('reconciles transfers with the transactions inside them', async () => {
    const rows = await transfers()
    expect(rows).toHaveLength(2)
    expect(rows.map(({ Status }) => Status)).toEqual(['Paid', 'InTransit'])
    for (const { Id, Date: day, Amount, TransactionCount, BankAccount } of rows) {
      expect(BankAccount).toBe('First Harbor Bank ****6789')
      const details = await get('getGatewayTransferDetails', `${REPORTS}/${bench.account}/transfer/${Id}/2/${day}`)
      const contents = details.Transactions as Json[]
      expect(contents).toHaveLength(Number(TransactionCount))
      const net = contents.reduce((sum, { Net }) => sum + Math.round(Number(Net) * 100), 0)
      expect(net).toBe(Math.round(Number(Amount) * 100))
      expect(new Set(contents.map(({ TransferId }) => TransferId))).toEqual(new Set([Id]))
    }
    const [first] = rows
    const wrong = (type: number, day: string) =>
      refusal(bench.mine.get(`${REPORTS}/${bench.account}/transfer/${first?.Id}/${type}/${day}`))
    expect(await wrong(2, '2020-01-01')).toEqual([404, 'not-found'])
    expect(await wrong(1, today)).toEqual([404, 'not-found'])
    expect(await wrong(3, today)).toEqual([422, 'no-transactions'])
  })
})

describe('GET /api/paymentgateway/account/transactions (getGatewayTransactions)', () => {
  test('lists the transactions of days, with the contact that paid', async () => {
    const { Transactions } = await get('getGatewayTransactions', `${REPORTS}/transactions?Date=${today}`)
    const sale = (Transactions as Json[]).find(({ Amount }) => Amount === 200)
    expect(sale).toMatchObject({
      Type: 'Sale',
      Fee: 6.1,
      Net: 193.9,
      ContactId: String(contact),
      Description: 'Annual dues',
      Status: 'Settled',
      CurrencyCode: 'USD',
    })
    const chosen = await get('getGatewayTransactions', `${REPORTS}/transactions?PaymentGatewayId=${bench.gatewayId}`)
    expect(chosen.AccountId).toBe(bench.account)
    const span = await get('getGatewayTransactions', `${REPORTS}/transactions`)
    expect(span).toMatchObject({ Date: null, StartDate: `${today.slice(0, 7)}-01`, EndDate: today })
    expect(span.Transactions).toEqual(Transactions)
    const rejected = (query: string) => refusal(bench.mine.get(`${REPORTS}/transactions?${query}`))
    expect(await rejected(`Date=${today}&EndDate=${today}`)).toEqual([422, 'query:Date'])
    expect(await rejected('StartDate=2026-02-01&EndDate=2026-01-01')).toEqual([422, 'query:EndDate'])
    expect(await rejected('StartDate=2024-01-01&EndDate=2025-01-02')).toEqual([422, 'query:StartDate'])
    expect(await rejected('AccountId=acct_unknown')).toEqual([404, 'not-found'])
    expect(await rejected('PaymentGatewayId=2147480000')).toEqual([404, 'not-found'])
    expect(await refusal(bench.theirs.get(`${REPORTS}/transactions?AccountId=${bench.account}`))).toEqual([
      404,
      'not-found',
    ])
  })
})

describe('GET /api/paymentgateway/account/transfers (getGatewayTransfers)', () => {
  test('lists a transfer that the bank rejects again as a reversal, whose money is transferred with the next', async () => {
    const { system } = bench.server.database
    const own = { tenantId: bench.mine.tenant.id, accountUid: bench.account, kind: 'bank' }
    const [rejecting] = await system.sandboxObject.findMany({
      where: { ...own, data: { path: ['lastFour'], equals: '1116' } },
    })
    const path = `${PROCESSOR}/account/${bench.account}/bankaccount/${rejecting?.uid}/true`
    expect((await bench.mine.post(path)).statusCode).toBe(200)
    await bench.charge({ Amount: 100 })
    const rejected = await bench.bankingDay()
    const repeated = await bench.bankingDay()
    expect(repeated.Amount).toBe(rejected.Amount)
    const rows = await transfers()
    const reversal = rows.find(({ IsReversal }) => IsReversal)
    const made = await get(
      'getGatewayTransferDetails',
      `${REPORTS}/${bench.account}/transfer/${reversal?.Id}/2/${reversal?.Date}`,
    )
    const contents = made.Transactions as Json[]
    expect(contents.map(({ Type, Amount }) => [Type, Amount])).toEqual([['Sale', -100]])
    expect(contents.reduce((sum, { Net }) => sum + Number(Net), 0)).toBe(reversal?.Amount)
    expect(reversal?.TransactionCount).toBe(1)
    expect(reversal).toMatchObject({ ReversedTransferId: rejected.TransferId, Amount: -Number(rejected.Amount) })
    expect(rows.find(({ Id }) => Id === rejected.TransferId)).toMatchObject({ Status: 'Failed', IsReversal: false })
    const where = { tenantId: bench.mine.tenant.id, entity: 'transfer' }
    const events = await system.outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
    const emitted = events.filter(({ payload }) => Object.values(payload as Json).includes(String(rejected.TransferId)))
    expect(emitted.map(({ kind, auditId, payload }) => [kind, auditId, (payload as Json).Status])).toEqual([
      ['transfer.created', 1, 'InTransit'],
      ['transfer.updated', 2, 'Failed'],
      ['transfer.created', 1, 'Paid'],
    ])
    expect(emitted[2]?.payload).toMatchObject({ TransferId: reversal?.Id, PaymentGatewayId: bench.gatewayId })
    expect(await statement()).toMatchObject({ TransferReversalsAmount: rejected.Amount, SummaryMonthlyBalance: 0 })
  })
})

test('a refund that failed is no activity, and the statement is the sum of the transactions', async () => {
  const before = await statement()
  const made = await bench.charge({ Amount: 60, PaymentToken: 'tok_refundFail' })
  await bench.mine.post(`${PROCESSOR}/charges/${made.EPaymentTransactionId}/refund`, { Amount: 20 })
  expect(await statement()).toMatchObject({ RefundCount: 2, RefundAmount: Number(before.RefundAmount) + 20 })
  await bench.bankingDay()
  const after = await statement()
  expect(after).toMatchObject({ RefundCount: 2, RefundAmount: before.RefundAmount, AdjustmentsAmount: 0 })
  const { Transactions } = await get('getGatewayTransactions', `${REPORTS}/transactions`)
  const cents = (Transactions as Json[]).reduce((sum, { Net }) => sum + Math.round(Number(Net) * 100), 0)
  expect(Math.round(Number(after.SummaryMonthlyBalance) * 100)).toBe(cents)
  expect((Transactions as Json[]).filter(({ Type }) => Type === 'RefundReversal')).toMatchObject([{ Amount: 20 }])
})

describe('GET /api/paymentgateway/paymentgateways/platformpaytransactionreport/lookup (lookupTransactionReportGateways)', () => {
  test('lists the gateways whose transactions are stored', async () => {
    const url = '/api/paymentgateway/paymentgateways/platformpaytransactionreport/lookup'
    await bench.mine.post('/api/paymentgateways/0', { Name: 'By mail', Kind: 'Other' })
    expect(await get('lookupTransactionReportGateways', url)).toMatchObject([
      { Id: bench.gatewayId, Name: 'Main', Expression: 'Main', Provider: 'payment-gateway-reports' },
    ])
  })
})

describe('GET /api/paymentgateway/paymentgateways/lookup (lookupPaymentGateways)', () => {
  test('lists the active gateways', async () => {
    const url = '/api/paymentgateway/paymentgateways/lookup'
    const other = await bench.mine.post('/api/paymentgateways/0', { Name: 'By phone', Kind: 'Other' })
    const rows = (await get('lookupPaymentGateways', url)) as unknown as Json[]
    expect(rows.map(({ Name }) => Name)).toEqual(['By mail', 'By phone', 'Main'])
    await bench.mine.post(`/api/paymentgateways/${other.json().PaymentGatewayId}`, { AuditId: 1, IsActive: false })
    expect((await bench.mine.get(url)).json()).toHaveLength(2)
  })
})
