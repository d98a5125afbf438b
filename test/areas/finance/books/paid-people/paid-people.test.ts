import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TAKE_IN_PERSON, takeInPerson } from '#areas/finance/books/paid-people/paid-people.job'
import { paidPeople } from '#areas/finance/books/paid-people/paid-people.subscriber'
import { deliverEvent } from '#kernel/outbox/deliver'
import { covers } from '#kernel/outbox/subscriber'
import { withRows } from '#kernel/tenancy/tenant-db'
import { systemClock } from '#kernel/time/clock'
import { person } from '#test/support/events/registrations'
import { runJobs } from '#test/support/jobs/run-jobs'
import { openUnmatched, type UnmatchedBench } from '#test/support/people/unmatched'

let bench: UnmatchedBench
beforeAll(async () => {
  bench = await openUnmatched()
})
afterAll(() => bench.server.close())

const names = () => {
  const FirstName = bench.word()
  return { FirstName, LastName: bench.word(), EmailAddress: `${FirstName}@paid.example`.toLowerCase() }
}

/** Registers a stranger for an event with a price. Returns the invoice and the contacts of the payer and the participant. */
const register = async (payer: object, participant: object) => {
  const { id, full } = await bench.congress()
  const cart = await bench.cart(id, { BillingInfo: payer, Registrations: [person(full, participant)] })
  const { Data } = await bench.submit(id, cart, { PaymentKind: 'Invoice' })
  const [registration] = await bench.registrationsOf(cart)
  const invoice = await bench.invoice(String(Data?.InvoiceNumber))
  return { invoice, payerId: invoice.ContactId, participantId: registration?.contactId ?? 0 }
}

const takeIn = async (isOn: boolean) => {
  const { AuditId } = (await bench.mine.get('/api/settings/tenant')).json()
  const saved = await bench.mine.post('/api/settings/tenant', { AuditId, TakesInPaidPeople: isOn })
  expect(saved.json()).toMatchObject({ TakesInPaidPeople: isOn })
}

/** Delivers the events of the tenant to the subscriber as the relay does, and runs its jobs. */
const settle = async () => {
  const { app, database } = bench.server
  const tenantId = bench.mine.tenant.id
  const context = { database, clock: systemClock, log: app.log }
  const events = await database.system.outboxEvent.findMany({ where: { tenantId }, orderBy: { id: 'asc' } })
  const matching = events.filter(({ kind }) => paidPeople.kinds.some((pattern) => covers(pattern, kind)))
  const received = (await paidPeople.filter?.(withRows(database.system), matching)) ?? matching
  for (const { id } of received)
    await deliverEvent(context, [paidPeople], { subscriber: paidPeople.name, tenantId, eventId: String(id) })
  await runJobs(bench.server, TAKE_IN_PERSON)
}

const isUnmatched = async (id: number) => (await bench.personRow(id)) !== undefined

describe('TakesInPaidPeople of a tenant', () => {
  test('takes in a payer and a participant when the invoice is paid, and not before', async () => {
    await takeIn(true)
    const { invoice, payerId, participantId } = await register(names(), names())
    await bench.pay(invoice, 1)
    await settle()
    expect([await isUnmatched(payerId), await isUnmatched(participantId)]).toEqual([true, true])
    expect(await bench.personRow(payerId)).toMatchObject({ IsPaid: false })
    await bench.pay(invoice, invoice.Balance - 1)
    expect(await bench.personRow(payerId)).toMatchObject({ IsPaid: true })
    await settle()
    expect([await isUnmatched(payerId), await isUnmatched(participantId)]).toEqual([false, false])
    expect(await bench.contact(payerId)).toMatchObject({ isUnmatched: false, deletedAt: null })
    await settle()
  })

  test('merges a person that is exactly one contact, and leaves one that may be a contact to staff', async () => {
    await takeIn(true)
    const [payer, participant] = [names(), names()]
    const { invoice, payerId, participantId } = await register(payer, participant)
    const contactId = await bench.namedPerson(payer.FirstName, payer.LastName, payer.EmailAddress)
    await bench.namedPerson(participant.FirstName, participant.LastName)
    await bench.pay(invoice, invoice.Balance)
    await settle()
    expect((await bench.contact(payerId)).mergedIntoId).toBe(contactId)
    expect(await isUnmatched(participantId)).toBe(true)
  })

  test('takes in nobody whose registration costs nothing, has no payment yet, or was credited', async () => {
    await takeIn(true)
    const free = await bench.stranger()
    const open = await register(names(), names())
    const credited = await register(names(), names())
    const { ContactId, InvoiceId, Balance: UnitPrice } = credited.invoice
    const { database, app } = bench.server
    const income = { tenantId: bench.mine.tenant.id, systemRole: 'membership-income' }
    const { id: AccountId } = await database.system.account.findFirstOrThrow({ where: income })
    const Lines = [{ Description: 'Goodwill', UnitPrice, AccountId }]
    await bench.good(
      'saveCredit',
      bench.mine.post('/api/finance/credits/0', { ContactId, Lines, Applications: [{ InvoiceId }] }),
    )
    const where = { tenantId: bench.mine.tenant.id, id: InvoiceId }
    expect(Number((await database.system.invoice.findFirstOrThrow({ where })).balance)).toBe(0)
    const listed = [free.ContactId, open.payerId, open.participantId, credited.payerId, credited.participantId]
    await settle()
    // Also if a job is there: it reads again whether the person has paid.
    const context = { database, clock: systemClock, log: app.log }
    for (const contactId of listed) await takeInPerson(context, { tenantId: bench.mine.tenant.id, contactId })
    for (const id of listed) expect(await bench.personRow(id), String(id)).toMatchObject({ IsPaid: false })
  })

  test('does nothing in a tenant that has not set it', async () => {
    await takeIn(false)
    const { invoice, payerId } = await register(names(), names())
    await bench.pay(invoice, invoice.Balance)
    await settle()
    expect(await isUnmatched(payerId)).toBe(true)
  })
})
