import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HANDLE_PROCESSOR_EVENT } from '#areas/finance/payment-processor/events/events.service'
import { watchRecords } from '#test/support/commerce/other-participants'
import { type CancellationsBench, FULL, openCancellations } from '#test/support/events/cancellations'
import { type EventVouchersBench, openEventVouchers } from '#test/support/events/event-vouchers'
import { PAYER, person } from '#test/support/events/registrations'
import { runJobs } from '#test/support/jobs/run-jobs'

const now = new Date('2030-03-01T12:00:00Z')
let bench: CancellationsBench
let vouchers: EventVouchersBench
beforeAll(async () => {
  bench = await openCancellations(() => now)
  vouchers = await openEventVouchers(() => now)
})
afterAll(() => Promise.all([bench.server.close(), vouchers.server.close()]))

describe('the refund of one participant of an order', () => {
  test.each([
    ['all', { RefundPercent: 100 }],
    ['a part', { RefundAmount: 10 }],
  ])('never changes the others: %s by card', async (_, terms) => {
    const { id, full } = await bench.congress()
    const cart = await bench.register(id, full, ['Ana', 'Ben', 'Cai'])
    await bench.settle()
    const others = async () => (await bench.registrationsOf(cart)).slice(1)
    const before = await others()
    const recorded = await watchRecords(bench.server, bench.mine)
    await bench.good('cancelEventRegistration', bench.onRegistration(id, cart, 0, 'cancel', terms))
    expect(await others()).toEqual(before)
    await bench.settle()
    expect(await others()).toEqual(before)
    const { registrations, balances, invoices } = await recorded()
    const cancelled = cart.Registrations[0]?.RegistrationId ?? 0
    expect([...registrations.keys()]).toEqual([cancelled])
    expect(balances).toEqual(['0.00'])
    expect(invoices).toEqual([null])
    const cents = 'RefundAmount' in terms ? 1000 : FULL
    expect(await bench.moneyOf(cart)).toMatchObject({ open: 0, credited: cents, refunded: cents, balance: 0 })
    await bench.balanced()
  })

  test('never changes the others if the bank rejects the refund later: the payer has the money as a payment', async () => {
    const { id, full } = await bench.congress()
    const cart = await bench.register(id, full, ['Ana', 'Ben'], { PaymentKind: 'Card', PaymentToken: 'tok_refundFail' })
    await bench.settle()
    const before = (await bench.registrationsOf(cart)).slice(1)
    await bench.good('cancelEventRegistration', bench.onRegistration(id, cart, 0, 'cancel', { RefundPercent: 100 }))
    await bench.settle()
    const [account] = await bench.server.database.system.processorAccount.findMany({
      where: { tenantId: bench.mine.tenant.id },
    })
    const recorded = await watchRecords(bench.server, bench.mine)
    await bench.mine.post(`/api/integration/payproc/account/${account?.uid}/sandboxday`)
    await runJobs(bench.server, HANDLE_PROCESSOR_EVENT)
    expect((await bench.registrationsOf(cart)).slice(1)).toEqual(before)
    expect(await recorded()).toEqual({ registrations: new Map(), balances: [], invoices: [] })
    expect(await bench.moneyOf(cart)).toMatchObject({ open: 0, refunded: 0, balance: -FULL })
    await bench.balanced()
  })

  test('never changes the others if vouchers get the money back', async () => {
    const { id, full } = await vouchers.congress({ TaxSetId: null })
    const { code, id: voucherId } = await vouchers.voucher(1, 180)
    const form = { BillingInfo: { ...PAYER, Vouchers: [{ Code: code }] }, Registrations: [person(full), person(full)] }
    const cart = await vouchers.cart(id, form)
    const paid = await vouchers.submit(id, cart, { PaymentKind: 'Invoice' })
    expect(paid).toMatchObject({ Status: 0, Data: { AmountPaid: 180, Balance: 0 } })
    const [first, other] = await vouchers.registrationsOf(cart)
    const recorded = await watchRecords(vouchers.server, vouchers.mine)
    const body = { AuditId: first?.auditId, RefundPercent: 100 }
    const path = `/api/events/${id}/registrations/${first?.id}/cancel`
    await vouchers.good('cancelEventRegistration', vouchers.mine.post(path, body))
    expect((await vouchers.registrationsOf(cart))[1]).toEqual(other)
    const { registrations, balances, invoices } = await recorded()
    expect([...registrations.keys()]).toEqual([first?.id])
    expect(balances).toEqual(['0.00'])
    expect(invoices).toEqual([null])
    expect((await vouchers.mine.get(`/api/store/vouchers/${voucherId}`)).json()).toMatchObject({ Remaining: 90 })
  })
})
