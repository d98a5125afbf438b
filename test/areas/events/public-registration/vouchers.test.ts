import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EXPIRE_EVENT_CART } from '#areas/events/events/seats/cart-expiry-jobs.service'
import { registrationTasks } from '#areas/events/public-registration/registration.job'
import { SETTLE_EVENT_ORDER } from '#areas/events/registrations/payment/settlement.service'
import { type EventVouchersBench, openEventVouchers } from '#test/support/events/event-vouchers'
import { type Congress, faultsOf, PAYER, person } from '#test/support/events/registrations'
import { runJobs } from '#test/support/jobs/run-jobs'

let bench: EventVouchersBench
let now = new Date()
let event: Promise<Congress> | undefined
beforeAll(async () => {
  bench = await openEventVouchers(() => now)
})
afterAll(() => bench.server.close())

const formOf = (codes: readonly string[], ...types: number[]) => ({
  BillingInfo: { ...PAYER, Vouchers: codes.map((Code) => ({ Code })) },
  Registrations: types.map((type, at) => person(type, { FirstName: `Ann ${at}` })),
})
const CODE = (at: number) => `/BillingInfo/Vouchers/${at}/Code`
const readVoucher = async (id: number) => (await bench.mine.get(`/api/store/vouchers/${id}`)).json()
/** An event without taxes, whose type Full costs 90.00, for all tests. */
const untaxed = () => {
  event ??= bench.congress({ TaxSetId: null })
  return event
}

describe('POST /api/public/events/splits/{id} (calculateRegistrationSplits)', () => {
  test('shows what vouchers for an amount and for a percentage pay, tax included', async () => {
    const { id, full } = await bench.congress()
    const amount = await bench.voucher(1, 30)
    const percent = await bench.voucher(2, 10)
    const typed = ` ${amount.code.toLowerCase()} `
    const { Data } = await bench.post('splits', id, formOf([typed, percent.code], full))
    expect(Data).toMatchObject({ ItemTotal: 90, TaxTotal: 7.43, Total: 97.43, VoucherAmount: 39.74, AmountDue: 57.69 })
    expect(await readVoucher(amount.id)).toMatchObject({ Status: 'Active', Remaining: 30 })
  })

  test('pays one piece of the saleable item of a free item', async () => {
    const { id, full, free } = await untaxed()
    const { RegistrationTypes } = await bench.read(id)
    const [{ SaleableItemId = 0 } = {}] = RegistrationTypes as { SaleableItemId: number }[]
    const itemId = await bench.storeItem({ feeItemId: SaleableItemId })
    const { code } = await bench.voucher(3, 0, { itemId })
    const { Data } = await bench.post('splits', id, formOf([code], full, full))
    expect(Data).toMatchObject({ Total: 180, VoucherAmount: 90, AmountDue: 90 })
    expect(faultsOf(await bench.post('validate', id, formOf([code], free)))).toEqual([[CODE(0), 'unknown']])
  })
})

describe('POST /api/public/events/validate/{id} (validateRegistration)', () => {
  test('reports vouchers that do not exist, pay for nothing, or are entered twice', async () => {
    const { id, full } = await untaxed()
    const { code, id: voucher } = await bench.voucher(1, 200)
    const other = await bench.voucher(1, 5)
    const faults = async (...codes: string[]) => faultsOf(await bench.post('validate', id, formOf(codes, full)))
    expect(await faults(code)).toEqual([])
    expect(await faults('NONE-SUCH', code)).toEqual([[CODE(0), 'unknown']])
    expect(await faults(code, code.toLowerCase())).toEqual([[CODE(1), 'duplicate']])
    expect(await faults(code, other.code)).toEqual([[CODE(1), 'unknown']])
    expect((await bench.mine.post(`/api/store/vouchers/${voucher}/void`)).statusCode).toBe(200)
    expect(await faults(code)).toEqual([[CODE(0), 'unknown']])
  })

  test('accepts no voucher of another tenant', async () => {
    const { id, full } = await untaxed()
    const foreign = await openEventVouchers(() => now)
    const { code } = await foreign.voucher(1, 20)
    await foreign.server.close()
    expect(faultsOf(await bench.post('validate', id, formOf([code], full)))).toEqual([[CODE(0), 'unknown']])
  })
})

describe('POST /api/public/events/register_v2/{id} (registerAttendeesV2)', () => {
  test('reserves the voucher for one cart of an event or of the store, until its time has run out', async () => {
    const { id, full } = await untaxed()
    const { code, buyer } = await bench.voucher(1, 30)
    const item = await bench.storeItem()
    const refused = async () => {
      const form = { CaptchaResponse: await bench.captcha(id), ...formOf([code], full) }
      return faultsOf(await bench.post('register_v2', id, form))
    }
    const cart = await bench.cart(id, formOf([code], full))
    expect(cart.Splits).toMatchObject({ Total: 90, AmountDue: 60 })
    expect(await refused()).toEqual([[CODE(0), 'unknown']])
    expect(await bench.storeCart(buyer, item, code)).toBe(422)
    expect((await bench.cart(id, { ...formOf([code], full), CartKey: cart.CartKey })).Splits.AmountDue).toBe(60)
    expect((await bench.cart(id, { ...formOf([], full), CartKey: cart.CartKey })).Splits.AmountDue).toBe(90)
    expect(await bench.storeCart(buyer, item, code)).toBe(200)
    expect(await refused()).toEqual([[CODE(0), 'unknown']])
    now = new Date(now.getTime() + 16 * 60_000)
    const late = await bench.cart(id, formOf([code], full))
    now = new Date(now.getTime() + 16 * 60_000)
    await runJobs(bench.server, EXPIRE_EVENT_CART, {
      [EXPIRE_EVENT_CART]: async (context, payload) =>
        registrationTasks[EXPIRE_EVENT_CART]?.({ ...context, clock: { now: () => now } }, payload),
    })
    expect(await bench.registrationsOf(late)).toEqual([])
    expect(await bench.storeCart(buyer, item, code)).toBe(200)
  })
})

describe('POST /api/public/events/submit/{id} (submitRegistration)', () => {
  test('asks for no payment if vouchers pay all: they pay the invoice, and confirm the registration', async () => {
    const { id, full } = await untaxed()
    const before = await bench.owed()
    const voucher = await bench.voucher(1, 100)
    const cart = await bench.cart(id, formOf([voucher.code], full))
    expect(cart.Splits).toMatchObject({ Total: 90, AmountDue: 0 })
    const paid = await bench.submit(id, cart, { PaymentKind: 'Free' })
    expect(paid).toMatchObject({
      Status: 0,
      Data: {
        PaymentStatus: 'Paid',
        Total: 90,
        AmountPaid: 90,
        Balance: 0,
        Registrations: [{ ParticipantStatusId: 1 }],
      },
    })
    expect(await bench.invoice(String(paid.Data?.InvoiceNumber))).toMatchObject({
      Total: 90,
      Balance: 0,
      Status: 'Paid',
    })
    expect(await readVoucher(voucher.id)).toMatchObject({ Status: 'Active', Remaining: 10 })
    expect(await bench.owed()).toBe(before + 1000)
    const order = await bench.orderOf(cart)
    expect([order.paymentKind, Number(order.total), Number(order.dueAmount)]).toEqual(['Free', 90, 0])
    expect(await bench.submit(id, cart, { PaymentKind: 'Free' })).toEqual(paid)
    expect(await bench.owed()).toBe(before + 1000)
  })

  test('charges the card for what vouchers leave', async () => {
    const { id, full } = await untaxed()
    const { code, id: voucher } = await bench.voucher(2, 50)
    const cart = await bench.cart(id, formOf([code], full))
    expect(cart.Splits).toMatchObject({ Total: 90, VoucherAmount: 45, AmountDue: 45 })
    const paid = await bench.submit(id, cart, { PaymentKind: 'Card', PaymentToken: 'tok_visa' })
    expect(paid.Data).toMatchObject({ PaymentStatus: 'Paid', Total: 90, AmountPaid: 90, Balance: 0 })
    await runJobs(bench.server, SETTLE_EVENT_ORDER)
    expect(await bench.invoice(String(paid.Data?.InvoiceNumber))).toMatchObject({ Balance: 0 })
    const where = { tenantId: bench.mine.tenant.id, id: (await bench.orderOf(cart)).chargeId ?? 0 }
    const charge = await bench.server.database.system.processorCharge.findFirstOrThrow({ where })
    expect([charge.status, Number(charge.amount)]).toEqual(['succeeded', 45])
    expect(await readVoucher(voucher)).toMatchObject({ Status: 'Used' })
    expect(await bench.statesOf(cart)).toEqual([1])
  })

  test('leaves the rest on the invoice: partially paid', async () => {
    const { id, full } = await untaxed()
    const { code } = await bench.voucher(1, 30)
    const cart = await bench.cart(id, formOf([code], full))
    const paid = await bench.submit(id, cart, { PaymentKind: 'Invoice' })
    expect(paid.Data).toMatchObject({ PaymentStatus: 'Open', Total: 90, AmountPaid: 30, Balance: 60 })
    expect(await bench.statesOf(cart)).toEqual([6])
  })

  test('refuses a voucher that staff voided, and charges nothing', async () => {
    const { id, full } = await untaxed()
    const { code, id: voucher } = await bench.voucher(1, 30)
    const cart = await bench.cart(id, formOf([code], full))
    expect((await bench.mine.post(`/api/store/vouchers/${voucher}/void`)).statusCode).toBe(200)
    const refused = await bench.submit(id, cart, { PaymentKind: 'Card', PaymentToken: 'tok_visa' })
    expect([refused.Status, faultsOf(refused)]).toEqual([422, [[CODE(0), 'unknown']]])
    expect(await bench.chargeStates(cart)).toEqual([])
    const withdrawn = await bench.cart(id, { ...formOf([], full), CartKey: cart.CartKey })
    expect(await bench.submit(id, withdrawn, { PaymentKind: 'Invoice' })).toMatchObject({ Status: 0 })
  })
})

describe('POST /api/events/{eventId}/orders/{orderId}/cancel (cancelEventOrder)', () => {
  const cancel = async (id: number, cart: Awaited<ReturnType<typeof bench.cart>>, RefundPercent = 100) => {
    const { id: orderId, auditId: AuditId } = await bench.orderOf(cart)
    const sent = { AuditId, RefundPercent }
    await bench.good('cancelEventOrder', bench.mine.post(`/api/events/${id}/orders/${orderId}/cancel`, sent))
    await runJobs(bench.server, SETTLE_EVENT_ORDER)
    return bench.chargeStates(cart)
  }

  test('gives an amount back to its voucher after the open amount of the invoice, at most what it paid', async () => {
    const { id, full } = await bench.congress({ TaxSetId: null })
    const before = await bench.owed()
    const voucher = await bench.voucher(1, 30)
    const cart = await bench.cart(id, formOf([voucher.code], full))
    const paid = await bench.submit(id, cart, { PaymentKind: 'Invoice' })
    expect(await bench.owed()).toBe(before)
    await cancel(id, cart)
    expect(await readVoucher(voucher.id)).toMatchObject({ Status: 'Active', Remaining: 30 })
    expect(await bench.owed()).toBe(before + 3000)
    expect(await bench.invoice(String(paid.Data?.InvoiceNumber))).toMatchObject({ Balance: 0 })
    const where = { tenantId: bench.mine.tenant.id, eventId: id }
    const refund = await bench.server.database.system.eventRefund.findFirstOrThrow({ where, include: { credit: true } })
    expect([refund.total, refund.credit.openAmount].map(Number)).toEqual([90, 0])
    const mail = { tenantId: bench.mine.tenant.id, templateKey: 'event-registration-cancelled' }
    const { data } = await bench.server.database.system.mailMessage.findFirstOrThrow({ where: mail })
    expect(data).toMatchObject({ refund: { amount: '90.00', vouchers: '30.00' } })
  })

  test('returns the part of the charge to the card, and makes a percentage usable again', async () => {
    const { id, full } = await untaxed()
    const { code, id: voucher } = await bench.voucher(2, 50)
    const cart = await bench.cart(id, formOf([code], full))
    await bench.submit(id, cart, { PaymentKind: 'Card', PaymentToken: 'tok_visa' })
    await runJobs(bench.server, SETTLE_EVENT_ORDER)
    await cancel(id, cart)
    const where = { tenantId: bench.mine.tenant.id, id: (await bench.orderOf(cart)).chargeId ?? 0 }
    const charge = await bench.server.database.system.processorCharge.findFirstOrThrow({ where })
    expect(Number(charge.amountRefunded)).toBe(45)
    expect(await readVoucher(voucher)).toMatchObject({ Status: 'Active' })
  })
})

describe('GET /api/public/events/getenv/{id}/{contactid} (getContactRegistrationEnvironment)', () => {
  const payerOf = async (id: number, contact: number, get = bench.mine.get) =>
    (await get(`/api/public/events/getenv/${id}/${contact}`)).json().Data.Contact

  test('shows staff the vouchers that the contact can use, and what tax it is charged', async () => {
    const { id } = await bench.congress()
    const { code, buyer } = await bench.voucher(1, 30)
    const used = await bench.voucher(1, 5, { buyer })
    await bench.mine.post(`/api/store/vouchers/${used.id}/void`)
    expect(await payerOf(id, buyer)).toMatchObject({
      Vouchers: [{ Code: code, VoucherTypeId: 1, Remaining: 30, ExpirationDate: null }],
      IsTaxExempt: false,
      TaxSet: { TaxRate: 8.25 },
    })
    await bench.mine.post(`/api/finance/contacts/${buyer}/billing`, { IsTaxExempt: true })
    expect(await payerOf(id, buyer)).toMatchObject({ IsTaxExempt: true, TaxSet: { TaxRate: 0 } })
    const events = await bench.server.caller(bench.mine.tenant, ['contacts:read', 'events:write', 'events:read'])
    expect((await payerOf(id, buyer, events.get)).Vouchers).toEqual([])
    expect((await payerOf((await untaxed()).id, buyer)).TaxSet).toBeNull()
  })
})
