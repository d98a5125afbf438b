import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SETTLE_CHARGE } from '#areas/finance/payment-processor/charges/charges.service'
import { openProcessorBench, PROCESSOR, type ProcessorBench } from '#test/support/finance/payment-processor'
import { runJobs } from '#test/support/jobs/run-jobs'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: ProcessorBench
beforeAll(async () => {
  bench = await openProcessorBench()
})
afterAll(() => bench.server.close())

const post = (path: string, body: object = {}, headers: Record<string, string> = {}) =>
  bench.mine.post(`${PROCESSOR}/charges${path}`, body, headers)

describe('POST /api/integration/payproc/charges (createCharge)', () => {
  test('charges at once, and stores the charge with its movement', async () => {
    const contact = await bench.person()
    const made = await bench.charge({ Amount: 125.5, ContactId: contact, Description: 'Annual dues' })
    expect(made).toMatchObject({ Status: 'succeeded', Amount: 125.5, AmountCaptured: 125.5, AmountRefunded: 0 })
    expect(made).toMatchObject({ ContactId: contact, CardBrand: 'visa', LastFour: '4242', Description: 'Annual dues' })
    await bench.handleEvents()
    expect(await bench.stored(made)).toEqual(made)
    const rows = await bench.server.database.system.gatewayTransaction.findMany({
      where: { tenantId: bench.mine.tenant.id, chargeId: Number(made.EPaymentTransactionId) },
    })
    // 2.9 % of 125.50 and 30 cents.
    expect(rows.map(({ type, amount, fee }) => [type, amount.toFixed(2), fee.toFixed(2)])).toEqual([
      ['Sale', '125.50', '3.94'],
    ])
  })

  test('a declined payment is a charge that failed, with the reason', async () => {
    expect(await bench.charge({ PaymentToken: 'tok_chargeDeclinedInsufficientFunds' })).toMatchObject({
      Status: 'failed',
      AmountCaptured: 0,
      FailureCode: 'insufficient_funds',
      FailureMessage: 'Your card has insufficient funds.',
    })
    const unknown = await bench.charge({ PaymentToken: 'tok_of_nobody' })
    expect(unknown).toMatchObject({ Status: 'failed', ChargeId: null })
  })

  test('a repeat with the same Idempotency-Key never charges twice, even if the first response is unknown', async () => {
    const headers = { 'idempotency-key': 'charge-1' }
    const body = { Amount: 10, PaymentToken: 'tok_visa', Capture: true }
    const first = (await post('', body, headers)).json()
    // As if the server had died before it stored the response of the processor.
    const { system } = bench.server.database
    const tenantId = bench.mine.tenant.id
    const lost = { status: 'requested', uid: null, amountCaptured: 0, token: 'tok_visa' }
    await system.processorCharge.updateMany({ where: { tenantId, uid: first.ChargeId }, data: lost })
    await system.idempotencyKey.deleteMany({ where: { tenantId, key: 'charge-1' } })
    const second = (await post('', body, headers)).json()
    expect(second).toMatchObject({ ChargeId: first.ChargeId, Status: 'succeeded' })
    const charges = await system.sandboxObject.findMany({
      where: { tenantId, kind: 'charge', data: { path: ['cents'], equals: 1000 } },
    })
    expect(charges.map(({ uid }) => uid)).toEqual([first.ChargeId])
    await system.idempotencyKey.deleteMany({ where: { tenantId, key: 'charge-1' } })
    expect(await refusal(post('', { ...body, Amount: 11 }, headers))).toEqual([422, 'idempotency-key-reused'])
    // The wrong request did not take the key away from the charge.
    expect((await post('', body, headers)).json()).toMatchObject({ ChargeId: first.ChargeId, Status: 'succeeded' })
  })

  test('a job completes a charge whose response was lost', async () => {
    const made = await bench.charge({ Amount: 17 })
    const { system } = bench.server.database
    const where = { tenantId: bench.mine.tenant.id, id: Number(made.EPaymentTransactionId) }
    const lost = { status: 'requested', uid: null, amountCaptured: 0, token: 'tok_visa' }
    await system.processorCharge.updateMany({ where, data: lost })
    await runJobs(bench.server, SETTLE_CHARGE)
    expect(await bench.stored(made)).toMatchObject({ ChargeId: made.ChargeId, Status: 'succeeded', AmountCaptured: 17 })
  })

  test('rejects card numbers, unknown records and gateways without an account', async () => {
    const sent = { Amount: 10, PaymentToken: 'tok_visa' }
    for (const PaymentToken of ['4242424242424242', '4242 4242 4242 4242', '3782-822463-10005']) {
      const answer = await post('', { ...sent, PaymentToken })
      expect([answer.statusCode, answer.body.includes('4242')]).toEqual([400, false])
    }
    for (const Description of ['4242-4242-4242-4242', 'card 5555 5555 5555 4444 exp 12/29', 'a378282246310005b']) {
      const answer = await post('', { ...sent, Description })
      expect([answer.statusCode, answer.json().errors?.[0]?.pointer]).toEqual([400, '/Description'])
      expect(answer.body).not.toContain(Description)
    }
    const harmless = 'Order 4242 4242 4242 4243, 2026 11 22 10 30, 00123456789012345678'
    expect((await post('', { ...sent, Description: harmless })).json()).toMatchObject({ Description: harmless })
    expect(await refusal(post('', { ...sent, Amount: 0 }))).toEqual([400, '/Amount'])
    expect(await refusal(post('', { ...sent, Amount: 1.001 }))).toEqual([400, '/Amount'])
    expect(await refusal(post('', { ...sent, ContactId: 2147480000 }))).toEqual([422, '/ContactId'])
    expect(await refusal(post('', { ...sent, PaymentGatewayId: 2147480000 }))).toEqual([422, '/PaymentGatewayId'])
    const other = await bench.mine.post('/api/paymentgateways/0', { Name: 'Elsewhere', Kind: 'Other' })
    expect(other.json()).toMatchObject({ Kind: 'Other', GatewayAccountId: null })
    const PaymentGatewayId = other.json().PaymentGatewayId
    expect(await refusal(post('', { ...sent, PaymentGatewayId }))).toEqual([422, '/PaymentGatewayId'])
  })
})

describe('POST /api/integration/payproc/charges/{epaymenttransactionid}/capture (captureCharge)', () => {
  test('captures an authorization once, or a part of it', async () => {
    const made = await bench.charge({ Amount: 80, Capture: false })
    expect(made).toMatchObject({ Status: 'authorized', AmountCaptured: 0 })
    const id = `/${made.EPaymentTransactionId}`
    expect(await refusal(post(`${id}/refund`))).toEqual([409, 'charge-state'])
    expect(await refusal(post(`${id}/capture`, { Amount: 80.01 }))).toEqual([422, '/Amount'])
    const captured = (await bench.good('captureCharge', post(`${id}/capture`, { Amount: 50 }))).body
    expect(captured).toMatchObject({ Status: 'succeeded', Amount: 80, AmountCaptured: 50, AuditId: 3 })
    expect((await post(`${id}/capture`, { Amount: 50 })).json()).toEqual(captured)
    expect(await refusal(post(`${id}/capture`, { Amount: 60 }))).toEqual([409, 'charge-state'])
    expect(await refusal(post(`${id}/cancel`))).toEqual([409, 'charge-state'])
    await bench.handleEvents()
    expect(await bench.stored(made)).toEqual(captured)
  })
})

describe('POST /api/integration/payproc/charges/{epaymenttransactionid}/cancel (cancelCharge)', () => {
  test('releases an authorization, which can then not be captured', async () => {
    const made = await bench.charge({ Capture: false })
    const id = `/${made.EPaymentTransactionId}`
    const canceled = (await bench.good('cancelCharge', post(`${id}/cancel`))).body
    expect(canceled).toMatchObject({ Status: 'canceled', AmountCaptured: 0 })
    expect((await post(`${id}/cancel`)).json()).toEqual(canceled)
    expect(await refusal(post(`${id}/capture`))).toEqual([409, 'charge-state'])
  })
})

test('of simultaneous captures and cancellations one wins, and the others are told the state', async () => {
  for (const [what, body] of [
    ['capture', { Amount: 30 }],
    ['cancel', {}],
  ] as const) {
    const made = await bench.charge({ Amount: 80, Capture: false })
    const id = `/${made.EPaymentTransactionId}`
    const others = Array.from({ length: 4 }, (_one, at) => post(`${id}/capture`, { Amount: 40 + at }))
    const answers = await Promise.all([post(`${id}/${what}`, body), ...others])
    const outcomes = answers.map((answer) => (answer.statusCode === 200 ? 'won' : answer.json().code))
    expect(outcomes.sort()).toEqual([...Array(4).fill('charge-state'), 'won'])
  }
})

describe('POST /api/integration/payproc/charges/{epaymenttransactionid}/refund (refundCharge)', () => {
  test('refunds parts of a charge, never more than is left', async () => {
    const made = await bench.charge({ Amount: 60 })
    const id = `/${made.EPaymentTransactionId}`
    const refunded = (await bench.good('refundCharge', post(`${id}/refund`, { Amount: 20 }))).body
    expect(refunded).toMatchObject({ Status: 'succeeded', AmountRefunded: 20 })
    expect(await refusal(post(`${id}/refund`, { Amount: 40.01 }))).toEqual([422, '/Amount'])
    expect((await post(`${id}/refund`)).json()).toMatchObject({ AmountRefunded: 60 })
    expect(await refusal(post(`${id}/refund`))).toEqual([409, 'charge-state'])
    expect(await refusal(post(`${id}/refund`, { Amount: 1 }))).toEqual([409, 'charge-state'])
    await bench.handleEvents()
    expect(await bench.stored(made)).toMatchObject({ AmountRefunded: 60 })
  })

  test('refuses a key of another refund, also when its first response is no longer kept', async () => {
    const [one, other] = [await bench.charge({ Amount: 20 }), await bench.charge({ Amount: 30 })]
    const refund = (charge: Json, Amount: number) =>
      post(`/${charge.EPaymentTransactionId}/refund`, { Amount }, { 'idempotency-key': 'refund-1' })
    const forget = () => bench.server.database.system.idempotencyKey.deleteMany({ where: { key: 'refund-1' } })
    expect((await refund(one, 5)).json()).toMatchObject({ AmountRefunded: 5 })
    await forget()
    expect((await refund(one, 5)).json()).toMatchObject({ AmountRefunded: 5 })
    for (const [charge, amount] of [
      [one, 6],
      [other, 5],
    ] as const) {
      await forget()
      expect(await refusal(refund(charge, amount))).toEqual([422, 'idempotency-key-reused'])
    }
    expect(await bench.stored(other)).toMatchObject({ AmountRefunded: 0 })
  })

  test('of simultaneous refunds, no more succeed than the charge has', async () => {
    const made = await bench.charge({ Amount: 50 })
    const path = `/${made.EPaymentTransactionId}/refund`
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(path, { Amount: 20 })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 422, 422, 422, 422, 422, 422])
    expect(await bench.stored(made)).toMatchObject({ AmountRefunded: 40 })
  })

  test('a refund that the bank rejects leaves the amount refundable again', async () => {
    const made = await bench.charge({ Amount: 30, PaymentToken: 'tok_refundFail' })
    const path = `/${made.EPaymentTransactionId}/refund`
    expect((await post(path)).json()).toMatchObject({ AmountRefunded: 30 })
    await bench.bankingDay()
    expect(await bench.stored(made)).toMatchObject({ AmountRefunded: 0 })
  })
})

describe('GET /api/integration/payproc/charges/{epaymenttransactionid} (getGatewayCharge)', () => {
  test('shows no contact that is deleted', async () => {
    const contact = await bench.person()
    const made = await bench.charge({ ContactId: contact, PaymentToken: 'tok_createDisputeInquiry' })
    await bench.handleEvents()
    await post(`/${made.EPaymentTransactionId}/refund`)
    await bench.handleEvents()
    expect(made.ContactId).toBe(contact)
    expect((await bench.mine.delete(`/api/contacts/${contact}/1`)).statusCode).toBe(200)
    expect(await bench.stored(made)).toMatchObject({ ContactId: null })
    const rows = (await bench.mine.get(`${PROCESSOR}/disputes`)).json()
    expect(rows.find((row: Json) => row.TransactionUID === made.ChargeId)).toMatchObject({ ContactName: null })
    const { Transactions } = (await bench.mine.get('/api/paymentgateway/account/transactions')).json()
    expect(JSON.stringify(Transactions)).not.toContain(`"ContactId":"${contact}"`)
  })

  test('follows a bank debit until it is settled or fails', async () => {
    const paid = await bench.charge({ PaymentToken: 'tok_bankDebit' })
    const unpaid = await bench.charge({ PaymentToken: 'tok_bankDebitFails' })
    expect([paid.Status, unpaid.Status]).toEqual(['pending', 'pending'])
    const authorized = await bench.charge({ PaymentToken: 'tok_bankDebit', Capture: false })
    expect(authorized).toMatchObject({ Status: 'failed', FailureMessage: expect.stringContaining('Send Capture true') })
    await bench.bankingDay()
    expect(await bench.stored(paid)).toMatchObject({ Status: 'succeeded', AmountCaptured: 100, LastFour: '6789' })
    expect(await bench.stored(unpaid)).toMatchObject({ Status: 'failed', FailureCode: 'insufficient_funds' })
  })
})

describe('GET /api/integration/payproc/charges (listGatewayCharges)', () => {
  test('lists charges with their contact, gateway and payment', async () => {
    const contact = await bench.person()
    const charge = await bench.charge({ Amount: 44, ContactId: contact })
    const path = `${PROCESSOR}/charges?$filter=ContactId eq ${contact} and Status eq 'succeeded'`
    const { body } = await bench.good('listGatewayCharges', bench.mine.get(path))
    const { Results, TotalRecordAvailable } = body as unknown as { Results: Json[]; TotalRecordAvailable: string }
    expect(TotalRecordAvailable).toBe('1')
    expect(Results).toMatchObject([{ ...charge, GatewayName: 'Main', Actions: ['view', 'refund'] }])
    expect(Results[0]?.ContactName).toMatch(/^Ada Byron/)
    expect((await bench.theirs.get(`${PROCESSOR}/charges`)).json().Results).toEqual([])
  })
})

describe('GET /api/integration/payproc/charges/{epaymenttransactionid}/refunds (listChargeRefunds)', () => {
  test('lists the refunds with those of the books', async () => {
    const charge = await bench.charge({ Amount: 44, ContactId: await bench.person() })
    const path = `${PROCESSOR}/charges/${charge.EPaymentTransactionId}/refunds`
    for (const Amount of [4, 3]) await post(`/${charge.EPaymentTransactionId}/refund`, { Amount })
    const { body } = await bench.good('listChargeRefunds', bench.mine.get(path))
    expect(body).toMatchObject([{ Amount: 4, Status: 'succeeded', FailureMessage: null }, { Amount: 3 }])
    expect(body[0]?.DocumentNumber).toMatch(/^REF-\d+$/)
    expect(await refusal(bench.theirs.get(path))).toEqual([404, 'not-found'])
  })
})

describe('GET /api/integration/payproc/charge (getCharge)', () => {
  const readAtProcessor = async ({ ChargeId }: Json) =>
    JSON.parse((await bench.mine.get(`${PROCESSOR}/charge?chargeid=${ChargeId}`)).json().Content)

  test('returns what was charged of an authorization, and that it was canceled', async () => {
    const captured = await bench.charge({ Amount: 80, Capture: false })
    expect(await readAtProcessor(captured)).toMatchObject({ Amount: 80, Status: 'pending', FailureMessage: null })
    await post(`/${captured.EPaymentTransactionId}/capture`, { Amount: 30 })
    expect(await readAtProcessor(captured)).toMatchObject({ Amount: 30, AmountRefunded: 0, Status: 'succeeded' })
    const canceled = await bench.charge({ Amount: 81, Capture: false })
    await post(`/${canceled.EPaymentTransactionId}/cancel`)
    const message = 'The authorization was canceled.'
    expect(await readAtProcessor(canceled)).toMatchObject({ Amount: 81, Status: 'failed', FailureMessage: message })
  })

  test('reads a charge at the processor, without chargeid the newest', async () => {
    const first = await bench.charge({ Amount: 21 })
    const second = await bench.charge({ Amount: 22 })
    const read = async (query = '') => {
      const { body } = await bench.good('getCharge', bench.mine.get(`${PROCESSOR}/charge${query}`))
      return JSON.parse(String(body.Content))
    }
    expect(await read(`?chargeid=${first.ChargeId}`)).toMatchObject({
      ChargeId: first.ChargeId,
      Amount: 21,
      AmountRefunded: 0,
      Status: 'succeeded',
      LastFour: '4242',
    })
    expect(await read()).toMatchObject({ ChargeId: second.ChargeId })
    expect(await refusal(bench.mine.get(`${PROCESSOR}/charge?chargeid=ch_unknown`))).toEqual([404, 'not-found'])
    expect(await refusal(bench.theirs.get(`${PROCESSOR}/charge?chargeid=${first.ChargeId}`))).toEqual([
      404,
      'not-found',
    ])
    expect(await refusal(bench.theirs.get(`${PROCESSOR}/charge`))).toEqual([404, 'not-found'])
  })
})
