import {
  applyCreditTo,
  type CreditedPart,
  creditInvoiceParts,
} from '#areas/finance/books/credits/invoice-credits.service'
import { finishDocuments } from '#areas/finance/books/documents/locked-documents.service'
import { requireMoneyGrant } from '#areas/finance/payment-processor/processor-grants.service'
import type { StoreOrderRefundInput } from '#contract/commerce/store-buying'
import { conflict, type FieldFault, ruleRefused } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { fromCents, toCents } from '#kernel/money/cents'
import { referenceFault } from '#kernel/records/references'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { todayOf } from '#kernel/time/day'
import type { StorePurchaseLine } from '#prisma/client'
import { orderEvents } from '../buying.events.ts'
import { returnStock } from '../stock/stock.service.ts'
import { voidRefunded } from '../vouchers/issued-vouchers.service.ts'
import { returnToVouchers } from '../vouchers/voucher-payments.service.ts'
import { returnBenefits } from './cancellations.service.ts'
import { reportRefund } from './order-mails.service.ts'
import { readOrder } from './orders.queries.ts'
import { changeOrder, hasLiveCharge, type LockedOrder, lockOrder, orderState, requireLive } from './orders.service.ts'
import { enqueueSettling } from './settlement.service.ts'

/** Pieces of a line that are refunded. */
interface Refunded {
  line: StorePurchaseLine
  quantity: number
  isRestocked: boolean
}

/**
 * Refunds pieces of an order, and a part of its shipping: a credit, what vouchers paid, and by a job the money of the charge.
 *
 * @throws 400; 403 insufficient-scope; 404; 409 order-state, stale-audit-id, written-off; 412; 422 store-rule, books-rule,
 * closed-period.
 */
export const refundOrder = (
  scope: Scope,
  id: number,
  input: StoreOrderRefundInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const locked = await lockOrder(scope, tx, id, expected)
    requireRefundable(locked)
    if (hasLiveCharge(locked)) requireMoneyGrant(scope)
    await requireSettled(scope, tx, id)
    const refunded = parseLines(locked.lines, input)
    const shippingCents = parseShipping(locked, input)
    if (refunded.length === 0 && shippingCents === 0)
      throw ruleRefused('store-rule', 'Nothing is refunded.', [{ pointer: '/Lines', message: 'is required' }])
    const { invoiceId } = locked.order
    if (invoiceId === null) throw orderState('The order was free: there is nothing to refund.')
    for (const { line, quantity } of refunded) await takeBack(scope, tx, line, quantity)
    await returnBenefits(scope, tx, refunded)
    await restock(scope, tx, refunded)
    const notes = input.Reason?.trim() || `Refund of the order S-${id}`
    const credit = await addCredit(scope, tx, locked, { invoiceId, notes, refunded, shippingCents })
    const pieces = refunded.map(({ line, quantity }) => ({ line: line.id, quantity }))
    await changeOrder(scope, tx, locked.order, orderEvents.refunded, {
      data: {
        refunded: { increment: fromCents(credit.cents) },
        shippingRefunded: { increment: fromCents(shippingCents) },
      },
      changes: { refunded: fromCents(credit.cents), creditId: credit.id, pieces },
    })
    await enqueueSettling(scope, tx, id)
    return readOrder(scope, id, tx)
  })

const requireRefundable = (locked: LockedOrder): void => {
  requireLive(locked)
  const { order, charge } = locked
  const isWaiting = order.paymentToken !== null || ['requested', 'authorized', 'pending'].includes(charge?.status ?? '')
  if (isWaiting) throw orderState('The payment of the order is not captured yet. Retry later, or cancel the order.')
}

/** Until the charge has returned the money of a refund, what another one could return is not known. @throws 409 order-state. */
const requireSettled = async ({ db: { tenantId } }: Scope, tx: Transaction, purchaseId: number): Promise<void> => {
  const open = await tx.storeRefund.findFirst({
    where: { tenantId, purchaseId, isSettled: false },
    select: { id: true },
  })
  if (open) throw orderState('The money of the last refund is being returned. Retry in a moment.')
}

const parseLines = (lines: readonly StorePurchaseLine[], { Lines }: StoreOrderRefundInput): Refunded[] => {
  const faults: FieldFault[] = []
  const refunded = (Lines ?? []).flatMap(({ StoreOrderLineId, Quantity, IsRestocked }, at): Refunded[] => {
    const line = lines.find((one) => one.id === StoreOrderLineId)
    const left = line ? line.quantity - line.refunded : 0
    const isTwice = (Lines ?? []).slice(0, at).some((other) => other.StoreOrderLineId === StoreOrderLineId)
    if (!line) faults.push(referenceFault(`/Lines/${at}/StoreOrderLineId`, 'line of the order'))
    else if (isTwice)
      faults.push({ pointer: `/Lines/${at}/StoreOrderLineId`, message: 'must not be in the list twice' })
    else if (Quantity > left)
      faults.push({ pointer: `/Lines/${at}/Quantity`, message: `must be at most ${left}, which is not refunded yet` })
    return line ? [{ line, quantity: Quantity, isRestocked: IsRestocked ?? !line.isShipped }] : []
  })
  if (faults.length > 0) throw ruleRefused('store-rule', 'The refund does not fit the order.', faults)
  return refunded
}

const parseShipping = ({ order }: LockedOrder, { ShippingAmount }: StoreOrderRefundInput): number => {
  const cents = ShippingAmount == null ? 0 : toCents(ShippingAmount)
  const left = toCents(order.shippingAmount) - toCents(order.shippingRefunded)
  if (cents <= left) return cents
  const message = `must be at most ${fromCents(left)}, which is not refunded yet`
  throw ruleRefused('store-rule', 'The refund does not fit the order.', [{ pointer: '/ShippingAmount', message }])
}

/** Returns what a line cost, in cents: nothing if benefits or a discount made it free. */
const costOf = ({ amount, discount, tax }: StorePurchaseLine): number =>
  toCents(amount) - toCents(discount) + toCents(tax)

const VOUCHER_KIND = 2

/** Voids as many unused vouchers of a line as are refunded. @throws 409 order-state. */
const takeBack = async (scope: Scope, tx: Transaction, line: StorePurchaseLine, quantity: number): Promise<void> => {
  const { tenantId } = scope.db
  const { kindId } = await tx.storeItem.findFirstOrThrow({ where: { tenantId, id: line.itemId } })
  if (kindId !== VOUCHER_KIND) return
  await voidRefunded(scope, tx, line, quantity)
}

/**
 * Pieces that were not sent return to stock, those on back order first; sent ones if staff say so. Pieces that are picked up
 * return unless staff say no: whether the buyer already has them is not recorded.
 */
const restock = async (scope: Scope, tx: Transaction, refunded: readonly Refunded[]): Promise<void> => {
  const parts = refunded.map(({ line, quantity, isRestocked }) => {
    const unsent = line.isShipped ? Math.min(quantity, Math.max(0, line.quantity - line.refunded - line.shipped)) : 0
    const unordered = Math.min(line.backordered, quantity)
    const kept = Math.max(0, unsent - unordered)
    const restocked = isRestocked ? quantity - unordered : kept
    return { line, quantity, unordered, restocked }
  })
  for (const { line, quantity, unordered } of parts) {
    const data = { refunded: { increment: quantity }, backordered: { decrement: unordered } }
    await tx.storePurchaseLine.update({ where: { tenantId_id: { tenantId: line.tenantId, id: line.id } }, data })
  }
  await returnStock(
    scope,
    tx,
    parts.map(({ line, unordered, restocked }) => {
      const { id: lineId, trackingId, itemId, subItemId } = line
      return { lineId, trackingId, itemId, subItemId, unordered, restocked }
    }),
  )
}

interface CreditRequest {
  invoiceId: number
  notes: string
  refunded: readonly Refunded[]
  shippingCents: number
}

/**
 * Issues the credit, returns the money and tells the buyer. Pieces that benefits or a discount made free are returned without
 * a credit.
 */
const addCredit = async (
  scope: Scope,
  tx: Transaction,
  locked: LockedOrder,
  { invoiceId, notes, refunded, shippingCents }: CreditRequest,
): Promise<{ id: number | null; cents: number }> => {
  if (shippingCents === 0 && refunded.every(({ line }) => costOf(line) === 0)) return { id: null, cents: 0 }
  const parts = partsOf(locked, refunded, shippingCents)
  const document = { invoiceId, contactId: locked.payerId, issuedOn: todayOf(scope), notes, parts }
  const credit = await creditInvoiceParts(scope, tx, document)
  await requireNotWrittenOff(scope, tx, locked, { invoiceId, cents: credit.cents })
  await returnMoney(scope, tx, locked, { invoiceId, credit })
  await reportRefund(scope, tx, locked.order, credit)
  return credit
}

/** What was written off was not paid, so that no money is left to return for it. @throws 409 written-off. */
const requireNotWrittenOff = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  { order }: LockedOrder,
  { invoiceId, cents }: { invoiceId: number; cents: number },
): Promise<void> => {
  const where = { tenantId, invoiceId, voidedAt: null }
  const { _sum } = await tx.writeOff.aggregate({ where, _sum: { total: true } })
  const writtenOff = toCents(_sum.total ?? 0)
  if (writtenOff === 0 || toCents(order.refunded) + cents + writtenOff <= toCents(order.total)) return
  const amount = fromCents(writtenOff)
  throw conflict('written-off', `${amount} of the invoice is written off, and was not paid. Void the write-off first.`)
}

const partsOf = (
  { order, lines }: LockedOrder,
  refunded: readonly Refunded[],
  shippingCents: number,
): CreditedPart[] => {
  const parts = refunded.map(({ line, quantity }) => {
    const { position, refunded: before, quantity: whole } = line
    return { position, before, now: before + quantity, whole }
  })
  const before = toCents(order.shippingRefunded)
  const shipping = {
    position: lines.length + 1,
    before,
    now: before + shippingCents,
    whole: toCents(order.shippingAmount),
  }
  return shippingCents > 0 ? [...parts, shipping] : parts
}

/**
 * Applies the credit to what is open on the invoice. What was paid goes back to vouchers for amounts, then to the charge by the
 * job, then to other vouchers; the rest of the credit stays with the contact.
 */
const returnMoney = async (
  scope: Scope,
  tx: Transaction,
  { order, payerId, charge }: LockedOrder,
  { invoiceId, credit }: { invoiceId: number; credit: { id: number; cents: number } },
): Promise<void> => {
  const { tenantId } = scope.db
  const open = await applyCreditTo(scope, tx, credit.id, { invoiceId, cents: credit.cents })
  const returned = { creditId: credit.id, isAmount: true, maxCents: credit.cents - open }
  const amounts = await returnToVouchers(scope, tx, { purchaseId: order.id }, returned)
  const captured = charge?.status === 'succeeded' ? toCents(charge.amountCaptured) - toCents(charge.amountRefunded) : 0
  const byCharge = Math.min(captured, credit.cents - open - amounts)
  const rest = credit.cents - open - amounts - byCharge
  await returnToVouchers(scope, tx, { purchaseId: order.id }, { ...returned, isAmount: false, maxCents: rest })
  await tx.storeRefund.create({
    data: {
      tenantId,
      purchaseId: order.id,
      creditId: credit.id,
      total: fromCents(credit.cents),
      chargeAmount: fromCents(byCharge),
      isSettled: byCharge === 0,
      createdAt: scope.clock.now(),
    },
  })
  await finishDocuments(scope, tx, payerId, [], [])
}
