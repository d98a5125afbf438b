import type { Exchange } from '#areas/events/registrations/exchange/exchanges.service'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { type FullCart, formOfCart, positionInOrder } from '../carts/carts.queries.ts'
import type { EventVisit } from '../event-visit.queries.ts'
import { type CheckedForm, checkForm } from '../forms/checked-form.service.ts'
import type { RegistrationForm } from '../forms/form.input.ts'
import { checkChange } from '../order-changes/checked-changes.service.ts'
import { findExchange } from '../order-changes/exchanged-carts.queries.ts'
import { dueCentsOf, totalCentsOf } from '../prices/totals.model.ts'
import { formRefused } from '../refusals.model.ts'
import { type CartPayment, parsePayment, requireAgreedTotal, type SubmissionPayment } from './submission.input.ts'

/** What a cart contains and costs when it is submitted, and how it is paid. */
export interface SubmissionTerms {
  form: RegistrationForm
  checked: CheckedForm
  totalCents: number
  /** What vouchers leave of the total. */
  dueCents: number
  payment: CartPayment
  /** What the cart changes of an order; null if it changes none. */
  exchange: Exchange | null
}

/**
 * Checks a cart again, and what its payer agreed to. Seats that the cart reserves are kept, unless the capacity was reduced.
 *
 * @throws RegistrationRefusal 404; 409 if something is sold out, or the amount due is another one; 422.
 */
export const readTerms = async (
  visit: EventVisit,
  tx: Transaction,
  cart: FullCart,
  input: SubmissionPayment,
): Promise<SubmissionTerms> => {
  const form = formOfCart(cart)
  const changed = await findExchange(visit.scope, tx, cart)
  const options = { exceptOrderId: cart.id, isReserved: true, positionOf: positionInOrder(cart) }
  const checked = changed
    ? await checkChange(visit, tx, form, changed, options)
    : await checkForm(visit, tx, form, { ...options, isPayerNeeded: true })
  if (checked.faults.length > 0) throw formRefused(checked.faults)
  const totalCents = totalCentsOf(checked)
  const dueCents = dueCentsOf(checked)
  requireAgreedTotal(dueCents, input)
  const payment = parsePayment(checked.event, dueCents, input, visit.isStaff)
  return { form, checked, totalCents, dueCents, payment, exchange: changed?.exchange ?? null }
}
