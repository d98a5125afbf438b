import type { BookDocument, BookLine } from '#areas/finance/books/book-documents.queries'
import type { Day } from '#kernel/time/calendar'
import type { AppliedPart, LedgerDocument, LedgerLine } from '../ledger.port.ts'
import type { Counterparts } from './counterparts.queries.ts'
import { allOf, Unsendable } from './sync.model.ts'

type Sale = Extract<BookDocument, { kind: 'invoice' | 'credit' | 'writeoff' }>
type Paid = Extract<BookDocument, { kind: 'payment' }>
type Refunded = Extract<BookDocument, { kind: 'refund' }>

const headOf = ({ number, datedOn, total }: BookDocument, customerId: string) => ({
  number,
  datedOn,
  total,
  customerId,
})

/** Makes an invoice of the ledger; a credit and a write-off are credit memos. @throws Unsendable. */
export const makeSaleDocument = (document: Sale, customerId: string, counterparts: Counterparts): LedgerDocument => {
  const isInvoice = document.kind === 'invoice'
  return {
    ...headOf(document, customerId),
    kind: isInvoice ? 'invoice' : 'creditMemo',
    dueOn: isInvoice ? document.dueOn : null,
    ...saleParts(document, counterparts),
  }
}

/**
 * Returns what an invoice and the credit memo that takes it back have in common.
 *
 * @throws Unsendable with all that is missing.
 */
const saleParts = (document: Sale, counterparts: Counterparts) => {
  const [discounts, lines] = allOf(
    () => discountsOf(document.lines, counterparts),
    () => allOf(...document.lines.map((line) => () => lineFor(document, line, counterparts))),
  )
  return {
    lines: [...lines, ...discounts.slice(counterparts.maxDiscounts).map((one) => discountLine(one, counterparts))],
    discounts: discounts.slice(0, counterparts.maxDiscounts).map(({ discountId, amount }) => ({ discountId, amount })),
    shipping: document.kind === 'invoice' ? document.shipping : 0,
    tax: document.tax,
  }
}

/**
 * Makes a payment of the ledger.
 *
 * @param applied the invoices that the payment pays, as the ledger knows them.
 * @throws Unsendable.
 */
export const makePaymentDocument = (
  document: Paid,
  customerId: string,
  counterparts: Counterparts,
  applied: readonly AppliedPart[],
): LedgerDocument => {
  const [methodId, depositAccountId] = allOf(
    () => methodOf(document, counterparts),
    () => depositAccountOf(document, counterparts),
  )
  return { ...headOf(document, customerId), kind: 'payment', methodId, depositAccountId, applied }
}

/** Makes the use of a credit memo for invoices: a payment of 0. */
export const makeApplicationDocument = (
  document: Sale,
  customerId: string,
  creditMemoId: string,
  invoices: readonly AppliedPart[],
): LedgerDocument => {
  const amount = invoices.reduce((sum, part) => sum + part.amount, 0)
  return {
    ...headOf(document, customerId),
    kind: 'payment',
    total: 0,
    methodId: null,
    depositAccountId: null,
    applied: [...invoices, { kind: 'creditMemo', id: creditMemoId, amount }],
  }
}

/** Makes a refund of the ledger. @throws Unsendable. */
export const makeRefundDocument = (
  document: Refunded,
  customerId: string,
  counterparts: Counterparts,
): LedgerDocument => ({
  ...headOf(document, customerId),
  kind: 'refund',
  ...refundAccounts(document.accountId, counterparts),
})

/** Returns the account that the money of a refund comes from, and that of the receivables. */
const refundAccounts = (id: number, counterparts: Counterparts) => {
  const [accountId, receivableAccountId] = allOf(
    () => counterparts.require('account', id),
    () => counterparts.require('account', counterparts.receivableAccountId),
  )
  return { accountId, receivableAccountId }
}

/** A void of a document whose period is closed: the opposite document, on another day. */
export interface Reversal {
  customerId: string
  /** The day of the void. */
  datedOn: Day
}

/**
 * Makes the document that takes another one back: a credit memo for an invoice, an invoice for a credit memo, a refund
 * for a payment, and a payment for a refund.
 *
 * @throws Unsendable.
 */
export const makeReversalDocument = (
  document: BookDocument,
  { customerId, datedOn }: Reversal,
  counterparts: Counterparts,
): LedgerDocument => {
  const head = { number: `${document.number}-VOID`, datedOn, total: document.total, customerId }
  if (document.kind === 'payment')
    return { ...head, kind: 'refund', ...refundAccounts(document.depositAccountId, counterparts) }
  if (document.kind === 'refund') {
    const depositAccountId = counterparts.require('account', document.accountId)
    return { ...head, kind: 'payment', methodId: null, depositAccountId, applied: [] }
  }
  const { lines, discounts, shipping, tax } = saleParts(document, counterparts)
  const explained = lines.map((line) => ({ ...line, description: `Void of ${document.number}: ${line.description}` }))
  const isInvoice = document.kind === 'invoice'
  const dueOn = isInvoice ? null : datedOn
  return { ...head, kind: isInvoice ? 'creditMemo' : 'invoice', dueOn, lines: explained, discounts, shipping, tax }
}

const lineFor = ({ kind }: Sale, line: BookLine, counterparts: Counterparts): LedgerLine =>
  kind === 'writeoff' ? badDebtLine(line, counterparts) : saleLine(line, counterparts)

const saleLine = (line: BookLine, counterparts: Counterparts): LedgerLine => {
  const [itemId, taxCodeId] = allOf(
    () => itemOf(line, counterparts),
    () => (line.taxSetId === null ? null : counterparts.require('tax', line.taxSetId)),
  )
  return { ...lineOf(line, itemId, counterparts), taxCodeId }
}

const badDebtLine = (line: BookLine, counterparts: Counterparts): LedgerLine => ({
  ...lineOf(line, counterparts.require('writeOff', line.accountId), counterparts),
  taxCodeId: null,
})

/**
 * Makes the fields that all lines have. The class of the ledger's item has precedence. A line can be without a class.
 */
const lineOf = (line: BookLine, itemId: string, counterparts: Counterparts) => {
  const { description, quantity, amount, serviceOn, classId } = line
  const mapped = classId === null ? null : counterparts.find('class', classId)
  return { itemId, description, quantity, amount, serviceOn, classId: counterparts.item(itemId)?.classId ?? mapped }
}

/**
 * Returns the counterpart of the fee item, otherwise an item of the ledger that is posted to the counterpart of the
 * account.
 */
const itemOf = ({ feeItemId, accountId }: BookLine, counterparts: Counterparts): string => {
  const mapped = feeItemId === null ? null : counterparts.find('feeItem', feeItemId)
  if (mapped !== null) return mapped
  const account = counterparts.find('account', accountId)
  const alternative =
    feeItemId === null ? '' : `, or the fee item "${counterparts.nameOf('feeItem', feeItemId)}" to an item`
  const name = counterparts.nameOf('account', accountId)
  if (account === null) throw new Unsendable(`Map the account "${name}" to an account of the ledger${alternative}.`)
  const item = counterparts.itemOfAccount(account)
  if (item) return item.id
  throw new Unsendable(
    `The account "${name}" is mapped to "${counterparts.ledgerNameOf('account', accountId)}", which no item of the ledger is posted to. Map the account to one that has an item${alternative}, or create an item there.`,
  )
}

/** The sum of a discount of a document. */
interface SummedDiscount {
  discountId: string
  amount: number
  /** In the service. */
  name: string
}

const discountsOf = (lines: readonly BookLine[], counterparts: Counterparts): SummedDiscount[] => {
  const sums = new Map<string, SummedDiscount>()
  const discounted = lines.filter(({ discount }) => discount !== 0)
  allOf(...discounted.map((line) => () => addDiscount(sums, line, counterparts)))
  return [...sums.values()]
}

const addDiscount = (
  sums: Map<string, SummedDiscount>,
  { discountId, discount }: BookLine,
  counterparts: Counterparts,
): void => {
  if (discountId === null) throw new Unsendable('Issue the document again with a discount of the list.')
  const id = counterparts.require('discount', discountId)
  const sum = sums.get(id) ?? { discountId: id, amount: 0, name: counterparts.nameOf('discount', discountId) }
  sums.set(id, { ...sum, amount: sum.amount + discount })
}

/**
 * Makes the line of a discount beyond those that a document of the ledger can have: a negative line of an item with the
 * same account.
 */
const discountLine = ({ discountId, amount, name }: SummedDiscount, counterparts: Counterparts): LedgerLine => {
  const item = counterparts.itemOfAccount(discountId)
  if (item)
    return {
      itemId: item.id,
      classId: item.classId ?? null,
      taxCodeId: null,
      serviceOn: null,
      description: name,
      quantity: 1,
      amount: -amount,
    }
  throw new Unsendable(
    `Create an item in the ledger that is posted to the counterpart of the discount "${name}": a document of the ledger can have one discount, and the others are lines.`,
  )
}

/** Returns the payment method of the gateway, otherwise that of the payment type. */
const methodOf = ({ gatewayId, paymentTypeId }: Paid, counterparts: Counterparts): string =>
  (gatewayId === null ? null : counterparts.find('paymentGateway', gatewayId)) ??
  counterparts.require('paymentType', paymentTypeId)

/**
 * Returns the account that a payment goes to in the ledger. Without a counterpart for undeposited funds, the ledger
 * uses its own.
 */
const depositAccountOf = ({ depositAccountId }: Paid, counterparts: Counterparts): string | null => {
  if (depositAccountId === counterparts.undepositedAccountId) return counterparts.find('account', depositAccountId)
  return counterparts.require('account', depositAccountId)
}
