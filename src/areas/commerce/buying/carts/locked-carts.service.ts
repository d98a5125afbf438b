import { findOpenAttempt } from '#areas/finance/payment-processor/attempts/attempts.service'
import { lockContacts } from '#areas/people/contacts/records/records.queries'
import { conflict, notFound } from '#kernel/errors/problem'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { fromCents } from '#kernel/money/cents'
import { lockRecord } from '#kernel/records/lock'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { releaseStock } from '../stock/stock.service.ts'
import { releaseVouchers } from '../vouchers/vouchers.service.ts'
import { cartKind, type FullCart } from './carts.queries.ts'
import { lockCartSql } from './carts.sql.ts'
import type { PricedCart } from './pricing.service.ts'

/** How long a cart reserves its stock. */
const RESERVED_MS = 15 * 60_000

/** The job that releases what a cart has reserved when its time has passed. */
export const EXPIRE_CART = 'expire_store_cart'

/** Locks the contact of a cart and then the cart. @throws 404, 409 contact-deleted, merged, stale-audit-id; 412. */
export const lockCart = async (
  scope: Scope,
  tx: Transaction,
  id: number,
  expected?: ExpectedVersion,
): Promise<FullCart> => {
  const where = { tenantId: scope.db.tenantId, id }
  const found = await tx.storeCart.findFirst({ where, select: { contactId: true } })
  const [contact] = found ? await lockContacts(tx, scope, [found.contactId]) : []
  if (!found || !contact) throw notFound('cart')
  const cart = await lockRecord(scope, tx, cartKind, id, expected)
  if (cart.contactId !== found.contactId)
    throw conflict('merged', 'The contact was merged into another one during the request. Retry the request.')
  if (contact.isDeleted && cart.state !== 'ordered')
    throw conflict('contact-deleted', 'The contact is deleted. Restore it first.')
  return cart
}

/** @throws 409 cart-ordered. */
export const requireNotOrdered = (cart: FullCart): void => {
  if (cart.state !== 'ordered') return
  throw conflict('cart-ordered', 'The cart is already ordered.', { StorePurchaseId: cart.purchase?.id ?? null })
}

/** Rejects a change of a cart whose payment is being authorized. @throws 409 checkout-running. */
export const requireNoCheckout = async (scope: Scope, tx: Transaction, cartId: number): Promise<void> => {
  if (await findOpenAttempt(scope, tx, { cartId }))
    throw conflict('checkout-running', 'The payment of the cart is being authorized. Retry later.')
}

/** Releases the stock and the vouchers of a locked cart. */
export const releaseCart = async (scope: Scope, tx: Transaction, cart: FullCart): Promise<void> => {
  await releaseVouchers(scope, tx, { cartId: cart.id })
  const held = cart.lines.filter((line) => line.held > 0)
  await releaseStock(
    scope,
    tx,
    held.map(({ trackingId, itemId, subItemId, held: quantity }) => ({ trackingId, itemId, subItemId, quantity })),
  )
}

/** Returns the columns of a cart for its prices. */
export const totalsOf = (priced: PricedCart) => ({
  itemTotal: fromCents(priced.itemTotal),
  discountTotal: fromCents(priced.discountTotal),
  shippingAmount: fromCents(priced.shippingAmount),
  taxTotal: fromCents(priced.taxTotal),
  total: fromCents(priced.total),
  voucherTotal: fromCents(priced.voucherTotal),
})

/**
 * Starts a reservation, and returns the end of the time for which a cart reserves its stock, from now; a job releases it then.
 */
export const startReservation = async (scope: Scope, tx: Transaction, cartId: number): Promise<Date> => {
  const { tenantId } = scope.db
  const heldUntil = new Date(scope.clock.now().getTime() + RESERVED_MS)
  const job = { name: EXPIRE_CART, payload: { tenantId, cartId }, key: `${EXPIRE_CART}:${tenantId}:${cartId}` }
  await enqueueJobs(tx, [{ ...job, runAt: heldUntil }])
  return heldUntil
}

/** Releases what a cart has reserved, if its time has passed. Repeating it has no effect. */
export const expireCart = (scope: Scope, cartId: number): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const where = { tenantId: scope.db.tenantId, id: cartId }
    await tx.rows(lockCartSql(where.tenantId, cartId))
    const cart = await cartKind.find(tx, where, scope)
    if (cart?.state !== 'open' || (cart.heldUntil !== null && cart.heldUntil > scope.clock.now())) return
    await releaseCart(scope, tx, cart)
    await tx.storeCartLine.updateMany({ where: { tenantId: where.tenantId, cartId }, data: { held: 0 } })
    await tx.storeCart.updateMany({ where, data: { state: 'expired', heldUntil: null } })
  })
