import { reverseUse, useBenefit } from '#areas/commerce/benefit-ledger/usage/usage.service'
import { finishDocuments } from '#areas/finance/books/documents/locked-documents.service'
import { voidInvoice } from '#areas/finance/books/invoices/invoice-posting.service'
import { requireMoneyGrant } from '#areas/finance/payment-processor/processor-grants.service'
import type { StoreOrderCancelInput } from '#contract/commerce/store-buying'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { partOf, toCents } from '#kernel/money/cents'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import type { StorePurchaseLine } from '#prisma/client'
import { orderEvents } from '../buying.events.ts'
import type { OrderLine } from '../checkout/checkout.model.ts'
import { revokeDownloads } from '../downloads/downloads.service.ts'
import { returnStock } from '../stock/stock.service.ts'
import { voidIssued } from '../vouchers/issued-vouchers.service.ts'
import { returnToVouchers } from '../vouchers/voucher-payments.service.ts'
import { reportCancellation } from './order-mails.service.ts'
import { readOrder } from './orders.queries.ts'
import { changeOrder, hasLiveCharge, type LockedOrder, lockOrder, orderState, requireLive } from './orders.service.ts'
import { enqueueSettling } from './settlement.service.ts'

const ORDER_LINE = 'order-line'

const sourceOf = (id: number) => ({ kind: ORDER_LINE, id })

/**
 * Uses the benefits that reduce the lines of a new order, of the contact or the business that covers it. Call it before the
 * stock is taken: everything that changes both takes the locks in this order.
 *
 * @throws 422 benefit-used-up.
 */
export const useBenefits = (
  scope: Scope,
  tx: Transaction,
  { id, contactId }: { id: number; contactId: number },
  lines: readonly OrderLine[],
): Promise<void> => {
  const uses = lines.flatMap(({ lineId, benefit }, at) =>
    benefit ? [{ ...benefit, lineId, pointer: `/Lines/${at}/BenefitQuantity` }] : [],
  )
  if (uses.length === 0) return Promise.resolve()
  return runForWholeTenant(scope, tx, async () => {
    for (const { lineId, ...use } of uses.sort((a, b) => a.itemId - b.itemId))
      await useBenefit(scope, tx, {
        ...use,
        contactId,
        source: sourceOf(lineId),
        key: `${ORDER_LINE}:${lineId}`,
        description: `Order S-${id}`,
      })
  })
}

/** Pieces of a line that are cancelled or refunded, after `refunded` others. */
interface ReturnedPieces {
  line: StorePurchaseLine
  quantity: number
}

/**
 * Takes back the usage of benefits for returned pieces of lines: their share, so that all pieces of a line give back all.
 * Call it before the stock is returned.
 */
export const returnBenefits = (scope: Scope, tx: Transaction, returned: readonly ReturnedPieces[]): Promise<void> => {
  const parts = returned
    .flatMap(({ line, quantity }) => {
      const { id, benefitItemId, benefitQuantity, refunded, quantity: whole } = line
      if (benefitItemId === null) return []
      return [{ id, benefitItemId, pieces: partOf(benefitQuantity, refunded, refunded + quantity, whole) }]
    })
    .sort((a, b) => a.benefitItemId - b.benefitItemId)
  if (parts.length === 0) return Promise.resolve()
  return runForWholeTenant(scope, tx, async () => {
    for (const { id, pieces } of parts) if (pieces > 0) await reverseUse(scope, tx, sourceOf(id), pieces)
  })
}

/**
 * Cancels an order of which nothing was sent or refunded. A job cancels or refunds its payment.
 *
 * @throws 403 insufficient-scope; 404; 409 order-state, stale-audit-id, written-off; 412; 422 closed-period.
 */
export const cancelOrder = (
  scope: Scope,
  id: number,
  { Reason }: StoreOrderCancelInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const locked = await lockOrder(scope, tx, id, expected)
    requireCancellable(locked)
    if (hasLiveCharge(locked)) requireMoneyGrant(scope)
    const { order, lines, payerId } = locked
    await voidIssued(scope, tx, id, lines)
    await revokeDownloads(scope, tx, id)
    await returnBenefits(
      scope,
      tx,
      lines.map((line) => ({ line, quantity: line.quantity })),
    )
    await returnStock(
      scope,
      tx,
      lines.map(({ id: lineId, trackingId, itemId, subItemId, quantity, backordered }) => ({
        lineId,
        trackingId,
        itemId,
        subItemId,
        restocked: quantity - backordered,
        unordered: backordered,
      })),
    )
    await tx.storePurchaseLine.updateMany({ where: { tenantId, purchaseId: id }, data: { backordered: 0 } })
    for (const isAmount of [true, false])
      await returnToVouchers(
        scope,
        tx,
        { purchaseId: id },
        { maxCents: toCents(order.total), isAmount, creditId: null },
      )
    if (order.invoiceId !== null) {
      await voidInvoice(scope, tx, order.invoiceId)
      await finishDocuments(scope, tx, payerId, [], [])
    }
    const reason = Reason?.trim() || null
    const data = { cancelledAt: scope.clock.now() }
    await changeOrder(scope, tx, order, orderEvents.cancelled, { data, changes: { reason } })
    await reportCancellation(scope, tx, order)
    await enqueueSettling(scope, tx, id)
    return readOrder(scope, id, tx)
  })

const requireCancellable = (locked: LockedOrder): void => {
  requireLive(locked)
  const { order, lines, charge } = locked
  if (lines.some(({ shipped }) => shipped > 0)) throw orderState('Pieces of the order were sent. Refund it instead.')
  const isRefunded = toCents(order.refunded) > 0 || lines.some(({ refunded }) => refunded > 0)
  if (isRefunded) throw orderState('A part of the order was refunded. Refund the rest instead.')
  if (order.paymentToken !== null || charge?.status === 'pending' || charge?.status === 'requested')
    throw orderState('The result of the payment is not known yet. Retry when it is.')
}
