import Stripe from 'stripe'
import type { PageRequest, PageState, PaymentProcessor } from '../payment-processor.port.ts'
import { ask, on } from './online-calls.model.ts'

type PageCalls = Pick<PaymentProcessor, 'openPage' | 'getPage' | 'expirePage'>

/**
 * Returns the payment pages of the processor. They offer each means of payment of the account that can be captured
 * later.
 */
export const pagesOf = (sdk: Stripe): PageCalls => {
  const read = async (account: string, uid: string) =>
    pageState(await sdk.checkout.sessions.retrieve(uid, { expand: ['payment_intent'] }, on(account)))
  return {
    openPage: (account, request) => ask(async () => pageState(await open(sdk, account, request))),
    getPage: (account, uid) => ask(() => read(account, uid)),
    expirePage: (account, uid) =>
      ask(async () => {
        try {
          return pageState(await sdk.checkout.sessions.expire(uid, {}, on(account)))
        } catch (error) {
          // The processor refuses to end a page that is paid or has expired.
          if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 400)
            return read(account, uid)
          throw error
        }
      }),
  }
}

const open = (sdk: Stripe, account: string, request: PageRequest): Promise<Stripe.Checkout.Session> => {
  const { cents, currencyCode, description, reference, returnUrl, cancelUrl, expiresAt, key } = request
  const price = { currency: currencyCode.toLowerCase(), unit_amount: cents, product_data: { name: description } }
  return sdk.checkout.sessions.create(
    {
      mode: 'payment',
      line_items: [{ price_data: price, quantity: 1 }],
      // The processor copies the metadata to the charge, by which the charge is found.
      payment_intent_data: { capture_method: 'manual', description, metadata: { request: reference } },
      client_reference_id: reference,
      success_url: returnUrl,
      cancel_url: cancelUrl,
      expires_at: Math.floor(expiresAt.getTime() / 1000),
    },
    on(account, key),
  )
}

const pageState = ({ id, url, status, payment_intent: intent }: Stripe.Checkout.Session): PageState => ({
  uid: id,
  url,
  status: status === 'complete' ? 'paid' : status === 'expired' ? 'expired' : 'open',
  charge: typeof intent === 'object' ? chargeOf(intent) : null,
})

const chargeOf = (intent: Stripe.PaymentIntent | null): string | null => {
  const charge = intent?.latest_charge ?? null
  return typeof charge === 'string' ? charge : (charge?.id ?? null)
}
