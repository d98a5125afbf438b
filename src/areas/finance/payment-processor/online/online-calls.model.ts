import Stripe from 'stripe'
import { ProcessorFault } from '../payment-processor.port.ts'

/** Returns the fault that an error of the SDK means. Other errors stay what they are. */
const faultOf = (error: unknown): unknown => {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  const { statusCode = 0, code, message } = error
  if (code === 'resource_missing' || statusCode === 404) {
    return new ProcessorFault('missing', 'The payment processor does not have this object.', error)
  }
  if (isAccessError(error)) {
    const detail = 'The payment processor rejected the key of this tenant, or the account is not connected with it.'
    return new ProcessorFault('unavailable', detail, error)
  }
  if (statusCode === 0 || statusCode >= 500 || statusCode === 429 || statusCode === 409) {
    return new ProcessorFault('unavailable', 'The payment processor did not respond. Try again in a moment.', error)
  }
  return new ProcessorFault('refused', message, error)
}

const isAccessError = (error: InstanceType<typeof Stripe.errors.StripeError>): boolean =>
  error instanceof Stripe.errors.StripeAuthenticationError || error instanceof Stripe.errors.StripePermissionError

/** Runs a call of the SDK; its errors become faults of the processor. */
export const ask = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call()
  } catch (error) {
    throw faultOf(error)
  }
}

/** Returns the options of a call on a connected account. */
export const on = (account: string, key?: string) => ({
  stripeAccount: account,
  ...(key !== undefined && { idempotencyKey: key }),
})
