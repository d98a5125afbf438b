import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openProcessorBench, PROCESSOR, type ProcessorBench } from '#test/support/finance/payment-processor'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: ProcessorBench
beforeAll(async () => {
  bench = await openProcessorBench()
})
afterAll(() => bench.server.close())

const post = (path: string, body: Json) => bench.mine.post(`/api/finance/${path}`, body)
const paymentOf = async ({ PaymentId }: Json): Promise<Json> =>
  (await bench.mine.get(`/api/finance/payments/${PaymentId}`)).json()

describe('the refund of a charge', () => {
  test('is replaced by the books after a dispute that was won', async () => {
    const contact = await bench.person()
    const charge = await bench.charge({ Amount: 35, PaymentToken: 'tok_createDispute', ContactId: contact })
    await bench.handleEvents()
    const { EPaymentTransactionId: id, PaymentId } = charge
    const refundInBooks = (Amount: number) => post('refunds/0', { PaymentId, Amount })
    expect(await refusal(refundInBooks(35))).toEqual([409, 'charge-payment'])
    await bench.mine.post(`${PROCESSOR}/disputes/${id}?submit=true`, { uncategorized_text: 'winning_evidence' })
    await bench.bankingDay()
    expect((await paymentOf(charge)).Actions).toContain('refund')
    expect(await refusal(bench.mine.post(`${PROCESSOR}/charges/${id}/refund`, { Amount: 35 }))).toEqual([
      422,
      'processor-refused',
    ])
    await bench.good('saveRefund', refundInBooks(35))
    expect(await paymentOf(charge)).toMatchObject({ OpenAmount: 0 })
    expect(await refusal(refundInBooks(1))).toEqual([422, '/Amount'])
    expect((await paymentOf(charge)).Actions).not.toContain('void')
    expect(await refusal(post(`payments/${PaymentId}/void`, {}))).toEqual([409, 'charge-payment'])
  })
})
