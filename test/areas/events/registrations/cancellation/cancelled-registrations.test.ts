import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OFFER_SEATS } from '#areas/events/waiting-list/offers.service'
import {
  bodyOf,
  CARD,
  type CancellationsBench,
  FULL,
  INVOICE,
  openCancellations,
  RULES,
} from '#test/support/events/cancellations'
import { person } from '#test/support/events/registrations'
import { refusal } from '#test/support/people/contact-parts'

let bench: CancellationsBench
let now = new Date('2030-03-01T12:00:00Z')
beforeAll(async () => {
  bench = await openCancellations(() => now)
})
afterAll(() => bench.server.close())

describe('POST /api/events/{eventId}/registrations/{registrationId}/cancel (cancelEventRegistration)', () => {
  test('returns a part by the rules to the card: the status is Pending refund until it is returned', async () => {
    const { id, full } = await bench.congress(RULES)
    const cart = await bench.register(id, full, ['Noor', 'Sam'])
    await bench.settle()
    await bench.mails()
    const preview = await bench.good(
      'previewRegistrationCancellation',
      bench.onRegistration(id, cart, 1, 'cancel/preview'),
    )
    const refund = 4372
    expect(preview.body).toEqual({
      RegistrationIds: [cart.Registrations[1]?.RegistrationId],
      Price: FULL / 100,
      CreditAmount: refund / 100,
      AppliedAmount: 0,
      ReturnedAmount: refund / 100,
      LeftAmount: 0,
    })
    const { body: cancelled } = await bench.good(
      'cancelEventRegistration',
      bench.onRegistration(id, cart, 1, 'cancel', { Reason: 'Illness' }),
    )
    expect(cancelled).toMatchObject({
      ParticipantStatusId: 7,
      AuditId: 2,
      Amount: (FULL - refund) / 100,
      Actions: ['view', 'edit'],
    })
    const before = { open: 0, credited: refund, captured: 2 * FULL, refunded: 0, balance: -refund }
    expect(await bench.moneyOf(cart)).toEqual(before)
    await bench.settle()
    expect(await bench.moneyOf(cart)).toEqual({ ...before, refunded: refund, balance: 0 })
    expect(await bench.statesOf(cart)).toEqual([1, 9])
    await bench.settle()
    expect(await bench.moneyOf(cart)).toMatchObject({ refunded: refund })
    expect(await bench.refundsOf(cart)).toMatchObject([{ isSettled: true }])
    await bench.balanced()
    const mails = await bench.mails()
    expect(mails.map(({ to, subject }) => [to.address, subject.split(':')[0]])).toEqual([
      ['noor@cancel.example', 'Cancelled'],
      ['sam@cancel.example', 'Cancelled'],
    ])
    expect(mails[0]?.text).toContain('$43.72')
    expect(mails[1]?.text).toContain('Illness')
    expect(mails[1]?.text).not.toContain('43.72')
    expect(await bench.kindsOf('eventregistration', cart.Registrations[1]?.RegistrationId ?? 0)).toEqual([
      'eventregistration.created',
      'eventregistration.cancelled',
      'eventregistration.updated',
    ])
    expect(await bench.kindsOf('eventorder', (await bench.orderOf(cart)).id)).toEqual([
      'eventorder.submitted',
      'eventorder.updated',
    ])
  })

  test('refunds nothing after the last day in the time zone of the event, and what staff say instead', async () => {
    const { id, full } = await bench.congress(RULES)
    const cart = await bench.register(id, full, ['Ana', 'Ben', 'Cat'], INVOICE)
    const preview = async (more: object) =>
      (await bodyOf(bench.onRegistration(id, cart, 0, 'cancel/preview', more))).CreditAmount
    expect(await preview({})).toBe(43.72)
    const noon = now
    // The next day has begun in Auckland.
    now = new Date('2030-03-02T11:00:00Z')
    expect(await preview({})).toBe(0)
    now = noon
    expect(await preview({ RefundPercent: 0 })).toBe(0)
    expect(await preview({ RefundPercent: 100 })).toBe(FULL / 100)
    expect(await preview({ RefundPercent: 33.33 })).toBe(32.47)
    expect(await preview({ RefundAmount: 0.01 })).toBe(0.01)
    const refused = (more: object) => refusal(bench.onRegistration(id, cart, 0, 'cancel', more))
    expect(await refused({ RefundAmount: 97.44 })).toEqual([422, '/RefundAmount'])
    expect(await refused({ RefundAmount: 1, RefundPercent: 1 })).toEqual([422, '/RefundAmount'])
    expect(await refused({ RefundPercent: 100.01 })).toEqual([400, '/RefundPercent'])
    expect(await refused({ RefundPercent: -1 })).toEqual([400, '/RefundPercent'])
    await bodyOf(bench.onRegistration(id, cart, 0, 'cancel', { RefundAmount: FULL / 100 }))
    // What was credited was not paid by the others.
    expect(await bench.statesOf(cart)).toEqual([9, 3, 3])
    expect(await bench.moneyOf(cart)).toMatchObject({ open: 2 * FULL, credited: FULL, balance: 2 * FULL })
    await bodyOf(bench.onRegistration(id, cart, 1, 'cancel', { RefundPercent: 0 }))
    expect(await bench.moneyOf(cart)).toMatchObject({ open: 2 * FULL, credited: FULL })
    expect(await bench.refundsOf(cart)).toHaveLength(1)
    await bench.balanced()
  })

  test('leaves what was not paid by card as a credit of the payer', async () => {
    const { id, full } = await bench.congress()
    const cart = await bench.register(id, full, ['Dee'], INVOICE)
    const { invoice } = await bench.recordsOf(cart)
    await bench.pay({ InvoiceId: invoice?.id ?? 0, ContactId: invoice?.contactId ?? 0 }, 30)
    const preview = await bodyOf(bench.onRegistration(id, cart, 0, 'cancel/preview', { RefundPercent: 100 }))
    expect(preview).toMatchObject({ CreditAmount: 97.43, AppliedAmount: 67.43, ReturnedAmount: 0, LeftAmount: 30 })
    await bodyOf(bench.onRegistration(id, cart, 0, 'cancel', { RefundPercent: 100 }))
    expect(await bench.statesOf(cart)).toEqual([9])
    expect(await bench.moneyOf(cart)).toMatchObject({ open: 0, credited: FULL, balance: -3000 })
    await bench.balanced()
  })

  test('captures the rest of a payment that is only authorized, and cancels it if nothing is left', async () => {
    const { id, full } = await bench.congress()
    const part = await bench.register(id, full, ['Eve', 'Fay'])
    const whole = await bench.register(id, full, ['Gil'])
    await bodyOf(bench.onRegistration(id, part, 0, 'cancel', { RefundPercent: 100 }))
    await bodyOf(bench.onRegistration(id, whole, 0, 'cancel', { RefundPercent: 100 }))
    expect([await bench.statesOf(part), await bench.statesOf(whole)]).toEqual([[7, 1], [7]])
    await bench.settle()
    expect([await bench.statesOf(part), await bench.statesOf(whole)]).toEqual([[9, 1], [9]])
    expect(await bench.moneyOf(part)).toEqual({ open: 0, credited: FULL, captured: FULL, refunded: 0, balance: 0 })
    expect(await bench.chargeStates(whole)).toEqual(['canceled'])
    expect(await bench.moneyOf(whole)).toMatchObject({ open: 0, captured: 0, balance: 0 })
    await bench.balanced()
  })

  test('cancels the guests of a table with the one that bought it, and offers the seats', async () => {
    const { id, table } = await bench.congress({ Capacity: 3, HasWaitingList: true })
    const guests = ['Ida', 'Jon'].map((FirstName) => person(table, { FirstName, GroupNumber: 1 }))
    const cart = await bench.register(id, table, ['Ida'], CARD, { Registrations: guests })
    await bench.settle()
    const next = await bench.cart(id, {
      Registrations: [person(table, { FirstName: 'Kim', EmailAddress: 'kim@cancel.example' })],
      BillingInfo: { FirstName: 'Kim', LastName: 'Lee', EmailAddress: 'kim@cancel.example' },
    })
    expect((await bench.submit(id, next, { PaymentKind: 'Free' })).Status).toBe(0)
    const groups = async () => (await bench.mine.get(`/api/eventgroups/events/${id}`)).json().Groups
    expect(await groups()).toMatchObject([{ Members: [{}, {}] }])
    await bodyOf(bench.onRegistration(id, cart, 0, 'cancel', { RefundPercent: 100 }))
    expect(await groups()).toEqual([])
    await bench.work(OFFER_SEATS)
    // The seats count until the money is returned.
    expect(await bench.statesOf(next)).toEqual([11])
    await bench.settle()
    expect(await bench.statesOf(cart)).toEqual([9, 9])
    await bench.work(OFFER_SEATS)
    expect(await bench.statesOf(next)).toEqual([5])
    // The offer is cancelled as a whole, and cannot be accepted any more.
    await bodyOf(bench.onRegistration(id, next, 0, 'cancel'))
    expect(await bench.statesOf(next)).toEqual([9])
    expect(await bench.orderOf(next)).toMatchObject({ state: 'expired' })
  })

  test('is possible once, with the current version, in the own tenant, and with the scopes that it needs', async () => {
    const { id, full } = await bench.congress()
    const cart = await bench.register(id, full, ['Lea'])
    await bench.settle()
    const url = `/api/events/${id}/registrations/${cart.Registrations[0]?.RegistrationId}/cancel`
    const sent = { AuditId: 1, RefundPercent: 100 }
    for (const path of [url, `${url}/preview`]) {
      expect(await refusal(bench.theirs.post(path, sent))).toEqual([404, 'not-found'])
      const reader = await bench.server.caller(bench.mine.tenant, ['event-registrations:read'])
      expect(await refusal(reader.post(path, sent))).toEqual([403, 'insufficient-scope'])
      const office = await bench.server.caller(bench.mine.tenant, [
        'event-registrations:read',
        'event-registrations:write',
      ])
      expect(await refusal(office.post(path, sent))).toEqual([403, 'insufficient-scope'])
      expect((await office.get(url.replace('/cancel', ''))).json().Actions).not.toContain('cancel')
      const answer = await bench.server.app.inject({ method: 'POST', url: path, payload: sent })
      expect(answer.statusCode).toBe(401)
    }
    expect(await refusal(bench.mine.post(url, { RefundPercent: 100 }))).toEqual([409, 'stale-audit-id'])
    expect(await refusal(bench.mine.post(url, { ...sent, AuditId: 7 }))).toEqual([409, 'stale-audit-id'])
    expect(await refusal(bench.mine.post(url, sent, { 'if-match': '"7"' }))).toEqual([412, 'precondition-failed'])
    expect(await bench.registrationOf(id, cart, 0)).toMatchObject({ Actions: expect.arrayContaining(['cancel']) })
    await bodyOf(bench.mine.post(url, sent))
    expect(await refusal(bench.mine.post(url, { AuditId: 2 }))).toEqual([409, 'registration-state'])
    expect(await refusal(bench.mine.post(`${url}/preview`, {}))).toEqual([409, 'registration-state'])
    expect(await refusal(bench.mine.post(`/api/events/${id}/registrations/2000000000/cancel`, sent))).toEqual([
      404,
      'not-found',
    ])
  })

  test('is refused while the result of a bank debit is not known, and after a write-off', async () => {
    const { id, full } = await bench.congress({ PaymentKinds: ['BankDebit', 'Invoice'] })
    const debit = await bench.register(id, full, ['Mia'], { PaymentKind: 'BankDebit', PaymentToken: 'tok_visa' })
    expect(await refusal(bench.onRegistration(id, debit, 0, 'cancel'))).toEqual([409, 'order-state'])
    expect(await bench.registrationOf(id, debit, 0)).toMatchObject({ Actions: expect.not.arrayContaining(['cancel']) })
    await bench.settle()
    await bodyOf(bench.onRegistration(id, debit, 0, 'cancel', { RefundPercent: 100 }))
    await bench.settle()
    expect(await bench.moneyOf(debit)).toMatchObject({ open: 0, refunded: FULL, balance: 0 })
    const cart = await bench.register(id, full, ['Ned'], INVOICE)
    const { invoice } = await bench.recordsOf(cart)
    const written = { InvoiceId: invoice?.id, Amount: 10, Reason: 'Late' }
    await bodyOf(bench.mine.post('/api/finance/writeoffs/0', written))
    expect(await refusal(bench.onRegistration(id, cart, 0, 'cancel'))).toEqual([409, 'written-off'])
    expect(await bench.registrationOf(id, cart, 0)).toMatchObject({ Actions: expect.not.arrayContaining(['cancel']) })
    await bench.balanced()
  })

  test('returns money once when several cancel at the same time', async () => {
    const { id, full } = await bench.congress()
    const cart = await bench.register(id, full, ['Ola', 'Pia'])
    await bench.settle()
    const cancel = (at: number) => bench.onRegistration(id, cart, at, 'cancel', { RefundPercent: 100 })
    const order = () => bench.onOrder(id, cart, 'cancel', { RefundPercent: 100 })
    const answers = await Promise.all([cancel(0), cancel(0), cancel(1), order(), cancel(1), order()])
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(0)
    await order()
    await bench.settle()
    expect(await bench.statesOf(cart)).toEqual([9, 9])
    expect(await bench.moneyOf(cart)).toEqual({
      open: 0,
      credited: 2 * FULL,
      captured: 2 * FULL,
      refunded: 2 * FULL,
      balance: 0,
    })
    await bench.balanced()
  })
})
