import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { dayIn } from '#kernel/time/day'
import { openProcessorBench, PROCESSOR, type ProcessorBench } from '#test/support/finance/payment-processor'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: ProcessorBench
let tenantId: number
let deposit: number
let bank: number

const post = (path: string, body: object) => bench.mine.post(`/api/finance/${path}`, body)

const saved = async (path: string, body: object): Promise<Json> => {
  const answer = await post(path, body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

const read = async (path: string): Promise<Json> => (await bench.mine.get(`/api/finance/${path}`)).json()

beforeAll(async () => {
  bench = await openProcessorBench()
  tenantId = bench.mine.tenant.id
  deposit = Number((await saved('accounts/0', { Name: 'At the processor', AccountType: 'Asset' })).AccountId)
  bank = Number((await saved('accounts/0', { Name: 'Bank', AccountType: 'Bank' })).AccountId)
  const accounts = { AuditId: 1, DepositAccountId: deposit, TransferAccountId: bank }
  await bench.good('savePaymentGateway', bench.mine.post(`/api/paymentgateways/${bench.gatewayId}`, accounts))
})
afterAll(() => bench.server.close())

const sumOf = async (accountId: number): Promise<number> => {
  const where = { tenantId, accountId }
  const { _sum } = await bench.server.database.system.journalLine.aggregate({ where, _sum: { amount: true } })
  return _sum.amount?.toNumber() ?? 0
}

const sumOfRole = async (systemRole: string): Promise<number> => {
  const account = await bench.server.database.system.account.findFirstOrThrow({ where: { tenantId, systemRole } })
  return sumOf(account.id)
}

// What the processor has for the tenant is on the deposit account after every test, and debits equal credits.
afterEach(async () => {
  const moved = await bench.server.database.system.gatewayTransaction.findMany({ where: { tenantId } })
  const balance = moved.reduce((sum, { amount, fee }) => sum + amount.minus(fee).toNumber(), 0)
  expect(await sumOf(deposit)).toBeCloseTo(balance, 5)
  const { Debit, Credit } = await read('trialbalance')
  expect(Debit).toBe(Credit)
})

const invoice = async (ContactId: number, UnitPrice: number): Promise<number> => {
  const account = await bench.server.database.system.account.findFirstOrThrow({
    where: { tenantId, name: 'Event fees' },
  })
  const line = { Description: 'Dinner', Quantity: 1, UnitPrice, AccountId: account.id }
  return Number((await saved('invoices/0', { ContactId, Lines: [line] })).InvoiceId)
}

const openOf = async (invoiceId: number) => (await read(`invoices/${invoiceId}`)).Balance
const owes = async (contactId: number) => (await read(`contacts/${contactId}/balance`)).Balance
const paymentOf = (charge: Json) => read(`payments/${charge.PaymentId}`)
const refundsOf = async ({ PaymentId }: Json): Promise<Json[]> =>
  (await read(`refunds?$filter=PaymentId eq ${PaymentId}`)).Results as Json[]
const refund = (charge: Json, body: object = {}) =>
  bench.mine.post(`${PROCESSOR}/charges/${charge.EPaymentTransactionId}/refund`, body)

describe('POST /api/integration/payproc/charges (createCharge)', () => {
  test('records the payment of the contact, and applies it to the invoices', async () => {
    const contact = await bench.person()
    const first = await invoice(contact, 60)
    const second = await invoice(contact, 80)
    const Applications = [{ InvoiceId: first, Amount: 50 }, { InvoiceId: second }]
    const charge = await bench.charge({ Amount: 100, ContactId: contact, Description: 'Dinner', Applications })
    const payment = await paymentOf(charge)
    expect(payment).toMatchObject({
      ContactId: contact,
      Amount: 100,
      OpenAmount: 0,
      PaymentTypeId: 3,
      PaymentGatewayId: bench.gatewayId,
      DepositAccountId: deposit,
      Reference: charge.ChargeId,
      Notes: 'Dinner',
      EPaymentTransactionId: charge.EPaymentTransactionId,
      DisplayNumber: charge.DocumentNumber,
      Applications: [
        { InvoiceId: first, Amount: 50 },
        { InvoiceId: second, Amount: 50 },
      ],
      Actions: ['view', 'edit', 'unapply'],
    })
    const where = { tenantId, entity: 'payment', entityId: Number(payment.PaymentId), action: 'created' }
    const { changes } = await bench.server.database.system.auditEntry.findFirstOrThrow({ where })
    expect(changes).toMatchObject({ EPaymentTransactionId: { old: null, new: charge.EPaymentTransactionId } })
    await bench.handleEvents()
    expect(await owes(contact)).toBe(40)
    expect(await bench.stored(charge)).toEqual(charge)
    const { Transactions } = (await bench.mine.get('/api/paymentgateway/account/transactions')).json()
    expect(Transactions.find((one: Json) => one.DocumentNumber === charge.DocumentNumber)).toMatchObject({
      Type: 'Sale',
    })
  })

  test('rejects invoices that cannot be paid', async () => {
    const contact = await bench.person()
    const other = await bench.person()
    const own = await invoice(contact, 60)
    const foreign = await invoice(other, 10)
    const sent = { Amount: 70, PaymentToken: 'tok_visa' }
    const charge = (Applications: object[], ContactId: number | null = contact) =>
      refusal(bench.mine.post(`${PROCESSOR}/charges`, { ...sent, ContactId, Applications }))
    expect(await charge([{ InvoiceId: own, Amount: 61 }])).toEqual([422, '/Applications/0/Amount'])
    expect(await charge([{ InvoiceId: own }, { InvoiceId: own }])).toEqual([422, '/Applications/1/InvoiceId'])
    expect(await charge([{ InvoiceId: foreign }])).toEqual([422, '/Applications/0/InvoiceId'])
    expect(await charge([{ InvoiceId: own }], null)).toEqual([422, '/ContactId'])
  })

  test('leaves open on the payment what was paid otherwise before the capture', async () => {
    const contact = await bench.person()
    const due = await invoice(contact, 90)
    const charge = await bench.charge({
      Amount: 90,
      ContactId: contact,
      Capture: false,
      Applications: [{ InvoiceId: due }],
    })
    expect(charge.PaymentId).toBeNull()
    const Applications = [{ InvoiceId: due, Amount: 65 }]
    await saved('payments/0', { ContactId: contact, Amount: 65, PaymentTypeId: 1, Applications })
    const path = `${PROCESSOR}/charges/${charge.EPaymentTransactionId}/capture`
    const captured = (await bench.good('captureCharge', bench.mine.post(path, { Amount: 80 }))).body
    const payment = await paymentOf(captured)
    expect(payment).toMatchObject({ Amount: 80, OpenAmount: 55, Applications: [{ InvoiceId: due, Amount: 25 }] })
    expect([await openOf(due), await owes(contact)]).toEqual([0, -55])
  })

  test('records a bank debit when it is settled, and nothing for one that failed', async () => {
    const contact = await bench.person()
    const paid = await bench.charge({ PaymentToken: 'tok_bankDebit', ContactId: contact })
    const unpaid = await bench.charge({ PaymentToken: 'tok_bankDebitFails', ContactId: contact })
    expect(await owes(contact)).toBe(0)
    await bench.bankingDay()
    const settled = await bench.stored(paid)
    expect(await paymentOf(settled)).toMatchObject({ PaymentTypeId: 4, Amount: 100 })
    expect((await bench.stored(unpaid)).PaymentId).toBeNull()
    expect(await owes(contact)).toBe(-100)
  })

  test('posts a charge without a contact to the unassigned payments', async () => {
    const before = await sumOfRole('unassigned-payments')
    const charge = await bench.charge({ Amount: 30 })
    expect([charge.PaymentId, charge.DocumentNumber]).toEqual([null, null])
    expect(await sumOfRole('unassigned-payments')).toBeCloseTo(before - 30, 5)
    await refund(charge, { Amount: 10 })
    await bench.handleEvents()
    expect(await sumOfRole('unassigned-payments')).toBeCloseTo(before - 20, 5)
  })

  test('posts the fee as an expense', async () => {
    const before = await sumOfRole('processing-fees')
    // 2.9 % of 200.00 and 30 cents.
    await bench.charge({ Amount: 200, ContactId: await bench.person() })
    expect(await sumOfRole('processing-fees')).toBeCloseTo(before + 6.1, 5)
  })

  test('posts in a closed period on the first open day', async () => {
    const { system } = bench.server.database
    const closedThrough = new Date(`${dayIn('UTC', new Date(Date.now() + 3 * 86_400_000))}T00:00:00Z`)
    await system.closedPeriod.updateMany({ where: { tenantId }, data: { closedThrough } })
    try {
      const charge = await bench.charge({ ContactId: await bench.person() })
      await refund(charge, { Amount: 20 })
      const day = dayIn('UTC', new Date(closedThrough.getTime() + 86_400_000))
      expect(await paymentOf(charge)).toMatchObject({ ReceivedDate: day })
      expect(await refundsOf(charge)).toMatchObject([{ RefundedDate: day, Amount: 20 }])
    } finally {
      await system.closedPeriod.updateMany({ where: { tenantId }, data: { closedThrough: null } })
    }
  })

  test('records the payment of a contact that was deleted before the capture', async () => {
    const contact = await bench.person()
    const due = await invoice(contact, 40)
    const charge = await bench.charge({ ContactId: contact, Capture: false, Applications: [{ InvoiceId: due }] })
    const where = { tenantId, id: contact }
    await bench.server.database.system.contact.updateMany({ where, data: { deletedAt: new Date() } })
    const path = `${PROCESSOR}/charges/${charge.EPaymentTransactionId}/capture`
    const captured = (await bench.good('captureCharge', bench.mine.post(path, {}))).body
    expect(await paymentOf(captured)).toMatchObject({ ContactId: null, OpenAmount: 100, Applications: [] })
  })
})

describe('POST /api/integration/payproc/charges/{epaymenttransactionid}/refund (refundCharge)', () => {
  test('refunds the payment, and opens the invoices beyond its rest', async () => {
    const contact = await bench.person()
    const first = await invoice(contact, 50)
    const second = await invoice(contact, 30)
    const Applications = [{ InvoiceId: first }, { InvoiceId: second }]
    const charge = await bench.charge({ Amount: 100, ContactId: contact, Applications })
    await refund(charge, { Amount: 15 })
    expect([await openOf(first), await openOf(second)]).toEqual([0, 0])
    await refund(charge, { Amount: 45 })
    await bench.handleEvents()
    expect([await openOf(first), await openOf(second), await owes(contact)]).toEqual([10, 30, 40])
    expect(await paymentOf(charge)).toMatchObject({ OpenAmount: 0, Applications: [{ InvoiceId: first, Amount: 40 }] })
    expect((await refundsOf(charge)).map(({ Amount, AccountId }) => [Amount, AccountId])).toEqual([
      [45, deposit],
      [15, deposit],
    ])
  })

  test('voids the refund of the books if the bank rejects it', async () => {
    const charge = await bench.charge({ Amount: 30, PaymentToken: 'tok_refundFail', ContactId: await bench.person() })
    await refund(charge)
    expect(await paymentOf(charge)).toMatchObject({ OpenAmount: 0 })
    await bench.bankingDay()
    expect(await refundsOf(charge)).toMatchObject([{ Status: 'Void' }])
    expect(await paymentOf(charge)).toMatchObject({ OpenAmount: 30 })
  })

  test('is the only way to give the money back: the books refuse it', async () => {
    const charge = await bench.charge({ ContactId: await bench.person() })
    expect(await refusal(post('refunds/0', { PaymentId: charge.PaymentId }))).toEqual([409, 'charge-payment'])
    expect(await refusal(post(`payments/${charge.PaymentId}/void`, {}))).toEqual([409, 'charge-payment'])
    await refund(charge, { Amount: 5 })
    const [made] = await refundsOf(charge)
    expect(made).toMatchObject({ Actions: ['view', 'edit'] })
    expect(await refusal(post(`refunds/${made?.RefundId}/void`, {}))).toEqual([409, 'charge-payment'])
  })
})

describe('POST /api/integration/payproc/disputes/{epaymenttransactionid} (saveDispute)', () => {
  const disputed = async (text: string, contact: number | null) => {
    const due = contact === null ? null : await invoice(contact, 100)
    const Applications = due === null ? [] : [{ InvoiceId: due }]
    const charge = await bench.charge({ PaymentToken: 'tok_createDispute', ContactId: contact, Applications })
    await bench.handleEvents()
    const before = await sumOfRole('disputed-funds')
    await bench.mine.post(`${PROCESSOR}/disputes/${charge.EPaymentTransactionId}?submit=true`, {
      uncategorized_text: text,
    })
    await bench.bankingDay()
    return { charge, due, before, after: await sumOfRole('disputed-funds') }
  }

  test('a dispute that is won returns the amount and the fee', async () => {
    const fees = await sumOfRole('processing-fees')
    const contact = await bench.person()
    const { charge, before, after } = await disputed('winning_evidence', contact)
    expect([before, after, (await sumOfRole('processing-fees')).toFixed(2)]).toEqual([100, 0, (fees + 3.2).toFixed(2)])
    expect([await refundsOf(charge), await owes(contact)]).toEqual([[], 0])
  })

  test('a dispute that is lost refunds the payment, so that the contact owes again', async () => {
    const fees = await sumOfRole('processing-fees')
    const contact = await bench.person()
    const { charge, due, before, after } = await disputed('losing_evidence', contact)
    expect([before, after]).toEqual([100, 0])
    expect(await sumOfRole('processing-fees')).toBeCloseTo(fees + 18.2, 5)
    expect(await refundsOf(charge)).toMatchObject([{ Amount: 100, Status: 'Posted' }])
    expect([await openOf(Number(due)), await owes(contact)]).toEqual([100, 100])
    const dispute = await bench.mine.get(`${PROCESSOR}/disputes/${charge.EPaymentTransactionId}/${charge.ChargeId}`)
    expect(dispute.json().PaymentId).toBe(charge.PaymentId)
  })

  test('a lost dispute of a charge without a contact takes the unassigned payment', async () => {
    const unassigned = await sumOfRole('unassigned-payments')
    const { after } = await disputed('losing_evidence', null)
    expect([after, await sumOfRole('unassigned-payments')]).toEqual([0, unassigned])
  })
})

describe('POST /api/integration/payproc/account/{accountid}/sandboxday (runSandboxDay)', () => {
  test('posts the transfer from the deposit account to the account of the bank', async () => {
    await bench.charge({ Amount: 500, ContactId: await bench.person() })
    const before = await sumOf(deposit)
    const bankBefore = await sumOf(bank)
    const { Amount } = await bench.bankingDay()
    expect(await sumOf(bank)).toBeCloseTo(bankBefore + Number(Amount), 5)
    expect(await sumOf(deposit)).toBeCloseTo(before - Number(Amount), 5)
  })
})
