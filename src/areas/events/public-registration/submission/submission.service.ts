import { type CaptchaTools, withCaptcha } from '#areas/events/captcha/captcha.service'
import {
  abandonAttempt,
  abandonOtherMeans,
  findOpenAttempt,
  startAttempt,
} from '#areas/finance/payment-processor/attempts/attempts.service'
import { authorizeCharge } from '#areas/finance/payment-processor/charges/charges.service'
import {
  type HostedCharge,
  openHostedCharge,
  PAGE_MS,
} from '#areas/finance/payment-processor/charges/hosted-charges.service'
import { requireMoneyGrant } from '#areas/finance/payment-processor/processor-grants.service'
import type { ProcessorTools } from '#areas/finance/payment-processor/processors.service'
import type { RegistrationSubmissionInput } from '#contract/events/public-registration'
import { conflict } from '#kernel/errors/problem'
import { toCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { PaymentAttempt } from '#prisma/client'
import { extendReservation, isLifeOver } from '../carts/cart-expiry.service.ts'
import { isLinkToken } from '../carts/cart-keys.model.ts'
import { type FullCart, findCartOrOrder, formOfCart, lockCartOrOrder } from '../carts/carts.queries.ts'
import type { EventVisit } from '../event-visit.queries.ts'
import { requireLinkOfCart } from '../links/links.service.ts'
import { fault, isFinal, noCart, RegistrationRefusal } from '../refusals.model.ts'
import { createEventOrder } from './event-orders.service.ts'
import { enqueueHostedOrder, type HostedOrder } from './hosted-orders.service.ts'
import { preparePeople } from './people.service.ts'
import { readTerms } from './terms.service.ts'

export interface SubmissionTools {
  captcha: CaptchaTools
  processor: ProcessorTools
  /** The origin of this server, as the payer knows it. */
  origin: string
}

/** The order that a cart became, or the payment that its payer has to authorize on a page first. */
export type Submitted = { orderId: number } | { payment: { cart: FullCart; url: string; cents: number } }

/**
 * Pays for a cart and confirms its registrations, in steps that can each be repeated: authorize the payment, and place the
 * order in one transaction. A job captures the payment. Returns the id of the order, also of a cart that was submitted
 * before; or the page on which the payer has to authorize the payment first.
 *
 * @throws RegistrationRefusal 402 if the payment was declined; 404; 409; 422; CaptchaFailure; 403; 409 checkout-expired; 503.
 */
export const submitCart = async (
  visit: EventVisit,
  tools: SubmissionTools,
  input: RegistrationSubmissionInput,
): Promise<Submitted> => {
  // The Idempotency-Key is not settled by the steps: a repeat continues them, and returns the order of the cart.
  const { idempotency: _unsettled, ...scope } = visit.scope
  const own = { ...visit, scope }
  const cart = await scope.db.transaction((tx) => findCartOrOrder(scope, tx, visit.eventId, { key: input.CartKey }))
  if (cart.state === 'submitted') return { orderId: cart.id }
  return afterCaptcha(own, tools, { cart, input }, () => payFor(own, tools, cart, input))
}

const payFor = async (
  own: EventVisit,
  tools: SubmissionTools,
  cart: FullCart,
  input: RegistrationSubmissionInput,
): Promise<Submitted> => {
  const { scope } = own
  const { CartKey: key } = input
  const people = await preparePeople(scope, formOfCart(cart))
  const attempt = isAuthorizedFirst(input) ? await prepareAttempt(own, input) : null
  if (!attempt) return { orderId: await createEventOrder(own, { cart: { key }, input, people, attempt: null }) }
  try {
    const { charge, url } = await authorize(own, tools, attempt, input)
    if (url !== null) return { payment: { cart, url, cents: toCents(attempt.amount) } }
    return {
      orderId: await createEventOrder(own, {
        cart: { key },
        input,
        people,
        attempt: { requestKey: attempt.requestKey, charge },
      }),
    }
  } catch (error) {
    if (isFinal(error)) await abandonAttempt(scope, attempt.requestKey)
    throw error
  }
}

/**
 * A cart whose payment is under way has passed the captcha already. The key of an offer is only in a mail, and
 * that of a change was made for the key in a mail: it replaces the captcha, as a link by mail does that the visitor has followed.
 */
const afterCaptcha = async <T>(
  visit: EventVisit,
  { captcha }: SubmissionTools,
  { cart, input }: { cart: FullCart; input: RegistrationSubmissionInput },
  work: () => Promise<T>,
): Promise<T> => {
  const { scope, isStaff } = visit
  const { id, isOffer, changesOrderId } = cart
  const { CaptchaResponse, CartKey } = input
  if (isOffer || changesOrderId !== null) return work()
  const isUnderWay = await scope.db.transaction(
    async (tx) => (await findOpenAttempt(scope, tx, { eventOrderId: id })) !== null,
  )
  if (isUnderWay) return work()
  if (!isStaff && isLinkToken(CaptchaResponse)) {
    await requireLinkOfCart(visit, CaptchaResponse, { cartKey: CartKey })
    return work()
  }
  // Staff get no challenge, so that DisableCaptchaCheck changes nothing for them.
  return withCaptcha(scope, captcha, { response: CaptchaResponse, isStaff, isDisabled: isStaff }, work)
}

/** The time after the page has closed in which the payer can return. */
const MARGIN_MS = 2 * 60_000

const isAuthorizedFirst = ({ PaymentKind }: Pick<RegistrationSubmissionInput, 'PaymentKind'>): boolean =>
  PaymentKind === 'Card' || PaymentKind === 'Hosted'

/**
 * Checks the cart and stores the attempt to pay it; its seats stay reserved meanwhile. Null if nothing has to be authorized.
 */
const prepareAttempt = (visit: EventVisit, input: RegistrationSubmissionInput): Promise<PaymentAttempt | null> =>
  visit.scope.db.transaction(async (tx) => {
    const { scope, eventId } = visit
    const cart = await lockCartOrOrder(scope, tx, eventId, input.CartKey)
    if (cart.state === 'submitted') return null
    const { payment, dueCents } = await readTerms(visit, tx, cart, input)
    if (!isAuthorizedFirst({ PaymentKind: payment.kind })) return null
    if (visit.isStaff) requireMoneyGrant(scope)
    const checkoutMs = payment.kind === 'Hosted' ? PAGE_MS + MARGIN_MS : undefined
    await extendReservation(scope, tx, cart, checkoutMs && checkoutMs + MARGIN_MS)
    const paid = { eventOrderId: cart.id }
    await abandonOtherMeans(scope, tx, paid, payment.kind === 'Hosted' ? null : tokenOf(input.PaymentToken))
    await requireLife(scope, tx, cart)
    const attempt = await startAttempt(scope, tx, paid, dueCents, checkoutMs)
    if (payment.kind === 'Hosted') await enqueueReturn(visit, tx, attempt, { cartId: cart.id, ...payment })
    return attempt
  })

/** After its life, a cart exists for the payment that is under way, and no other can begin. @throws RegistrationRefusal 404. */
const requireLife = async (scope: Scope, tx: Transaction, cart: FullCart): Promise<void> => {
  if (cart.isOffer || !isLifeOver(scope, cart)) return
  if ((await findOpenAttempt(scope, tx, { eventOrderId: cart.id })) === null) throw noCart()
}

/** Requests the job that places the order if the payer does not return from the page. */
const enqueueReturn = (
  { scope, eventId, isStaff, contactId }: EventVisit,
  tx: Transaction,
  attempt: PaymentAttempt,
  { cartId, purchaseOrderNumber }: Pick<HostedOrder, 'cartId' | 'purchaseOrderNumber'>,
): Promise<void> => {
  const { requestKey } = attempt
  const order = { eventId, isStaff, contactId, cartId, requestKey, purchaseOrderNumber }
  return enqueueHostedOrder(scope, tx, attempt, order)
}

const tokenOf = (sent: RegistrationSubmissionInput['PaymentToken'] | undefined): string => sent?.trim() ?? ''

/** Authorizes the payment; nothing is captured. The payer is not known before the order: the charge gets it then. */
const authorize = async (
  { scope, eventId }: EventVisit,
  { processor, origin }: SubmissionTools,
  { requestKey, amount, eventOrderId }: PaymentAttempt,
  { PaymentKind, PaymentToken, ReturnUrl, CancelUrl }: RegistrationSubmissionInput,
): Promise<HostedCharge> => {
  const request = {
    gatewayId: null,
    contactId: null,
    cents: toCents(amount),
    applications: [],
    requestKey,
    description: `Registration E${eventId}-${eventOrderId}`,
  }
  const returnUrl = ReturnUrl ?? origin
  const { charge, url } =
    PaymentKind === 'Hosted'
      ? await openHostedCharge(scope, processor, { ...request, returnUrl, cancelUrl: CancelUrl ?? returnUrl, origin })
      : {
          charge: await authorizeCharge(scope, processor, {
            ...request,
            token: tokenOf(PaymentToken),
            capturesAtOnce: false,
          }),
          url: null,
        }
  if (url !== null) return { charge, url }
  if (charge.status === 'failed') throw declined(charge.failureMessage)
  if (charge.status !== 'authorized')
    throw conflict('checkout-expired', 'The authorization of the payment was canceled. Submit the cart again.')
  return { charge, url: null }
}

const declined = (reason: string | null): RegistrationRefusal => {
  const message = `The payment was declined: ${reason ?? 'the processor gives no reason.'}`
  return new RegistrationRefusal(402, message, [fault('/PaymentToken', 'declined', message)])
}
