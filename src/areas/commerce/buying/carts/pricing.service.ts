import { listSystemAccountIds } from '#areas/finance/books/accounts/accounts.queries'
import { type BillTo, lockBillTo } from '#areas/finance/books/billing/billing.service'
import { findPromotion, type Promotion } from '#areas/finance/books/discounts/discounts.queries'
import { taxAddressOf } from '#areas/finance/books/documents/line-catalog.queries'
import { type DocumentLine, resolveLines } from '#areas/finance/books/documents/lines.service'
import type { DocumentLineSaveInput } from '#contract/finance/invoices'
import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import { fromCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { todayOf } from '#kernel/time/day'
import { type PricedShipping, priceShipping } from '../shipping-methods/shipping-methods.service.ts'
import { type PaidVoucher, reserveVouchers } from '../vouchers/vouchers.service.ts'
import type { CartDraft, DraftLine } from './cart.input.ts'
import { findReductions } from './cart-benefits.service.ts'
import { listMembershipTypeIds, readSoldItems, type SoldItem } from './carts.queries.ts'
import { faultsOfLine, unitCentsOf } from './prices.model.ts'

/** A line of a cart with its item and its amounts. */
export interface PricedLine extends DraftLine {
  item: SoldItem
  trackingId: number
  name: string
  document: DocumentLine
}

/** A cart with its prices. Amounts are in cents. */
export interface PricedCart {
  billTo: BillTo
  lines: PricedLine[]
  shipping: PricedShipping | null
  /** Its line of the invoice, if shipping is taxed. */
  shippingLine: DocumentLine | null
  itemTotal: number
  discountTotal: number
  shippingAmount: number
  taxTotal: number
  total: number
  vouchers: PaidVoucher[]
  voucherTotal: number
}

/**
 * Calculates the prices of a cart, and reserves its vouchers for it. The caller has locked the contact and the cart.
 *
 * @throws 422 store-rule, unknown-reference, books-rule, voucher-not-valid, benefit-used-up.
 */
export const priceCart = async (
  scope: Scope,
  tx: Transaction,
  { id: cartId, contactId }: { id: number; contactId: number },
  draft: CartDraft,
): Promise<PricedCart> => {
  const today = todayOf(scope)
  const billTo = await lockBillTo(scope, tx, contactId)
  const lines = await readLines(scope, tx, contactId, draft)
  const discount = await findPromotion(scope, tx, draft.promoCode, today)
  const reduced = await findReductions(scope, tx, contactId, lines)
  const prices = lines.map(({ unitCents, quantity }, at) => unitCents * quantity - (reduced[at] ?? 0))
  const discounted = withDiscounts(await inputsOf(scope, tx, lines), prices, reduced, discount)
  const orderCents = prices.reduce((sum, price, at) => sum + price - (discounted.cents[at] ?? 0), 0)
  const shipping = await priceShipping(scope, tx, draft, { items: lines, orderCents })
  const inputs = shipping ? [...discounted.inputs, shipping.input] : discounted.inputs
  const address = taxAddressOf(shipping?.address, draft.billingAddress, billTo.address)
  const resolved = await resolveLines(scope, tx, inputs, today, { isTaxExempt: billTo.isTaxExempt, address })
  const documents = resolved.map((line, at) => (discounted.cents[at] && discount ? ofDiscount(line, discount) : line))
  const shippingLine = shipping ? (documents[lines.length] ?? null) : null
  const priced = lines.map((line, at) => ({ ...line, document: documents[at] as DocumentLine }))
  return withTotals(scope, tx, cartId, draft, { billTo, lines: priced, shipping, shippingLine })
}

interface UnpricedLine extends Omit<PricedLine, 'document'> {
  unitCents: number
}

const readLines = async (
  scope: Scope,
  tx: Transaction,
  contactId: number,
  draft: CartDraft,
): Promise<UnpricedLine[]> => {
  const items = await readSoldItems(
    scope,
    tx,
    draft.lines.map(({ itemId }) => itemId),
  )
  const membershipTypeIds = await listMembershipTypeIds(scope, tx, contactId)
  const buyer = { membershipTypeIds, today: todayOf(scope) }
  const faults = draft.lines.flatMap((line, at): FieldFault[] =>
    faultsOfLine(line, items.get(line.itemId), buyer, `/Lines/${at}`),
  )
  if (faults.length > 0) throw ruleRefused('store-rule', 'Items of the cart cannot be sold to the contact.', faults)
  return draft.lines.flatMap((line) => {
    const item = items.get(line.itemId)
    if (!item) return []
    const subItem = item.subItems.find(({ id }) => id === line.subItemId) ?? null
    const name = subItem ? `${item.name}, ${subItem.name}` : item.name
    const unitCents = unitCentsOf({ ...item, subItem }, membershipTypeIds.size > 0)
    return [{ ...line, item, name, unitCents, trackingId: item.trackingId }]
  })
}

const VOUCHER_KIND = 2

/**
 * Returns the lines of the invoice. A voucher is owed until it pays, whatever account its fee item has; an item without a fee
 * item is income of the store.
 */
const inputsOf = async (
  scope: Scope,
  tx: Transaction,
  lines: readonly UnpricedLine[],
): Promise<DocumentLineSaveInput[]> => {
  const accounts = await listSystemAccountIds(tx, scope.db.tenantId)
  return lines.map(({ item, name, unitCents, quantity }) => ({
    Description: name,
    Quantity: quantity,
    UnitPrice: Number(fromCents(unitCents)),
    ...(item.feeItemId !== null && { FeeItemId: item.feeItemId }),
    ...(item.kindId === VOUCHER_KIND
      ? { AccountId: accounts.get('vouchers') ?? null }
      : item.feeItemId === null && { AccountId: accounts.get('store-income') ?? null }),
    ...(item.classId !== null && { ClassId: item.classId }),
    ...(item.taxSetId !== null && { TaxSetId: item.taxSetId }),
  }))
}

/** Adds the reductions by benefits and the promotion to the lines. `cents` is what the promotion takes off each line. */
const withDiscounts = (
  inputs: readonly DocumentLineSaveInput[],
  prices: readonly number[],
  reduced: readonly number[],
  discount: Promotion | null,
) => {
  const cents = discount ? discount.ofLines(prices) : prices.map(() => 0)
  const all = cents.map((promotion, at) => promotion + (reduced[at] ?? 0))
  return {
    cents,
    inputs: inputs.map((input, at) => ({ ...input, DiscountAmount: Number(fromCents(all[at] ?? 0)) })),
  }
}

const ofDiscount = (line: DocumentLine, { id, accountId }: Promotion): DocumentLine =>
  line.discount > 0 ? { ...line, discountId: id, discountAccount: accountId ?? 'discounts' } : line

const owedFor = ({ amount, discount, tax }: DocumentLine): number => amount - discount + tax

const withTotals = async (
  scope: Scope,
  tx: Transaction,
  cartId: number,
  draft: CartDraft,
  parts: Pick<PricedCart, 'billTo' | 'lines' | 'shipping' | 'shippingLine'>,
): Promise<PricedCart> => {
  const { lines, shippingLine } = parts
  const sum = (of: (line: DocumentLine) => number) => lines.reduce((total, { document }) => total + of(document), 0)
  const itemTotal = sum(({ amount }) => amount)
  const discountTotal = sum(({ discount }) => discount)
  const shippingAmount = shippingLine?.amount ?? 0
  const taxTotal = sum(({ tax }) => tax) + (shippingLine?.tax ?? 0)
  const total = itemTotal - discountTotal + shippingAmount + taxTotal
  const paid = lines.map(({ itemId, quantity, document }) => ({ itemId, quantity, totalCents: owedFor(document) }))
  const vouchers = await reserveVouchers(scope, tx, cartId, draft.voucherCodes, { lines: paid, total })
  const voucherTotal = vouchers.reduce((all, { cents }) => all + cents, 0)
  return { ...parts, itemTotal, discountTotal, shippingAmount, taxTotal, total, vouchers, voucherTotal }
}
