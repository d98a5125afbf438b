import type pg from 'pg'
import { presentCart } from '#areas/commerce/buying/carts/carts.presenter'
import { saveCart } from '#areas/commerce/buying/carts/carts.service'
import { checkoutCart } from '#areas/commerce/buying/checkout/checkout.service'
import { readOrder } from '#areas/commerce/buying/orders/orders.queries'
import type { ProcessorTools } from '#areas/finance/payment-processor/processors.service'
import { versionOf } from '#kernel/records/versions'
import type { TenantFacts } from '../data/facts.ts'
import { newCart, newCheckout } from '../requests.ts'
import type { Recorder } from './recorder.ts'
import { recordSteps, repeat, replaced } from './steps.ts'

/** Responds to the requests of an order; undefined for other requests. */
export type BareOrders = (path: string, body: string) => Promise<string> | undefined

/** An order on invoice does not use the processor. */
const NO_PROCESSOR = null as unknown as ProcessorTools

/**
 * Prepares the statements that the product sends for a new cart and for its checkout. Each request repeats them, in one
 * transaction, with the ids of its own contact, item and cart.
 */
export const prepareOrders = async ({ scope }: Recorder, pool: pg.Pool, facts: TenantFacts): Promise<BareOrders> => {
  const input = JSON.parse(newCart(facts).body ?? '')
  const cart = await recordWith(async () => presentCart(scope, await saveCart(scope, 0, input, versionOf(null))))
  const { CartId, AuditId } = cart.result
  const order = await recordWith(async () => {
    const checkout = JSON.parse(newCheckout({ CartId, AuditId }).body ?? '')
    return readOrder(scope, await checkoutCart(scope, NO_PROCESSOR, CartId, checkout, versionOf(AuditId)))
  })
  const idsOf = ({ ContactId, Lines: [line] }: typeof input) => [String(ContactId), String(line.StoreItemId)]
  const createCart = async (body: string) => {
    const own = idsOf(JSON.parse(body))
    const ids = new Map(idsOf(input).map((id, at) => [id, own[at] ?? id]))
    await repeat(pool, cart.steps, ids)
    return String(replaced(JSON.stringify(cart.result), ids))
  }
  return (path, body) => {
    if (path === '/api/store/carts/0') return createCart(body)
    const id = /^\/api\/store\/carts\/(\d+)\/checkout$/.exec(path)?.[1]
    return id === undefined ? undefined : repeat(pool, order.steps, new Map([[String(CartId), id]]))
  }
}

const recordWith = async <T>(work: () => Promise<T>) => {
  const results: T[] = []
  const steps = await recordSteps(async () => results.push(await work()))
  return { steps, result: results[0] as T }
}
