import { checkInCodeOf } from '#areas/events/registrations/mails/recipients.service'
import { EXPECTED_AT_EVENT } from '#areas/events/registrations/registration-statuses.listing'
import { formatDocumentNumber } from '#areas/finance/books/book-documents.queries'
import { writeEventFile } from '#areas/work/calendars/items/event-items.service'
import type { RegistrationConfirmation } from '#contract/events/public-registration'
import { fromCents, toCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import { presentRow } from '../carts/cart.presenter.ts'
import type { FullCart } from '../carts/carts.queries.ts'
import type { ConfirmedOrder } from './submitted-orders.queries.ts'

export const presentConfirmation = (scope: Scope, order: ConfirmedOrder): NonNullable<RegistrationConfirmation> => {
  const { invoice, charge, registrations } = order
  const total = toCents(invoice?.total ?? 0)
  // An authorized payment is not in the books before its capture.
  const open = charge?.status === 'authorized' ? 0 : toCents(invoice?.balance ?? 0)
  return {
    ConfirmationNumber: `E${order.eventId}-${order.id}`,
    EventId: order.eventId,
    Registrations: registrations.map((row) => ({
      ...presentRow(row),
      CheckInCode: checkInCodeOf(row),
    })),
    InvoiceNumber: invoice ? formatDocumentNumber('invoice', invoice.number) : null,
    PaymentNumber: charge?.payment ? formatDocumentNumber('payment', charge.payment.number) : null,
    PaymentStatus: paymentStatus(order, open),
    NextActionUrl: null,
    CurrencyCode: scope.tenant.currencyCode,
    Total: Number(fromCents(total)),
    AmountPaid: Number(fromCents(total - open)),
    Balance: Number(fromCents(open)),
    CalendarFile: registrations.some(({ statusId }) => EXPECTED_AT_EVENT.includes(statusId))
      ? writeEventFile(scope, order.event).text
      : null,
  }
}

/** Presents a cart whose payer has to authorize the payment on a page. */
export const presentPaymentPage = (
  { tenant }: Scope,
  { cart, url, cents }: { cart: FullCart; url: string; cents: number },
): NonNullable<RegistrationConfirmation> => {
  // What vouchers pay is reserved for the cart.
  const paid = toCents(cart.total) - cents
  return {
    ConfirmationNumber: null,
    EventId: cart.eventId,
    Registrations: cart.registrations.map(presentRow),
    InvoiceNumber: null,
    PaymentNumber: null,
    PaymentStatus: 'ActionRequired',
    NextActionUrl: url,
    CurrencyCode: tenant.currencyCode,
    Total: Number(cart.total),
    AmountPaid: Number(fromCents(paid)),
    Balance: Number(fromCents(cents)),
    CalendarFile: null,
  }
}

const paymentStatus = (
  { invoice, charge, paymentToken }: ConfirmedOrder,
  open: number,
): NonNullable<RegistrationConfirmation>['PaymentStatus'] => {
  if (!invoice || toCents(invoice.total) === 0) return 'Free'
  if (open === 0) return 'Paid'
  const isUnderWay = paymentToken !== null || charge?.status === 'requested' || charge?.status === 'pending'
  return isUnderWay ? 'Processing' : 'Open'
}
