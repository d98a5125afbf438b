import { finishDocuments } from '#areas/finance/books/documents/locked-documents.service'
import { issueInvoice } from '#areas/finance/books/invoices/invoice-posting.service'
import { checkoutExpired, completeAttempt } from '#areas/finance/payment-processor/attempts/attempts.service'
import { applyChargeTo } from '#areas/finance/payment-processor/charges/assignments.service'
import type { GatewayCharge } from '#areas/finance/payment-processor/charges/charges.queries'
import { conflict } from '#kernel/errors/problem'
import { fromCents, toCents } from '#kernel/money/cents'
import { changeOf, recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { addDays } from '#kernel/time/calendar'
import { todayOf } from '#kernel/time/day'
import type { StorePurchase } from '#prisma/client'
import { draftOf } from '../carts/cart.input.ts'
import { lockCart } from '../carts/locked-carts.service.ts'
import { priceCart } from '../carts/pricing.service.ts'
import { issueDownloads } from '../downloads/downloads.service.ts'
import { useBenefits } from '../orders/cancellations.service.ts'
import { confirmOrder } from '../orders/order-mails.service.ts'
import { orderKind } from '../orders/orders.queries.ts'
import { enqueueSettling } from '../orders/settlement.service.ts'
import { takeStock } from '../stock/stock.service.ts'
import { issueVouchers } from '../vouchers/issued-vouchers.service.ts'
import { payByVouchers } from '../vouchers/voucher-payments.service.ts'
import type { OrderedCart, OrderLine, OrderPayment } from './checkout.model.ts'
import { addOrder, addOrderLines } from './order-rows.service.ts'

interface OrderRequest {
  payment: OrderPayment
  /** The authorized payment; null if there is none. */
  attempt: { requestKey: string; charge: GatewayCharge } | null
}

/** The days after the order on which an invoice that stays open is due. */
const DUE_DAYS = 30

/**
 * Places the order of a cart in one transaction: benefits, stock, order, invoice, the authorized payment, vouchers and downloads.
 * Returns its id; that of the order that the cart already has, too.
 *
 * @throws 409 checkout-expired, cart-changed, charge-state; 422 as priceCart, benefit-used-up, out-of-stock, closed-period.
 */
export const createOrder = (scope: Scope, cartId: number, { payment, attempt }: OrderRequest): Promise<number> =>
  scope.db.transaction(async (tx) => {
    const cart = await lockCart(scope, tx, cartId)
    if (cart.purchase) return cart.purchase.id
    if (attempt) await completeAttempt(scope, tx, attempt.requestKey)
    if (cart.state !== 'open') throw checkoutExpired()
    const draft = draftOf(cart)
    const priced = await priceCart(scope, tx, cart, draft)
    const due = priced.total - priced.voucherTotal
    if (due !== toCents(cart.total) - toCents(cart.voucherTotal) || (attempt && due !== toCents(attempt.charge.amount)))
      throw conflict('cart-changed', 'The total of the cart has changed.', { Total: Number(fromCents(priced.total)) })
    return createOrderRecords(scope, tx, { cart, draft, priced, payment, charge: attempt?.charge ?? null })
  })

/**
 * Adds the order of a locked, open cart with all that belongs to it. Returns its id.
 *
 * @throws 409 charge-state; 422 benefit-used-up, out-of-stock, closed-period.
 */
export const createOrderRecords = async (scope: Scope, tx: Transaction, ordered: OrderedCart): Promise<number> => {
  const { tenantId } = scope.db
  const { cart, priced, charge } = ordered
  const order = await addOrder(scope, tx, ordered)
  const lines = await addOrderLines(scope, tx, order.id, priced)
  await useBenefits(scope, tx, order, lines)
  await sellStock(scope, tx, lines)
  const invoiceId = await addInvoice(scope, tx, ordered)
  const where = { tenantId_id: { tenantId, id: order.id } }
  const saved = await tx.storePurchase.update({ where, data: { invoiceId } })
  const paid = { order: { purchaseId: order.id }, contactId: priced.billTo.contactId, vouchers: priced.vouchers }
  const effects = invoiceId === null ? [] : await payByVouchers(scope, tx, { ...paid, invoiceId })
  if (charge && invoiceId !== null) await applyChargeTo(scope, tx, charge.id, invoiceId)
  await issueVouchers(scope, tx, order.id, lines)
  await issueDownloads(scope, tx, order.id, lines)
  const data = { state: 'ordered', heldUntil: null }
  await tx.storeCart.update({ where: { tenantId_id: { tenantId, id: cart.id } }, data })
  await tx.storeCartLine.updateMany({ where: { tenantId, cartId: cart.id }, data: { held: 0 } })
  if (invoiceId !== null) await finishDocuments(scope, tx, priced.billTo.contactId, [], effects)
  await record(scope, tx, saved)
  await confirmOrder(scope, tx, saved)
  await enqueueSettling(scope, tx, order.id)
  return order.id
}

const sellStock = async (scope: Scope, tx: Transaction, lines: readonly OrderLine[]): Promise<void> => {
  const waiting = await takeStock(
    scope,
    tx,
    lines.map((line, at) => ({ ...line, pointer: `/Lines/${at}/Quantity` })),
  )
  const { tenantId } = scope.db
  for (const [id, backordered] of waiting)
    if (backordered > 0)
      await tx.storePurchaseLine.update({ where: { tenantId_id: { tenantId, id } }, data: { backordered } })
}

/** Issues the invoice; none for an order that costs nothing. */
const addInvoice = async (scope: Scope, tx: Transaction, ordered: OrderedCart): Promise<number | null> => {
  const { priced, draft, payment, cart } = ordered
  const { billTo, lines, shipping, shippingLine } = priced
  if (priced.itemTotal === 0 && priced.shippingAmount === 0) return null
  const documents = lines.map(({ document }) => document)
  const issuedOn = todayOf(scope)
  const { address } = shipping ?? {}
  const invoice = await issueInvoice(scope, tx, {
    contactId: billTo.contactId,
    forContactId: billTo.forContactId,
    issuedOn,
    dueOn: payment.method === 'Invoice' ? addDays(issuedOn, DUE_DAYS) : issuedOn,
    lines: shippingLine && shippingLine.amount > 0 ? [...documents, shippingLine] : documents,
    notes: `Store cart ${cart.id}`,
    billingAddress: draft.billingAddress ?? billTo.address ?? null,
    shippingDetails: shipping ? { ...address, Method: shipping.name, TrackingNumber: null, ShipDate: null } : null,
  })
  return invoice.id
}

const record = (scope: Scope, tx: Transaction, order: StorePurchase): Promise<void> => {
  const payload = { contactId: order.contactId, orderNumber: `S-${order.id}` }
  return recordChange(scope, tx, changeOf(orderKind, order, 'created', { payload }))
}
