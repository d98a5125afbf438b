import { abandonAttempt, startAttempt } from '#areas/finance/payment-processor/attempts/attempts.service'
import type { GatewayCharge } from '#areas/finance/payment-processor/charges/charges.queries'
import { authorizeCharge } from '#areas/finance/payment-processor/charges/charges.service'
import { parsePaymentToken } from '#areas/finance/payment-processor/charges/payment-tokens.service'
import { requireMoneyGrant } from '#areas/finance/payment-processor/processor-grants.service'
import type { ProcessorTools } from '#areas/finance/payment-processor/processors.service'
import type { StoreCheckoutInput } from '#contract/commerce/store-buying'
import { conflict, Problem, ruleRefused } from '#kernel/errors/problem'
import { fromCents, toCents } from '#kernel/money/cents'
import { type ExpectedVersion, requireVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { PaymentAttempt } from '#prisma/client'
import { draftOf } from '../carts/cart.input.ts'
import type { FullCart } from '../carts/carts.queries.ts'
import { reserveCart } from '../carts/carts.service.ts'
import { lockCart, startReservation } from '../carts/locked-carts.service.ts'
import { type PricedCart, priceCart } from '../carts/pricing.service.ts'
import type { OrderPayment } from './checkout.model.ts'
import { createOrder, createOrderRecords } from './create-order.service.ts'

/** A cart that is about to be ordered. */
interface Prepared {
  payment: OrderPayment
  /** Null if no payment is authorized before the order. */
  attempt: PaymentAttempt | null
  payerId: number
}

/**
 * Orders a cart in steps that can each be repeated: reserve its stock, authorize the payment, and place the order in one
 * transaction. A job captures the payment. An order without an authorization is one step, unless the cart has expired.
 * Returns the id of the order; that of a cart that is already ordered, too.
 *
 * @throws 403 insufficient-scope; 404; 409 stale-audit-id, cart-changed, checkout-expired, contact-deleted; 412; 422
 * payment-declined, out-of-stock,   voucher-not-valid, store-rule, unknown-reference, no-account, idempotency-key-reused; 503.
 */
export const checkoutCart = async (
  request: Scope,
  tools: ProcessorTools,
  cartId: number,
  input: StoreCheckoutInput,
  expected: ExpectedVersion,
): Promise<number> => {
  // The Idempotency-Key is not settled by the steps: a repeat continues them, and returns the order of the cart.
  const { idempotency: _unsettled, ...scope } = request
  const prepared = await prepare(scope, cartId, input, expected)
  if (typeof prepared === 'number') return prepared
  const { attempt, payment } = prepared
  if (!attempt) return createOrder(scope, cartId, { payment, attempt: null })
  try {
    const charge = await authorize(scope, tools, prepared, attempt)
    return await createOrder(scope, cartId, { payment, attempt: { requestKey: attempt.requestKey, charge } })
  } catch (error) {
    if (isFinal(error)) await abandonAttempt(scope, attempt.requestKey)
    throw error
  }
}

/**
 * Returns whether the attempt cannot be continued: without a response of the processor the request can be repeated, and a request
 * with another means of payment does not end the one that is under way.
 */
const isFinal = (error: unknown): boolean =>
  error instanceof Problem && error.status !== 503 && error.code !== 'idempotency-key-reused'

/**
 * Checks the total and reserves the stock again. Returns the id of the order of a cart that is already ordered, or that
 * can be ordered at once.
 */
const prepare = (
  scope: Scope,
  cartId: number,
  input: StoreCheckoutInput,
  expected: ExpectedVersion,
): Promise<Prepared | number> =>
  scope.db.transaction(async (tx) => {
    const cart = await lockCart(scope, tx, cartId)
    if (cart.purchase) return cart.purchase.id
    requireVersion(cart.auditId, expected)
    const draft = draftOf(cart)
    const priced = await priceCart(scope, tx, cart, draft)
    requireTotal(cart, priced, input)
    const dueCents = priced.total - priced.voucherTotal
    const payment = parsePayment(input, dueCents)
    if (payment.token !== null) requireMoneyGrant(scope)
    // An expired cart locks its stock here, but an order locks the accounts of its benefits first.
    if (payment.method !== 'Card' && cart.state === 'open')
      return createOrderRecords(scope, tx, { cart, draft, priced, payment, charge: null })
    await reserveAgain(scope, tx, cart, priced)
    const attempt = payment.method === 'Card' ? await startAttempt(scope, tx, { cartId }, dueCents) : null
    return { payment, attempt, payerId: priced.billTo.contactId }
  })

const requireTotal = (cart: FullCart, { total, voucherTotal }: PricedCart, { Total }: StoreCheckoutInput): void => {
  const isSame = toCents(cart.total) === total && toCents(cart.voucherTotal) === voucherTotal
  if (isSame && (Total == null || toCents(Total) === total)) return
  const detail = `The total of the cart is ${fromCents(total)}, which is not what the buyer has agreed to.`
  throw conflict('cart-changed', detail, { Total: Number(fromCents(total)) })
}

/** Reserves the stock of an expired cart, and starts the time of the reservation again. */
const reserveAgain = async (scope: Scope, tx: Transaction, cart: FullCart, priced: PricedCart): Promise<void> => {
  const { tenantId } = scope.db
  if (cart.state === 'expired') {
    await reserveCart(scope, tx, priced)
    for (const line of cart.lines) {
      const { trackingId } = priced.lines[line.position - 1] ?? line
      const data = { trackingId, held: trackingId === 1 ? 0 : line.quantity }
      await tx.storeCartLine.updateMany({ where: { tenantId, id: line.id }, data })
    }
  }
  const heldUntil = await startReservation(scope, tx, cart.id)
  await tx.storeCart.updateMany({ where: { tenantId, id: cart.id }, data: { state: 'open', heldUntil } })
}

const parsePayment = (input: StoreCheckoutInput, dueCents: number): OrderPayment => {
  const method = dueCents === 0 ? 'None' : (input.PaymentMethod ?? 'Card')
  const token = input.PaymentToken?.trim() ? parsePaymentToken(input.PaymentToken) : null
  const isElectronic = method === 'Card' || method === 'BankDebit'
  if (isElectronic && token === null) {
    const message = `is required for the payment method ${method}`
    throw ruleRefused('store-rule', 'The payment is not complete.', [{ pointer: '/PaymentToken', message }])
  }
  return { method, token: isElectronic ? token : null, gatewayId: input.PaymentGatewayId ?? null }
}

/** Authorizes the payment; nothing is captured. @throws 409 checkout-expired; 422 payment-declined, no-account; 503. */
const authorize = async (
  scope: Scope,
  tools: ProcessorTools,
  { payment, payerId }: Prepared,
  { cartId, requestKey, amount }: PaymentAttempt,
): Promise<GatewayCharge> => {
  const charge = await authorizeCharge(scope, tools, {
    gatewayId: payment.gatewayId,
    contactId: payerId,
    cents: toCents(amount),
    token: payment.token ?? '',
    description: `Store cart ${cartId}`,
    capturesAtOnce: false,
    applications: [],
    requestKey,
  })
  if (charge.status === 'failed') {
    const reason = charge.failureMessage ?? 'The processor gives no reason.'
    throw ruleRefused('payment-declined', `The payment was declined: ${reason}`, [
      { pointer: '/PaymentToken', message: 'was declined' },
    ])
  }
  if (charge.status !== 'authorized')
    throw conflict('checkout-expired', 'The authorization of the payment was canceled. Order the cart again.')
  return charge
}
