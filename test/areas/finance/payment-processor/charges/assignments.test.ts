import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openProcessorBench, PROCESSOR, type ProcessorBench } from '#test/support/finance/payment-processor'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: ProcessorBench
beforeAll(async () => {
  bench = await openProcessorBench()
})
afterAll(() => bench.server.close())

const read = async (path: string): Promise<Json> => (await bench.mine.get(`/api/finance/${path}`)).json()

const sumOfRole = async (systemRole: string): Promise<number> => {
  const { tenant } = bench.mine
  const where = { tenantId: tenant.id, account: { systemRole } }
  const { _sum } = await bench.server.database.system.journalLine.aggregate({ where, _sum: { amount: true } })
  return _sum.amount?.toNumber() ?? 0
}

const invoice = async (ContactId: number, UnitPrice: number): Promise<number> => {
  const where = { tenantId: bench.mine.tenant.id, name: 'Event fees' }
  const { id: AccountId } = await bench.server.database.system.account.findFirstOrThrow({ where })
  const Lines = [{ Description: 'Dinner', Quantity: 1, UnitPrice, AccountId }]
  return (await bench.mine.post('/api/finance/invoices/0', { ContactId, Lines })).json().InvoiceId
}

const paymentOf = (charge: Json) => read(`payments/${charge.PaymentId}`)

describe('POST /api/integration/payproc/charges/{epaymenttransactionid}/contact (assignCharge)', () => {
  const assign = (charge: Json, body: object) =>
    bench.mine.post(`${PROCESSOR}/charges/${charge.EPaymentTransactionId}/contact`, body)

  test('moves the unassigned payment with its refunds to the contact', async () => {
    const before = await sumOfRole('unassigned-payments')
    const charge = await bench.charge({ Amount: 80 })
    for (const Amount of [10, 20])
      await bench.mine.post(`${PROCESSOR}/charges/${charge.EPaymentTransactionId}/refund`, { Amount })
    const contact = await bench.person()
    const other = await bench.person()
    const due = await invoice(contact, 60)
    const body = { ContactId: contact, Applications: [{ InvoiceId: due }] }
    const assigned = (await bench.good('assignCharge', assign(charge, body))).body
    expect(assigned).toMatchObject({ ContactId: contact, AmountRefunded: 30 })
    expect(await paymentOf(assigned)).toMatchObject({ Amount: 80, OpenAmount: 0 })
    const refunds = await read(`refunds?$filter=PaymentId eq ${assigned.PaymentId}&$orderby=RefundId`)
    expect(refunds.Results).toMatchObject([{ Amount: 10 }, { Amount: 20 }])
    const owed = [(await read(`invoices/${due}`)).Balance, (await read(`contacts/${contact}/balance`)).Balance]
    expect(owed).toEqual([10, 10])
    expect(await sumOfRole('unassigned-payments')).toBeCloseTo(before, 5)
    expect((await assign(charge, { ContactId: contact })).json()).toEqual(assigned)
    expect(await refusal(assign(charge, { ContactId: other }))).toEqual([409, 'charge-assigned'])
  })

  test('records the payment of an authorized charge when it is captured', async () => {
    const charge = await bench.charge({ Capture: false })
    const contact = await bench.person()
    expect((await assign(charge, { ContactId: contact })).json()).toMatchObject({ ContactId: contact, PaymentId: null })
    const path = `${PROCESSOR}/charges/${charge.EPaymentTransactionId}/capture`
    expect((await paymentOf((await bench.mine.post(path, {})).json())).ContactId).toBe(contact)
    const declined = await bench.charge({ PaymentToken: 'tok_chargeDeclined' })
    expect(await refusal(assign(declined, { ContactId: contact }))).toEqual([409, 'charge-state'])
    expect(await refusal(assign(await bench.charge(), { ContactId: 2147480000 }))).toEqual([422, '/ContactId'])
  })
})
