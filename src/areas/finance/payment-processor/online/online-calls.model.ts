import { faultOf } from './online-faults.model.ts'

/** Runs a call of the SDK; its errors become faults of the processor. */
export const ask = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call()
  } catch (error) {
    throw faultOf(error)
  }
}

/** The options of a call on a connected account. */
export const on = (account: string, key?: string) => ({
  stripeAccount: account,
  ...(key !== undefined && { idempotencyKey: key }),
})
