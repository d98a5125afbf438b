import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openProcessorBench, PROCESSOR, type ProcessorBench } from '#test/support/finance/payment-processor'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: ProcessorBench
beforeAll(async () => {
  bench = await openProcessorBench()
})
afterAll(() => bench.server.close())

/** Charges with a token that is disputed, and returns the ids of the charge. */
const disputed = async (PaymentToken = 'tok_createDispute', more: Json = {}) => {
  const { EPaymentTransactionId, ChargeId } = await bench.charge({ PaymentToken, ...more })
  await bench.handleEvents()
  return { id: String(EPaymentTransactionId), uid: String(ChargeId) }
}

const read = async ({ id, uid }: { id: string; uid: string }): Promise<Json> =>
  (await bench.good('getDispute', bench.mine.get(`${PROCESSOR}/disputes/${id}/${uid}`))).body

const save = ({ id }: { id: string }, body: object, submit = false) =>
  bench.mine.post(`${PROCESSOR}/disputes/${id}${submit ? '?submit=true' : ''}`, body)

describe('GET /api/integration/payproc/disputes (listDisputes)', () => {
  test('lists disputes that need a response before the others', async () => {
    const contact = await bench.person()
    const open = await disputed('tok_createDispute', { ContactId: contact, Amount: 55 })
    const closed = await disputed('tok_createDisputeProductNotReceived')
    await save(closed, { product_description: 'Dues' }, true)
    const { body } = await bench.good('listDisputes', bench.mine.get(`${PROCESSOR}/disputes`))
    const rows = body.filter(({ TransactionUID }) => [open.uid, closed.uid].includes(String(TransactionUID)))
    expect(rows).toMatchObject([
      { EPaymentTransactionId: Number(open.id), Amount: 55, Status: 'needs_response', GatewayName: 'Main' },
      { EPaymentTransactionId: Number(closed.id), Status: 'under_review', ContactName: null },
    ])
    expect(rows[0]?.ContactName).toMatch(/^Ada Byron/)
    expect((await bench.theirs.get(`${PROCESSOR}/disputes`)).json()).toEqual([])
  })
})

describe('GET /api/integration/payproc/disputes/{epaymenttransactionid}/{transactionuid} (getDispute)', () => {
  test('returns the dispute with what happened in it', async () => {
    const ids = await disputed()
    const dispute = await read(ids)
    expect(dispute).toMatchObject({
      EPaymentTransactionId: Number(ids.id),
      TransactionUID: ids.uid,
      PaymentGatewayTypeId: '2',
      PaymentId: 0,
      Amount: '100.00',
      Status: 'needs_response',
      Reason: 'fraudulent',
      receipt: null,
      DisputeInfo: {
        NetworkReasonCode: '10.4',
        HasEvidence: false,
        SubmissionCount: 0,
        FeeAmount: 15,
        IsPastDue: false,
      },
      Messages: [{ Author: 'Processor', Text: 'The charge is disputed. Reason: fraudulent.' }],
      Documents: [],
    })
    expect(JSON.parse(String(dispute.DisputeRawData))).toMatchObject({ id: dispute.DisputeId })
    const reader = await bench.server.caller(bench.mine.tenant, ['payment-processor:read'])
    const seen = (await reader.get(`${PROCESSOR}/disputes/${ids.id}/${ids.uid}`)).json()
    expect(seen.DisputeRawData).toBeNull()
    const other = await disputed()
    expect(await refusal(bench.mine.get(`${PROCESSOR}/disputes/${ids.id}/${other.uid}`))).toEqual([404, 'not-found'])
    expect(await refusal(bench.theirs.get(`${PROCESSOR}/disputes/${ids.id}/${ids.uid}`))).toEqual([404, 'not-found'])
  })
})

describe('POST /api/integration/payproc/disputes/{epaymenttransactionid} (saveDispute)', () => {
  test('stages evidence: a field that is left out keeps its value, null clears it', async () => {
    const ids = await disputed()
    await bench.good(
      'saveDispute',
      save(ids, { customer_name: 'Ada', product_description: 'Dues', service_date: 'May' }),
    )
    await save(ids, { customer_name: null, service_date: '' })
    const dispute = await read(ids)
    expect(dispute).toMatchObject({ customer_name: null, service_date: null, product_description: 'Dues' })
    expect(dispute).toMatchObject({ Status: 'needs_response', DisputeInfo: { HasEvidence: true, SubmissionCount: 0 } })
    await bench.handleEvents()
    expect(await read(ids)).toEqual(dispute)
  })

  test('submits the evidence once; the amount and the fee of a dispute that is won come back', async () => {
    const ids = await disputed()
    const submitted = save(ids, { uncategorized_text: 'winning_evidence' }, true)
    expect((await bench.good('saveDispute', submitted)).body).toMatchObject({ Status: 'under_review' })
    expect(await refusal(save(ids, { customer_name: 'Ada' }))).toEqual([409, 'evidence-closed'])
    await bench.bankingDay()
    const dispute = await read(ids)
    expect(dispute).toMatchObject({ Status: 'won', DueBy: null, DisputeInfo: { SubmissionCount: 1 } })
    expect((dispute.Messages as Json[]).map(({ Author, Text }) => `${Author}: ${Text}`)).toEqual([
      'Processor: The charge is disputed. Reason: fraudulent.',
      'Staff: The evidence was submitted to the bank.',
      'Processor: The bank reviews the evidence.',
      'Processor: The dispute was won. The amount was returned.',
    ])
    expect((dispute.Messages as Json[]).map(({ AuthorName }) => AuthorName)).toEqual([
      ...[null, expect.stringMatching(/^key:\d+$/), null, null],
    ])
    const rows = await bench.server.database.system.gatewayTransaction.findMany({
      where: { tenantId: bench.mine.tenant.id, chargeId: Number(ids.id) },
      orderBy: { id: 'asc' },
    })
    expect(rows.map(({ type, amount, fee }) => [type, amount.toNumber(), fee.toNumber()])).toEqual([
      ['Sale', 100, 3.2],
      ['Dispute', -100, 15],
      ['DisputeReversal', 100, -15],
    ])
  })

  test('submits nothing without evidence', async () => {
    const ids = await disputed()
    expect(await refusal(save(ids, {}, true))).toEqual([422, 'evidence-needed'])
    await save(ids, { customer_name: 'Ada' })
    expect(await refusal(save(ids, { customer_name: null }, true))).toEqual([422, 'evidence-needed'])
    expect(await read(ids)).toMatchObject({ Status: 'needs_response', DisputeInfo: { SubmissionCount: 0 } })
  })

  test('of simultaneous submissions one wins, and the others are told that the evidence is closed', async () => {
    const ids = await disputed()
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((text) => save(ids, { customer_name: text }, true)))
    const outcomes = answers.map((answer) => (answer.statusCode === 200 ? 'won' : answer.json().code))
    expect(outcomes.sort()).toEqual(['evidence-closed', 'evidence-closed', 'evidence-closed', 'won'])
  })

  test('rejects card numbers in the texts, but not numbers of parcels', async () => {
    const ids = await disputed()
    const sent = { customer_name: '4111111111111111', uncategorized_text: 'Paid with 4111 1111 1111 1111.' }
    const answer = await save(ids, { ...sent, shipping_tracking_number: '4111111111111111' })
    expect(answer.json().errors.map(({ pointer }: Json) => pointer)).toEqual(['/customer_name', '/uncategorized_text'])
    expect(answer.body).not.toContain('1111')
    expect((await save(ids, { shipping_tracking_number: '4111111111111111' })).statusCode).toBe(200)
  })

  test('rejects a dispute of another charge, unknown files, and texts that are too long together', async () => {
    const ids = await disputed()
    expect(await refusal(save(ids, { DisputeId: 'dp_other' }))).toEqual([409, 'wrong-dispute'])
    expect(await refusal(save(ids, { receipt: 'file_unknown' }))).toEqual([422, '/receipt'])
    const long = 'x'.repeat(20_000)
    const texts = Object.fromEntries(
      [
        ...['product_description', 'access_activity_log', 'duplicate_charge_explanation', 'uncategorized_text'],
        ...['refund_policy_disclosure', 'refund_refusal_explanation', 'cancellation_policy_disclosure'],
        'cancellation_rebuttal',
      ].map((field) => [field, long]),
    )
    expect(await refusal(save(ids, texts))).toEqual([422, 'evidence-too-long'])
    expect(await refusal(save(ids, { uncategorized_text: `${long}x` }))).toEqual([400, '/uncategorized_text'])
    const plain = await bench.charge()
    expect(await refusal(save({ id: String(plain.EPaymentTransactionId) }, {}))).toEqual([404, 'not-found'])
    expect(await refusal(save({ id: '9999999999' }, {}))).toEqual([404, 'not-found'])
    expect(await refusal(save({ id: '0' }, {}))).toEqual([400, 'path:epaymenttransactionid'])
  })

  test('an inquiry is closed without moving money, and its charge can be refunded', async () => {
    const ids = await disputed('tok_createDisputeInquiry')
    expect(await read(ids)).toMatchObject({
      Status: 'warning_needs_response',
      DisputeInfo: { IsChargeRefundable: true, FeeAmount: 0 },
    })
    expect((await bench.mine.post(`${PROCESSOR}/charges/${ids.id}/refund`, { Amount: 10 })).statusCode).toBe(200)
    await save(ids, { uncategorized_text: 'losing_evidence' }, true)
    await bench.bankingDay()
    expect(await read(ids)).toMatchObject({ Status: 'warning_closed' })
  })

  test('an inquiry is closed by the refund of the whole charge', async () => {
    const ids = await disputed('tok_createDisputeInquiry')
    expect((await bench.mine.post(`${PROCESSOR}/charges/${ids.id}/refund`)).statusCode).toBe(200)
    await bench.handleEvents()
    expect(await read(ids)).toMatchObject({
      Status: 'warning_closed',
      DueBy: null,
      DisputeInfo: { IsChargeRefundable: false },
    })
    expect(await refusal(save(ids, { customer_name: 'Ada' }, true))).toEqual([409, 'evidence-closed'])
  })
})
