import { payByVouchers } from '#areas/commerce/buying/vouchers/voucher-payments.service'
import { seatTables } from '#areas/events/event-groups/purchased-tables.service'
import { followRegistration } from '#areas/events/invitations/invitations.service'
import { lockEventOrder } from '#areas/events/registrations/cancellation/locked-event-orders.service'
import { creditExchanged, endExchanged } from '#areas/events/registrations/exchange/exchanges.service'
import { confirmEventOrder } from '#areas/events/registrations/mails/order-mails.service'
import { orderParts } from '#areas/events/registrations/orders/order-parts.service'
import { eventOrderKind, formatConfirmationNumber } from '#areas/events/registrations/orders/orders.queries'
import { enqueueSettling, readConfirmedStatus } from '#areas/events/registrations/payment/settlement.service'
import { describeRegistrationChange } from '#areas/events/registrations/registration-changes.service'
import { ON_WAITING_LIST } from '#areas/events/registrations/registration-statuses.listing'
import { registrationEvents } from '#areas/events/registrations/registrations.events'
import { useBenefits } from '#areas/events/registrations/used-benefits.service'
import { enqueueOffers } from '#areas/events/waiting-list/offers.service'
import { findCountryCode } from '#areas/finance/books/documents/line-catalog.queries'
import { finishDocuments } from '#areas/finance/books/documents/locked-documents.service'
import { issueInvoice } from '#areas/finance/books/invoices/invoice-posting.service'
import { abandonOpenAttempt, completeAttempt } from '#areas/finance/payment-processor/attempts/attempts.service'
import { applyChargeTo } from '#areas/finance/payment-processor/charges/assignments.service'
import type { GatewayCharge } from '#areas/finance/payment-processor/charges/charges.queries'
import { Problem } from '#kernel/errors/problem'
import { fromCents, toCents } from '#kernel/money/cents'
import { lockRows } from '#kernel/records/lock'
import { changeOf, recordChanges } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { optionalLine } from '#kernel/text/one-line'
import { addDays } from '#kernel/time/calendar'
import { todayOf } from '#kernel/time/day'
import type { EventOrder, EventRegistration } from '#prisma/client'
import { type CartReference, type FullCart, findCartOrOrder } from '../carts/carts.queries.ts'
import { inTurnOfEvent } from '../event-turns.service.ts'
import type { EventVisit } from '../event-visit.queries.ts'
import { reserveFormVouchers } from '../prices/pricing.service.ts'
import { benefitUsedUp, totalChanged } from '../refusals.model.ts'
import { addOrderLines } from './order-lines.service.ts'
import { type FormContacts, type FormPeople, matchPeople } from './people.service.ts'
import type { SubmissionPayment } from './submission.input.ts'
import { readTerms, type SubmissionTerms } from './terms.service.ts'

/** The days after the registration on which an invoice that stays open is due. */
const DUE_DAYS = 30

export interface OrderRequest {
  cart: CartReference
  input: SubmissionPayment
  people: FormPeople
  /** The authorized payment; null if there is none. */
  attempt: { requestKey: string; charge: GatewayCharge } | null
}

/**
 * Places the order of a cart in one transaction: the contacts of its people, the invoice, the authorized payment and the
 * registrations. Returns its id; that of the order that the cart already became, too. Locks the event, then contacts, the
 * order, and documents last.
 *
 * @throws RegistrationRefusal 404, 409, 422; 409 checkout-expired, charge-state; 422 closed-period.
 */
export const createEventOrder = (visit: EventVisit, request: OrderRequest): Promise<number> =>
  inTurnOfEvent(visit, () => visit.scope.db.transaction((tx) => placeOrder(visit, tx, request)))

/** What a cart contains changes under the lock of its event only. */
const placeOrder = async (
  visit: EventVisit,
  tx: Transaction,
  { cart: reference, input, people, attempt }: OrderRequest,
): Promise<number> => {
  const { scope, eventId } = visit
  await lockRows(scope, tx, { table: 'event' }, [eventId], 'no key update')
  const cart = await findCartOrOrder(scope, tx, eventId, reference)
  if (cart.state === 'submitted') return cart.id
  if (cart.changesOrderId !== null) await lockEventOrder(scope, tx, { eventId, id: cart.changesOrderId })
  const terms = await readTerms(visit, tx, cart, input)
  const contacts = await matchPeople(visit, tx, terms, people, cart)
  await lockRows(scope, tx, { table: 'event_order' }, [cart.id])
  if (attempt) await acceptAttempt(visit, tx, terms, attempt)
  // The payer has chosen another kind of payment than that of a page that is still open.
  else await abandonOpenAttempt(scope, tx, { eventOrderId: cart.id })
  await writeOrder(visit, tx, { cart, terms, contacts, charge: attempt?.charge ?? null })
  return cart.id
}

/** @throws RegistrationRefusal 409 if the authorized amount is not what is due. */
const acceptAttempt = async (
  { scope }: EventVisit,
  tx: Transaction,
  { dueCents }: SubmissionTerms,
  { requestKey, charge }: NonNullable<OrderRequest['attempt']>,
): Promise<void> => {
  await completeAttempt(scope, tx, requestKey)
  if (toCents(charge.amount) !== dueCents) throw totalChanged(dueCents)
}

interface SubmittedCart {
  cart: FullCart
  terms: SubmissionTerms
  contacts: FormContacts
  charge: GatewayCharge | null
}

const writeOrder = async (visit: EventVisit, tx: Transaction, placed: SubmittedCart): Promise<void> => {
  const { scope } = visit
  const { cart, terms, contacts, charge } = placed
  if (terms.exchange) await endExchanged(scope, tx, terms.exchange, takersIn(cart))
  await useOrderBenefits(visit, tx, placed)
  await reserveFormVouchers(scope, tx, cart.id, terms.checked.vouchers)
  const invoiceId = await addInvoice(visit, tx, placed)
  const order = await submitRow(visit, tx, placed, invoiceId)
  if (invoiceId !== null) await addOrderLines(tx, cart, terms.checked)
  if (terms.exchange) await creditExchanged(scope, tx, terms.exchange, { orderId: cart.id, invoiceId })
  const paid = { order: { eventOrderId: cart.id }, contactId: contacts.payerId, vouchers: terms.checked.vouchers }
  const isPaidByVouchers = invoiceId !== null && paid.vouchers.length > 0
  const effects = isPaidByVouchers ? await payByVouchers(scope, tx, { ...paid, invoiceId }) : []
  if (charge && invoiceId !== null) await applyChargeTo(scope, tx, charge.id, invoiceId, contacts.payerId)
  const registrations = await confirmRegistrations(visit, tx, placed)
  await confirmParts(scope, tx, placed, registrations)
  if (cart.registrations.some(({ seats }) => seats > 1)) await seatTables(scope, tx, cart.eventId, cart.id)
  await recordSubmission(visit, tx, order, registrations)
  await followRegistration(scope, tx, cart.eventId, invitedOf(registrations, terms))
  if (invoiceId !== null) await finishDocuments(scope, tx, contacts.payerId, [], effects)
  await confirmEventOrder(scope, tx, cart.id)
  if (registrations.some(({ statusId }) => statusId === ON_WAITING_LIST)) await enqueueOffers(scope, tx, cart.eventId)
  await enqueueSettling(scope, tx, cart.id)
}

/** Returns the registrations of a cart by those that they replace. */
const takersIn = ({ registrations }: FullCart): ReadonlyMap<number, number> =>
  new Map(registrations.flatMap(({ id, transferredFromId: from }) => (from === null ? [] : [[from, id] as const])))

/** Uses the benefits that reduce the prices, before any document is locked. @throws RegistrationRefusal 409. */
const useOrderBenefits = async (
  { scope }: EventVisit,
  tx: Transaction,
  { cart, terms: { checked } }: SubmittedCart,
): Promise<void> => {
  const { provenPayerId: payerId, lines } = checked
  if (payerId === null) return
  const uses = lines.flatMap(({ benefit, pointer }) => {
    const row = cart.registrations.find((registration) => registration.pointer === pointer)
    if (!benefit || !row) return []
    const { itemId } = benefit
    return [{ registrationId: row.id, itemId, payerId, confirmationNumber: formatConfirmationNumber(cart) }]
  })
  try {
    await useBenefits(scope, tx, uses)
  } catch (error) {
    if (error instanceof Problem && error.code === 'benefit-used-up') throw benefitUsedUp()
    throw error
  }
}

/** Returns the contacts that may be invited: those of the registrations, and that of the invitation whose code was sent. */
const invitedOf = (registrations: readonly EventRegistration[], { checked }: SubmissionTerms): number[] => {
  const registered = registrations.flatMap(({ contactId }) => contactId ?? [])
  return registered.length > 0 && checked.invitation ? [...registered, checked.invitation.contactId] : registered
}

/** Issues the invoice; none for a registration that costs nothing. */
const addInvoice = async (
  { scope }: EventVisit,
  tx: Transaction,
  { cart, terms: { checked, form, payment }, contacts }: SubmittedCart,
): Promise<number | null> => {
  const lines = checked.lines.map(({ document }) => document)
  if (lines.every(({ amount }) => amount === 0)) return null
  const issuedOn = todayOf(scope)
  const { Address } = form.billing ?? {}
  const address = Address && {
    Line1: Address.Address1 ?? null,
    Line2: Address.Address2 ?? null,
    City: Address.City ?? null,
    StateProvince: Address.StateProvince ?? null,
    PostalCode: Address.PostalCode ?? null,
    CountryCode: await findCountryCode(tx, Address.CountryId ?? 0),
  }
  const invoice = await issueInvoice(scope, tx, {
    contactId: contacts.payerId,
    lines,
    issuedOn,
    dueOn: payment.kind === 'Invoice' ? addDays(issuedOn, DUE_DAYS) : issuedOn,
    message: messageOf(payment.purchaseOrderNumber, optionalLine(form.billing?.TaxNumber)),
    notes: `${checked.event.name}, E${cart.eventId}-${cart.id}`,
    billingAddress: address ?? null,
  })
  return invoice.id
}

/** Returns what the payer wants to see on the invoice. */
const messageOf = (purchaseOrderNumber: string | null, taxNumber: string | null): string | null => {
  const lines = [
    ...(purchaseOrderNumber === null ? [] : [`Your purchase order ${purchaseOrderNumber}`]),
    ...(taxNumber === null ? [] : [`Your tax number ${taxNumber}`]),
  ]
  return lines.length === 0 ? null : lines.join('\n')
}

const submitRow = async (
  { scope }: EventVisit,
  tx: Transaction,
  { cart: { tenantId, id }, terms, contacts, charge }: SubmittedCart,
  invoiceId: number | null,
): Promise<EventOrder> => {
  const { payment, totalCents, dueCents, form, exchange } = terms
  return tx.eventOrder.update({
    where: { tenantId_id: { tenantId, id } },
    data: {
      state: 'submitted',
      heldUntil: null,
      visitorHash: null,
      submittedAt: scope.clock.now(),
      contactId: contacts.payerId,
      invoiceId,
      paymentKind: payment.kind,
      chargeId: charge?.id ?? null,
      total: fromCents(totalCents),
      dueAmount: fromCents(dueCents),
      exchanged: fromCents(invoiceId === null ? 0 : (exchange?.carriedCents ?? 0)),
      paymentToken: payment.kind === 'BankDebit' ? payment.token : null,
      purchaseOrderNumber: payment.purchaseOrderNumber,
      sendsMail: form.body.SendEmailNotification ?? true,
    },
  })
}

/** Confirms the registrations: by approval, by the payment, or on the waiting list. */
const confirmRegistrations = async (
  { scope }: EventVisit,
  tx: Transaction,
  { cart, terms: { checked }, contacts }: SubmittedCart,
): Promise<EventRegistration[]> => {
  const saved: EventRegistration[] = []
  const confirmed = await readConfirmedStatus(scope, tx, cart.id, checked.event)
  for (const attendee of checked.choices.attendees) {
    const row = cart.registrations.find(({ pointer }) => pointer === attendee.pointer)
    if (!row) continue
    const statusId = row.statusId === ON_WAITING_LIST ? ON_WAITING_LIST : confirmed
    const where = { tenantId_id: { tenantId: row.tenantId, id: row.id } }
    const reserved = { heldUntil: null, benefitOwnerId: null }
    const data = { statusId, ...reserved, contactId: contacts.ofAttendee(attendee), ...versionOf(cart) }
    saved.push(await tx.eventRegistration.update({ where, data }))
  }
  return saved
}

/** A submission is the first version of its records, except for an offer: its registration was on the waiting list. */
const versionOf = ({ isOffer }: FullCart) => (isOffer ? NEXT_VERSION : {})

const recordSubmission = async (
  { scope }: EventVisit,
  tx: Transaction,
  order: EventOrder,
  registrations: readonly EventRegistration[],
): Promise<void> => {
  const { eventId, contactId } = order
  const payload = { eventId, contactId, confirmationNumber: formatConfirmationNumber(order) }
  const changesOfRegistrations = registrations.map((one) =>
    order.isOffer
      ? describeRegistrationChange(one, 'updated')
      : describeRegistrationChange(one, 'created', eventKindOf(one)),
  )
  const orderChange = changeOf(eventOrderKind, order, 'created', { payload })
  await recordChanges(scope, tx, [orderChange, ...changesOfRegistrations])
}

const eventKindOf = ({ statusId }: EventRegistration): string | undefined =>
  statusId === ON_WAITING_LIST ? registrationEvents.waitlisted : undefined

/** Confirms the sponsors and exhibitors of the order. */
const confirmParts = async (
  scope: Scope,
  tx: Transaction,
  { cart: order, terms: { form, checked }, contacts: { payerId } }: SubmittedCart,
  registrations: readonly EventRegistration[],
): Promise<void> => {
  const submitted = { order, billing: form.billing, payerId, registrations, lines: checked.lines }
  const contained = orderParts.entries().filter(({ isIn }) => isIn(order))
  for (const { confirm } of contained) await confirm(scope, tx, submitted)
}
