import { saveCart } from '#areas/events/public-registration/carts/carts.service'
import type { EventVisit } from '#areas/events/public-registration/event-visit.queries'
import { formOf } from '#areas/events/public-registration/forms/form.input'
import { createEventOrder } from '#areas/events/public-registration/submission/event-orders.service'
import { preparePeople } from '#areas/events/public-registration/submission/order-lines.service'
import { savePayment } from '#areas/finance/books/payments/payments.service'
import type { EventRegisterV2Input } from '#contract/events/public-registration'
import { fromCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Cast } from './cast.ts'
import type { DemoEvent, DemoEvents } from './events.ts'
import { NEW } from './saving.ts'

const CHECK = 2

/** A person who registers. */
export interface Registrant {
  /** The contact, if it is known. */
  id: number | null
  FirstName: string
  LastName: string
  EmailAddress: string
}

/**
 * Registers people for the congress and the webinar, as staff do: some of their invoices are paid, one in part, and the others
 * are open. Payers that have tickets use them.
 */
export const loadRegistrations = async (scope: Scope, events: DemoEvents, cast: Cast): Promise<void> => {
  const people = await findRegistrants(scope, [...cast.newcomers, ...cast.renewing])
  const { congress, webinar } = events
  for (const [at, person] of people.slice(0, 6).entries()) {
    const session = congress.sessionIds[at % 3]
    const guests = at === 1 ? [{ FirstName: 'Robin', LastName: person.LastName }] : []
    const attendees = [attendeeOf(person), ...guests].map((one) => ({
      ...one,
      EventRegistrationTypeId: congress.typeId,
      ...(session !== undefined && { SessionIds: [session] }),
    }))
    const order = await register(scope, congress.id, person, {
      Registrations: attendees,
      ...(at === 2 && { AdditionalPurchaseItems: [{ ItemId: congress.itemId, Quantity: 1 }] }),
      ...(at === 0 && {
        Exhibitors: [
          { ExhibitorTypeId: congress.exhibitorTypeId, ExhibitorName: 'Crest Pottery', BoothPreference: 'By a window' },
        ],
      }),
      ...(at === 3 && { Comments: 'Vegetarian, please.' }),
    })
    if (at < 3) await pay(scope, order, 1)
    if (at === 3) await pay(scope, order, 2)
  }
  const visitors = people.slice(2).map(({ id }) => id)
  await registerContacts(scope, webinar, visitors)
}

/** Registers contacts for an event without a price, except those without a name or an email address. */
export const registerContacts = async (
  scope: Scope,
  { id: eventId, typeId }: Pick<DemoEvent, 'id' | 'typeId'>,
  contactIds: readonly number[],
): Promise<void> => {
  for (const person of await findRegistrants(scope, contactIds))
    await register(scope, eventId, person, {
      Registrations: [{ ...attendeeOf(person), EventRegistrationTypeId: typeId }],
    })
}

export const attendeeOf = ({ FirstName, LastName, EmailAddress }: Registrant) => ({ FirstName, LastName, EmailAddress })

/** The people of the cast with names and an email address. */
export const findRegistrants = async (
  { db: { prisma, tenantId } }: Scope,
  ids: readonly number[],
): Promise<(Registrant & { id: number })[]> => {
  const found = await prisma.contact.findMany({ where: { tenantId, id: { in: [...ids] }, deletedAt: null } })
  return ids.flatMap((id) => {
    const { firstName, lastName, emailAddress } = found.find((one) => one.id === id) ?? {}
    return firstName && lastName && emailAddress
      ? [{ id, FirstName: firstName, LastName: lastName, EmailAddress: emailAddress }]
      : []
  })
}

/** Registers by an invoice, without mails. Returns the id of the order. */
export const register = async (
  scope: Scope,
  eventId: number,
  payer: Registrant,
  choices: Partial<EventRegisterV2Input>,
): Promise<number> => {
  const visit: EventVisit = { scope, eventId, isStaff: true, contactId: null, address: null }
  const BillingInfo = { ...attendeeOf(payer), ...(payer.id !== null && { ContactId: String(payer.id) }) }
  const form = formOf({ BillingInfo, SendEmailNotification: false, ...choices })
  const cart = await saveCart(visit, form)
  const cents = cart.lines.reduce((sum, { document }) => sum + document.amount - document.discount + document.tax, 0)
  const input = { PaymentKind: 'Invoice', ExpectedTotal: Number(fromCents(cents)) } as const
  return createEventOrder(visit, {
    cart: { key: cart.key },
    input,
    people: await preparePeople(scope, form),
    attempt: null,
  })
}

/** Pays a part of the invoice of an order by check. */
export const pay = async (scope: Scope, orderId: number, divisor: number): Promise<void> => {
  const { tenantId } = scope.db
  const order = await scope.db.prisma.eventOrder.findFirst({
    where: { tenantId, id: orderId },
    include: { invoice: true },
  })
  // Tickets of the payer can have left nothing to pay.
  if (!order?.invoice || order.invoice.balance.isZero()) return
  const { id: InvoiceId, contactId: ContactId, balance } = order.invoice
  const Amount = balance.div(divisor).toDecimalPlaces(2).toNumber()
  await savePayment(scope, 0, { ContactId, Amount, PaymentTypeId: CHECK, Applications: [{ InvoiceId, Amount }] }, NEW)
}
