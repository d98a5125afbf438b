import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SETTLE_EVENT_ORDER } from '#areas/events/registrations/payment/settlement.service'
import { ABANDON_ATTEMPT } from '#areas/finance/payment-processor/attempts/attempts.service'
import { faultsOf, PAYER, person, type RegistrationsBench } from '#test/support/events/registrations'
import { type OpenedSubmissions, openSubmissions } from '#test/support/events/submitted-registrations'
import { runJobs } from '#test/support/jobs/run-jobs'

let bench: RegistrationsBench & OpenedSubmissions
let now = new Date('2030-03-01T12:00:00Z')
beforeAll(async () => {
  bench = await openSubmissions(() => now)
})
afterAll(() => bench.server.close())

const attendee = (name: string, type: unknown, more: object = {}) =>
  person(type, { FirstName: name, LastName: 'Haddad', EmailAddress: `${name.toLowerCase()}@haddad.example`, ...more })

describe('POST /api/public/events/submit/{id} (submitRegistration)', () => {
  test('authorizes the card, issues the invoice and confirms; a job captures the payment into the books', async () => {
    const { id, full, parts } = await bench.congress({ Capacity: 10 })
    const cart = await bench.cart(id, {
      BillingInfo: { ...PAYER, Address: { Address1: '12 Mill Lane', City: 'Springfield', CountryId: 840 } },
      Registrations: [attendee('Noor', full, { SessionIds: [parts.Sessions[0]?.SessionId] }), attendee('Sam', full)],
      AdditionalPurchaseItems: [{ ItemId: parts.AdditionalItems[0]?.ItemId, Quantity: 2 }],
    })
    const due = cart.Splits.AmountDue
    const paid = await bench.submit(id, cart, { PaymentKind: 'Card', PaymentToken: 'tok_visa' })
    expect(paid).toMatchObject({
      Status: 0,
      Errors: [],
      Data: {
        EventId: id,
        PaymentStatus: 'Paid',
        Total: due,
        AmountPaid: due,
        Balance: 0,
        CurrencyCode: 'USD',
        Registrations: [0, 1].map((at) => ({ Pointer: `/Registrations/${at}`, ParticipantStatusId: 1 })),
      },
    })
    const { ConfirmationNumber, InvoiceNumber } = paid.Data as { ConfirmationNumber: string; InvoiceNumber: string }
    expect(ConfirmationNumber).toMatch(new RegExp(`^E${id}-\\d+$`))
    const open = await bench.invoice(InvoiceNumber)
    expect(open).toMatchObject({ Balance: due, Total: due })
    await runJobs(bench.server, SETTLE_EVENT_ORDER)
    expect(await bench.invoice(InvoiceNumber)).toMatchObject({ Balance: 0, Status: 'Paid' })
    const again = await bench.submit(id, cart, { PaymentKind: 'Card', PaymentToken: 'tok_other' })
    expect(again.Data).toMatchObject({ ConfirmationNumber, InvoiceNumber, PaymentStatus: 'Paid' })
    expect(await bench.chargeStates(cart)).toEqual(['succeeded'])
    expect(again.Data?.PaymentNumber).toMatch(/^PAY-/)
  })

  test('makes unknown people contacts outside of the lists, and finds known ones by the duplicate rules', async () => {
    const { id, free } = await bench.congress()
    const known = await bench.addMember('mia@known.example')
    const { FirstName, LastName } = (await bench.mine.get(`/api/contacts/person/${known}`)).json()
    const cart = await bench.cart(id, {
      BillingInfo: { ...PAYER, EmailAddress: 'new@payer.example' },
      Registrations: [
        person(free, { FirstName, LastName, EmailAddress: 'MIA@known.example' }),
        person(free, { ...PAYER, EmailAddress: 'new@payer.example' }),
      ],
    })
    expect(await bench.submit(id, cart, { PaymentKind: 'Free', ExpectedTotal: null })).toMatchObject({
      Data: { PaymentStatus: 'Free', InvoiceNumber: null, Total: 0 },
    })
    const [mia, dana] = await bench.registrationsOf(cart)
    expect(mia?.contactId).toBe(known)
    const payer = await bench.contact(dana?.contactId)
    expect(payer).toMatchObject({ isUnmatched: true, firstName: 'Dana', emailAddress: 'new@payer.example' })
    expect((await bench.orderOf(cart)).contactId).toBe(dana?.contactId)
    const list = await bench.mine.get('/api/contacts?$search=new%40payer.example')
    expect(list.json().Results, list.body).toEqual([])
    // The same person registers again: no second contact.
    const second = await bench.cart(id, {
      BillingInfo: { ...PAYER, EmailAddress: 'new@payer.example' },
      Registrations: [person(free)],
    })
    await bench.submit(id, second, { PaymentKind: 'Free' })
    expect((await bench.orderOf(second)).contactId).toBe(dana?.contactId)
  })

  test('keeps everything that a form says of its payer and its attendees in their contacts', async () => {
    const { id, free } = await bench.congress()
    const names = { Prefix: 'Dr.', FirstName: 'Ines', MiddleName: 'Maria', LastName: 'Costa', Suffix: 'PhD' }
    const entered = (at: number) => ({
      EmailAddress: `ines${at}@costa.example`,
      Phone: { Number: `+1 202 555 017${at}` },
    })
    const stored = (at: number) => ({ emailAddress: `ines${at}@costa.example`, phone: `+1 202 555 017${at}` })
    const person0 = { prefix: 'Dr.', firstName: 'Ines', middleName: 'Maria', lastName: 'Costa', suffix: 'PhD' }
    const payers: [object, object][] = [
      [
        { ...names, CommonName: 'Nina', ...entered(1) },
        { ...person0, commonName: 'Nina', ...stored(1) },
      ],
      [
        { ContactType: '2', OrganizationName: 'Costa Tiles', ...entered(2) },
        { organizationName: 'Costa Tiles', ...stored(2) },
      ],
    ]
    for (const [BillingInfo, payer] of payers) {
      const Address = { Address1: '12 Mill Lane', City: 'Springfield', CountryId: 840 }
      const cart = await bench.cart(id, {
        BillingInfo: { ...BillingInfo, Address },
        Registrations: [person(free, { ...names, ...entered(3) })],
      })
      await bench.submit(id, cart, { PaymentKind: 'Free' })
      const [registered] = await bench.registrationsOf(cart)
      expect(await bench.contact((await bench.orderOf(cart)).contactId)).toMatchObject({
        ...payer,
        city: 'Springfield',
      })
      expect(await bench.contact(registered?.contactId)).toMatchObject({ ...person0, ...stored(3) })
    }
  })

  test('leaves an invoice to pay, which confirms the registration by parts of its payment', async () => {
    const { id, full } = await bench.congress()
    const cart = await bench.cart(id, { BillingInfo: PAYER, Registrations: [attendee('Ida', full)] })
    const sent = { PaymentKind: 'Invoice', PurchaseOrderNumber: 'PO-77' }
    const { Data } = await bench.submit(id, cart, sent)
    expect(Data).toMatchObject({ PaymentStatus: 'Open', AmountPaid: 0, Balance: cart.Splits.AmountDue })
    const invoice = await bench.invoice(String(Data?.InvoiceNumber))
    expect(invoice).toMatchObject({ Message: expect.stringContaining('PO-77') })
    expect(await bench.statesOf(cart)).toEqual([3])
    await bench.pay(invoice, 10)
    expect(await bench.statesOf(cart)).toEqual([6])
    await bench.pay(invoice, cart.Splits.AmountDue - 10)
    expect(await bench.statesOf(cart)).toEqual([1])
  })

  test('requests a bank debit after the order: the registration waits for its result', async () => {
    const { id, full } = await bench.congress({ PaymentKinds: ['BankDebit'] })
    const cart = await bench.cart(id, { BillingInfo: PAYER, Registrations: [attendee('Ben', full)] })
    const sent = { PaymentKind: 'BankDebit', PaymentToken: 'tok_visa' }
    expect((await bench.submit(id, cart, sent)).Data).toMatchObject({ PaymentStatus: 'Processing', AmountPaid: 0 })
    expect(await bench.statesOf(cart)).toEqual([3])
    await runJobs(bench.server, SETTLE_EVENT_ORDER)
    expect(await bench.statesOf(cart)).toEqual([1])
    expect((await bench.submit(id, cart, sent)).Data).toMatchObject({ PaymentStatus: 'Paid', Balance: 0 })
  })

  test('keeps the seats when the payment is declined, and accepts another card', async () => {
    const { id, full } = await bench.congress({ Capacity: 1 })
    const cart = await bench.cart(id, { BillingInfo: PAYER, Registrations: [attendee('Lea', full)] })
    const declined = await bench.submit(id, cart, { PaymentKind: 'Card', PaymentToken: 'tok_chargeDeclined' })
    expect(declined).toMatchObject({
      Status: 402,
      Data: null,
      Errors: [{ Pointer: '/PaymentToken', Code: 'declined' }],
    })
    expect(await bench.statesOf(cart)).toEqual([14])
    const paid = await bench.submit(id, cart, { PaymentKind: 'Card', PaymentToken: 'tok_visa' })
    expect(paid.Data).toMatchObject({ PaymentStatus: 'Paid' })
    await runJobs(bench.server, ABANDON_ATTEMPT)
    expect(await bench.statesOf(cart)).toEqual([1])
  })

  test('refuses what the payer has not agreed to, and what the event does not offer', async () => {
    const { id, full } = await bench.congress({ PaymentKinds: ['Card'] })
    const cart = await bench.cart(id, { BillingInfo: PAYER, Registrations: [attendee('Tom', full)] })
    const submit = (more: object) => bench.submit(id, cart, { PaymentKind: 'Card', PaymentToken: 'tok_visa', ...more })
    expect(await submit({ ExpectedTotal: 1 })).toMatchObject({ Status: 409, Data: null })
    expect(faultsOf(await submit({ ExpectedTotal: null }))).toEqual([['/ExpectedTotal', 'required']])
    expect(faultsOf(await submit({ PaymentKind: 'Invoice' }))).toEqual([['/PaymentKind', 'unknown']])
    expect(faultsOf(await submit({ PaymentKind: 'Free' }))).toEqual([['/PaymentKind', 'unknown']])
    expect(faultsOf(await submit({ PaymentToken: null }))).toEqual([['/PaymentToken', 'required']])
    expect(faultsOf(await submit({ PaymentToken: '4242 4242 4242 4242' }))).toEqual([['/PaymentToken', 'format']])
    const unsolved = await bench.post('submit', id, {
      CartKey: cart.CartKey,
      PaymentKind: 'Card',
      PaymentToken: 'tok_visa',
      ExpectedTotal: 0,
    })
    expect(faultsOf(unsolved)).toEqual([['/CaptchaResponse', 'captcha']])
    const other = { ...cart, CartKey: 'x'.repeat(32) }
    expect(await bench.submit(id, other, { PaymentKind: 'Card', PaymentToken: 'tok_visa' })).toMatchObject({
      Status: 404,
    })
    expect(await bench.statesOf(cart)).toEqual([14])
  })

  test('does not accept a cart whose time has run out, nor one for which the capacity was taken away', async () => {
    const { id, AuditId, free } = await bench.congress({ Capacity: 2 })
    const cart = await bench.cart(id, { BillingInfo: PAYER, Registrations: [person(free), person(free)] })
    await bench.good('saveEvent', bench.save(id, { AuditId, Capacity: 1 }))
    expect(faultsOf(await bench.submit(id, cart, { PaymentKind: 'Free' }))).toEqual([
      ['/Registrations/1/EventRegistrationTypeId', 'soldOut'],
    ])
    now = new Date(now.getTime() + 15 * 60_000)
    expect(await bench.submit(id, cart, { PaymentKind: 'Free' })).toMatchObject({ Status: 404 })
  })

  test('keeps a reserved seat although others wait, and leaves the others on the waiting list without an invoice', async () => {
    const { id, full } = await bench.congress({ Capacity: 1, HasWaitingList: true })
    const first = await bench.cart(id, { BillingInfo: PAYER, Registrations: [attendee('Ann', full)] })
    const second = await bench.cart(id, { BillingInfo: PAYER, Registrations: [attendee('Bob', full)] })
    expect(await bench.submit(id, second, { PaymentKind: 'Free' })).toMatchObject({
      Data: { PaymentStatus: 'Free', InvoiceNumber: null, Registrations: [{ ParticipantStatusId: 11 }] },
    })
    const paid = await bench.submit(id, first, { PaymentKind: 'Card', PaymentToken: 'tok_visa' })
    expect(paid.Data).toMatchObject({ Registrations: [{ ParticipantStatusId: 1 }] })
  })

  test('waits for the approval of staff if the event requires it', async () => {
    const { id, full } = await bench.congress({ RequiresApproval: true })
    const cart = await bench.cart(id, { BillingInfo: PAYER, Registrations: [attendee('Uma', full)] })
    await bench.submit(id, cart, { PaymentKind: 'Card', PaymentToken: 'tok_visa' })
    expect(await bench.statesOf(cart)).toEqual([4])
    await runJobs(bench.server, SETTLE_EVENT_ORDER)
    expect(await bench.statesOf(cart)).toEqual([4])
  })

  test('is one order for simultaneous submissions, and charges once', async () => {
    const { id, full } = await bench.congress()
    const cart = await bench.cart(id, { BillingInfo: PAYER, Registrations: [attendee('Zoe', full)] })
    const all = await Promise.all(
      [1, 2, 3].map(() => bench.submit(id, cart, { PaymentKind: 'Card', PaymentToken: 'tok_visa' })),
    )
    const numbers = new Set(all.map(({ Data }) => Data?.ConfirmationNumber))
    expect(numbers.size).toBe(1)
    await runJobs(bench.server, SETTLE_EVENT_ORDER)
    await runJobs(bench.server, ABANDON_ATTEMPT)
    const live = (await bench.chargeStates(cart)).filter((state) => state !== 'canceled')
    expect(live).toEqual(['succeeded'])
  })

  test('asks for the payment on a page of the processor, and confirms when the payer has paid there', async () => {
    const { id, full } = await bench.congress({ PaymentKinds: ['Hosted'] })
    const cart = await bench.cart(id, { BillingInfo: PAYER, Registrations: [attendee('Kim', full)] })
    const sent = { PaymentKind: 'Hosted', ReturnUrl: '/events/back' }
    expect(faultsOf(await bench.submit(id, cart, { ...sent, ReturnUrl: null }))).toEqual([['/ReturnUrl', 'required']])
    const first = await bench.submit(id, cart, sent)
    expect(first.Data).toMatchObject({ PaymentStatus: 'ActionRequired', ConfirmationNumber: null })
    const { pathname } = new URL(String(first.Data?.NextActionUrl))
    now = new Date(now.getTime() + 20 * 60_000)
    expect(await bench.statesOf(cart)).toEqual([14])
    // A repeat needs no captcha, and leads to the same page.
    const repeat = { CartKey: cart.CartKey, ExpectedTotal: cart.Splits.AmountDue, ...sent }
    expect((await bench.post('submit', id, repeat)).Data?.NextActionUrl).toBe(first.Data?.NextActionUrl)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const paid = await bench.server.app.inject({ method: 'POST', url: pathname, payload: 'card=tok_visa', headers })
    expect(paid.statusCode, paid.body).toBe(303)
    expect((await bench.post('submit', id, repeat)).Data).toMatchObject({ PaymentStatus: 'Paid', Balance: 0 })
    await runJobs(bench.server, SETTLE_EVENT_ORDER)
    expect(await bench.chargeStates(cart)).toEqual(['succeeded'])
  })

  test('bills the contact that staff name', async () => {
    const { id, free } = await bench.congress()
    const payerId = await bench.addMember('billed@known.example')
    const Registrations = [attendee('Eve', free)]
    const cart = await bench.staffCart(id, { BillingInfo: { ...PAYER, ContactId: String(payerId) }, Registrations })
    expect(await bench.staffSubmit(id, cart, { PaymentKind: 'Free' })).toMatchObject({ Status: 0 })
    expect((await bench.orderOf(cart)).contactId).toBe(payerId)
  })
})
