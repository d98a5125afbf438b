import type { CaptchaTools } from '#areas/events/captcha/captcha.service'
import { requireCaptcha } from '#areas/events/captcha/captcha.service'
import {
  abandonAttempt,
  findOpenAttempt,
  startAttempt,
} from '#areas/finance/payment-processor/attempts/attempts.service'
import type { GatewayCharge } from '#areas/finance/payment-processor/charges/charges.queries'
import { authorizeCharge } from '#areas/finance/payment-processor/charges/charges.service'
import { requireMoneyGrant } from '#areas/finance/payment-processor/processor-grants.service'
import type { ProcessorTools } from '#areas/finance/payment-processor/processors.service'
import type { RegistrationSubmissionInput } from '#contract/events/public-registration'
import { conflict, Problem } from '#kernel/errors/problem'
import { toCents } from '#kernel/money/cents'
import { lockRows } from '#kernel/records/lock'
import type { PaymentAttempt } from '#prisma/client'
import { extendHold } from '../carts/cart-expiry.service.ts'
import { type FullCart, findCartOrOrder, formOfCart } from '../carts/carts.queries.ts'
import type { EventVisit } from '../event-visit.queries.ts'
import { fault, RegistrationRefusal } from '../refusals.model.ts'
import { preparePeople } from './people.service.ts'
import { placeOrder } from './place-order.service.ts'
import { readTerms } from './terms.service.ts'

export interface SubmissionTools {
  captcha: CaptchaTools
  processor: ProcessorTools
}

/**
 * Pays for a cart and confirms its registrations, in steps that can each be repeated: authorize the payment, and place the
 * order in one transaction. A job captures the payment. Returns the id of the order; that of a cart that was submitted
 * before, too.
 *
 * @throws RegistrationRefusal 402 if the payment was declined; 404; 409; 422; CaptchaFailure; 403; 409 checkout-expired; 503.
 */
export const submitCart = async (
  visit: EventVisit,
  tools: SubmissionTools,
  input: RegistrationSubmissionInput,
): Promise<number> => {
  // The Idempotency-Key is not settled by the steps: a repeat continues them, and returns the order of the cart.
  const { idempotency: _unsettled, ...scope } = visit.scope
  const own = { ...visit, scope }
  const cart = await scope.db.transaction((tx) => findCartOrOrder(scope, tx, visit.eventId, input.CartKey))
  if (cart.state === 'submitted') return cart.id
  await passCaptcha(own, tools, cart, input)
  const people = await preparePeople(scope, formOfCart(cart))
  const attempt = isAuthorizedFirst(input) ? await prepareAttempt(own, input) : null
  if (!attempt) return placeOrder(own, { input, people, attempt: null })
  try {
    const charge = await authorize(own, tools.processor, attempt, input)
    return await placeOrder(own, { input, people, attempt: { requestKey: attempt.requestKey, charge } })
  } catch (error) {
    if (isFinal(error)) await abandonAttempt(scope, attempt.requestKey)
    throw error
  }
}

/** A cart whose payment is under way has passed the captcha already. */
const passCaptcha = async (
  { scope, isStaff }: EventVisit,
  { captcha }: SubmissionTools,
  { id }: FullCart,
  { CaptchaResponse }: RegistrationSubmissionInput,
): Promise<void> => {
  const isUnderWay = await scope.db.transaction(
    async (tx) => (await findOpenAttempt(scope, tx, { eventOrderId: id })) !== null,
  )
  if (isUnderWay) return
  // Staff get no challenge, so that DisableCaptchaCheck changes nothing for them.
  await requireCaptcha(scope, captcha, { response: CaptchaResponse, isStaff, isDisabled: isStaff })
}

const isAuthorizedFirst = ({ PaymentKind }: RegistrationSubmissionInput): boolean => PaymentKind === 'Card'

/** Whether the attempt cannot be continued: without a response of the processor, the request can be repeated. */
const isFinal = (error: unknown): boolean =>
  error instanceof RegistrationRefusal ||
  (error instanceof Problem && error.status !== 503 && error.code !== 'idempotency-key-reused')

/**
 * Checks the cart and stores the attempt to pay it; its seats stay reserved meanwhile. Null if nothing has to be authorized.
 */
const prepareAttempt = (visit: EventVisit, input: RegistrationSubmissionInput): Promise<PaymentAttempt | null> =>
  visit.scope.db.transaction(async (tx) => {
    const { scope, eventId } = visit
    const found = await findCartOrOrder(scope, tx, eventId, input.CartKey)
    await lockRows(scope, tx, { table: 'event_order' }, [found.id])
    const cart = await findCartOrOrder(scope, tx, eventId, input.CartKey)
    if (cart.state === 'submitted') return null
    const { payment, dueCents } = await readTerms(visit, tx, cart, input)
    if (payment.kind !== 'Card') return null
    if (visit.isStaff) requireMoneyGrant(scope)
    await extendHold(scope, tx, cart)
    return startAttempt(scope, tx, { eventOrderId: cart.id }, dueCents)
  })

/** Authorizes the payment; nothing is captured. The payer is not known before the order: the charge gets it then. */
const authorize = async (
  { scope, eventId }: EventVisit,
  tools: ProcessorTools,
  { requestKey, amount, eventOrderId }: PaymentAttempt,
  { PaymentToken }: RegistrationSubmissionInput,
): Promise<GatewayCharge> => {
  const charge = await authorizeCharge(scope, tools, {
    ...{ gatewayId: null, contactId: null, cents: toCents(amount), token: PaymentToken?.trim() ?? '' },
    ...{ description: `Registration E${eventId}-${eventOrderId}`, capturesAtOnce: false, applications: [], requestKey },
  })
  if (charge.status === 'failed') throw declined(charge.failureMessage)
  if (charge.status !== 'authorized')
    throw conflict('checkout-expired', 'The authorization of the payment was canceled. Submit the cart again.')
  return charge
}

const declined = (reason: string | null): RegistrationRefusal => {
  const message = `The payment was declined: ${reason ?? 'the processor gives no reason.'}`
  return new RegistrationRefusal(402, message, [fault('/PaymentToken', 'declined', message)])
}
