import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openProcessorBench, PROCESSOR, type ProcessorBench } from '#test/support/finance/payment-processor'
import { type Json, refusal } from '#test/support/people/contact-parts'

const REPORTS = '/api/paymentgateway/account'
const TODAY = new Date().toISOString().slice(0, 10)

let bench: ProcessorBench
beforeAll(async () => {
  bench = await openProcessorBench()
})
afterAll(() => bench.server.close())

const refund = async ({ EPaymentTransactionId: id }: Json, Amount: number) => {
  await bench.good('refundCharge', bench.mine.post(`${PROCESSOR}/charges/${id}/refund`, { Amount }))
}
const refundsOf = async ({ EPaymentTransactionId: id }: Json): Promise<Json[]> =>
  (await bench.good('listChargeRefunds', bench.mine.get(`${PROCESSOR}/charges/${id}/refunds`))).body
const rowsOf = (rows: unknown) =>
  (rows as Json[]).map(({ Type, Amount, DocumentNumber }) => [Type, Amount, DocumentNumber])

describe('GET /api/paymentgateway/account/transactions (getGatewayTransactions)', () => {
  test('shows the numbers of refunds, also of one that the bank rejects, which keeps its refund in the books', async () => {
    const contact = await bench.person()
    const sold = await bench.charge({ Amount: 90, ContactId: contact })
    await refund(sold, 20)
    await refund(sold, 20)
    const failing = await bench.charge({ Amount: 30, ContactId: contact, PaymentToken: 'tok_refundFail' })
    const unknown = await bench.charge({ Amount: 12 })
    await refund(failing, 30)
    await refund(unknown, 12)
    const numbers = async (charge: Json) => (await refundsOf(charge)).map(({ DocumentNumber }) => DocumentNumber)
    const [requested] = await refundsOf(failing)
    await bench.bankingDay()
    const [rejected] = await refundsOf(failing)
    expect(rejected).toMatchObject({
      Status: 'failed',
      RefundId: requested?.RefundId,
      DocumentNumber: requested?.DocumentNumber,
    })
    expect(requested?.DocumentNumber).toMatch(/^REF-\d+$/)
    const [first, second] = await numbers(sold)
    const { Transactions } = (await bench.mine.get(`${REPORTS}/transactions?Date=${TODAY}`)).json()
    const refunds = rowsOf(Transactions).filter(([type]) => type === 'Refund' || type === 'RefundReversal')
    expect(refunds).toEqual([
      ['Refund', -20, first],
      ['Refund', -20, second],
      ['Refund', -30, rejected?.DocumentNumber],
      ['Refund', -12, null],
      ['RefundReversal', 30, rejected?.DocumentNumber],
    ])
    const sale = (Transactions as Json[]).find(({ Amount }) => Amount === 90)
    expect(sale).toMatchObject({ Type: 'Sale', DocumentNumber: sold.DocumentNumber })
    const month = `Month=${Number(TODAY.slice(5, 7))}&Year=${TODAY.slice(0, 4)}`
    const { Transfers } = (await bench.mine.get(`${REPORTS}/transfers?${month}`)).json()
    const [{ Id, Date: day }] = Transfers
    const transfer = (await bench.mine.get(`${REPORTS}/${bench.account}/transfer/${Id}/2/${day}`)).json()
    expect(rowsOf(transfer.Transactions)).toEqual(expect.arrayContaining(refunds))
  })

  test('finds the refund of a movement from before it named its refund, if no other has its amount', async () => {
    const sold = await bench.charge({ Amount: 70, ContactId: await bench.person() })
    for (const amount of [11, 13, 13]) await refund(sold, amount)
    const where = { tenantId: bench.mine.tenant.id, chargeId: Number(sold.EPaymentTransactionId) }
    await bench.server.database.system.gatewayTransaction.updateMany({ where, data: { refundUid: null } })
    const { Transactions } = (await bench.mine.get(`${REPORTS}/transactions?Date=${TODAY}`)).json()
    const [{ DocumentNumber } = {}] = await refundsOf(sold)
    expect(rowsOf(Transactions).filter(([, amount]) => amount === -11 || amount === -13)).toEqual([
      ['Refund', -11, DocumentNumber],
      ['Refund', -13, null],
      ['Refund', -13, null],
    ])
  })
})

test('the transactions of a gateway of the kind Other are refused by its id', async () => {
  const other = (await bench.mine.post('/api/paymentgateways/0', { Name: 'By mail', Kind: 'Other' })).json()
  const id = `PaymentGatewayId=${other.PaymentGatewayId}`
  const month = `Month=${Number(TODAY.slice(5, 7))}&Year=${TODAY.slice(0, 4)}`
  for (const path of [`transactions?${id}`, `transfers?${month}&${id}`, `monthlystatement?${month}&${id}`])
    expect(await refusal(bench.mine.get(`${REPORTS}/${path}`)), path).toEqual([422, 'no-transactions'])
  const missing = await refusal(bench.mine.get(`${REPORTS}/transactions?PaymentGatewayId=2000000000`))
  expect(missing).toEqual([404, 'not-found'])
})
