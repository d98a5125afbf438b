import { lockNewHolder } from '#areas/finance/books/documents/locked-documents.service'
import type { StoreCartSaveInput } from '#contract/commerce/store-buying'
import { fromCents } from '#kernel/money/cents'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import { reserveStock } from '../stock/stock.service.ts'
import { type CartDraft, incomplete, parseCart } from './cart.input.ts'
import { cartKind, type FullCart, getCart } from './carts.queries.ts'
import {
  lockCart,
  releaseCart,
  requireNoCheckout,
  requireNotOrdered,
  startReservation,
  totalsOf,
} from './locked-carts.service.ts'
import { type PricedCart, priceCart } from './pricing.service.ts'

/**
 * Creates a cart (id 0) or changes one, calculates its prices, and reserves its stock and vouchers.
 *
 * @throws 400; 404; 409 stale-audit-id, cart-ordered, checkout-running, contact-deleted; 412; 422 out-of-stock,
 *   voucher-not-valid, benefit-used-up, store-rule, unknown-reference, books-rule.
 */
export const saveCart = (
  scope: Scope,
  id: number,
  input: StoreCartSaveInput,
  expected: ExpectedVersion,
): Promise<FullCart> =>
  scope.db.transaction(async (tx) => {
    const current = id === 0 ? await createCart(scope, tx, input) : await lockCart(scope, tx, id, expected)
    if (id !== 0) await requireChangeable(scope, tx, current, input)
    const draft = await parseCart(tx, input, id === 0 ? null : current)
    await releaseCart(scope, tx, current)
    const priced = await priceCart(scope, tx, current, draft)
    await reserveCart(scope, tx, priced)
    await storeCart(scope, tx, current, draft, priced)
    const saved = await getCart(scope, current.id, tx)
    await record(scope, tx, saved, id === 0 ? 'created' : 'updated')
    return saved
  })

const requireChangeable = async (
  scope: Scope,
  tx: Transaction,
  cart: FullCart,
  { ContactId }: StoreCartSaveInput,
): Promise<void> => {
  requireNotOrdered(cart)
  await requireNoCheckout(scope, tx, cart.id)
  if (ContactId != null && ContactId !== cart.contactId) throw incomplete('/ContactId', 'cannot be changed')
}

const NO_TOTALS = { itemTotal: 0, discountTotal: 0, shippingAmount: 0, taxTotal: 0, total: 0, voucherTotal: 0 }

const createCart = async (scope: Scope, tx: Transaction, { ContactId }: StoreCartSaveInput): Promise<FullCart> => {
  const { tenantId } = scope.db
  const contactId = await lockNewHolder(scope, tx, ContactId)
  const data = { tenantId, contactId, auditId: 0, state: 'expired', ...NO_TOTALS }
  const { id } = await tx.storeCart.create({ data })
  return getCart(scope, id, tx)
}

/** Reserves the stock of a cart that reserves none. @throws 422 out-of-stock. */
export const reserveCart = (scope: Scope, tx: Transaction, { lines }: PricedCart): Promise<void> =>
  reserveStock(
    scope,
    tx,
    lines.map(({ trackingId, itemId, subItemId, quantity }, at) => ({
      trackingId,
      itemId,
      subItemId,
      quantity,
      pointer: `/Lines/${at}/Quantity`,
    })),
  )

/** Stores what a cart contains, its prices and what it reserves. */
export const storeCart = async (
  scope: Scope,
  tx: Transaction,
  { id }: FullCart,
  draft: CartDraft,
  priced: PricedCart,
): Promise<void> => {
  const { tenantId } = scope.db
  await tx.storeCartLine.deleteMany({ where: { tenantId, cartId: id } })
  await tx.storeCartLine.createMany({
    data: priced.lines.map((line, at) => ({ tenantId, cartId: id, ...rowOf(line, at) })),
  })
  const { promoCode, voucherCodes, shippingMethodId, shippingAddress, billingAddress } = draft
  const heldUntil = await startReservation(scope, tx, id)
  await tx.storeCart.update({
    where: { tenantId_id: { tenantId, id } },
    data: {
      state: 'open',
      heldUntil,
      promoCode,
      voucherCodes,
      shippingMethodId,
      ...totalsOf(priced),
      ...NEXT_VERSION,
      shippingAddress: shippingAddress ?? Prisma.DbNull,
      billingAddress: billingAddress ?? Prisma.DbNull,
    },
  })
}

const rowOf = (
  { itemId, subItemId, quantity, trackingId, name, document, benefit }: PricedCart['lines'][number],
  at: number,
) => ({
  position: at + 1,
  itemId,
  subItemId,
  quantity,
  trackingId,
  name,
  held: trackingId === 1 ? 0 : quantity,
  unitPrice: fromCents(document.unitCents),
  amount: fromCents(document.amount),
  discount: fromCents(document.discount),
  tax: fromCents(document.tax),
  benefitItemId: benefit?.itemId ?? null,
  benefitQuantity: benefit?.quantity ?? 0,
})

/** Deletes a cart and releases what it reserves. @throws 404; 409 cart-ordered, checkout-running; 412. */
export const deleteCart = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const cart = await lockCart(scope, tx, id, expected)
    requireNotOrdered(cart)
    await requireNoCheckout(scope, tx, id)
    await releaseCart(scope, tx, cart)
    await tx.storeCart.delete({ where: { tenantId_id: { tenantId: cart.tenantId, id } } })
    await record(scope, tx, nextVersionOf(cart), 'deleted')
  })

const record = (scope: Scope, tx: Transaction, cart: FullCart, action: ChangeAction): Promise<void> => {
  const lines = cart.lines.map(({ itemId, subItemId, quantity }) => ({ itemId, subItemId, quantity }))
  return recordChange(scope, tx, changeOf(cartKind, cart, action, { changes: { lines } }))
}
