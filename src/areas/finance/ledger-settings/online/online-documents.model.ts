import type { LedgerDocument, LedgerLine } from '../ledger.port.ts'

/** The item of shipping, which every company of QuickBooks Online has. */
const SHIPPING_ITEM = 'SHIPPING_ITEM_ID'

const amountOf = (cents: number): number => cents / 100
const reference = (value: string | null) => (value === null ? undefined : { value })

type Sale = Extract<LedgerDocument, { kind: 'invoice' | 'creditMemo' }>
type Paid = Extract<LedgerDocument, { kind: 'payment' }>
type Refunded = Extract<LedgerDocument, { kind: 'refund' }>

/** Returns the memo of a document, which only users of the ledger see: it identifies the creation. */
export const memoOf = (requestId: string): string => `Sent by Guildhall (${requestId})`

/** Returns the body of a document, as the API takes it to create or replace one. */
export const makeDocumentBody = (document: LedgerDocument, requestId: string): object => ({
  ...contentOf(document),
  PrivateNote: memoOf(requestId),
})

const contentOf = (document: LedgerDocument): object => {
  if (document.kind === 'payment') return paymentBody(document)
  return document.kind === 'refund' ? purchaseBody(document) : saleBody(document)
}

const saleBody = ({ kind, number, customerId, datedOn, dueOn, lines, discounts, shipping, tax }: Sale) => ({
  DocNumber: number,
  TxnDate: datedOn,
  CustomerRef: { value: customerId },
  ...(kind === 'invoice' && dueOn !== null && { DueDate: dueOn }),
  Line: [
    ...lines.map(saleLine),
    ...(shipping === 0 ? [] : [{ ...itemLine(shipping), SalesItemLineDetail: { ItemRef: { value: SHIPPING_ITEM } } }]),
    ...discounts.map(({ discountId, amount }) => ({
      Amount: amountOf(amount),
      DetailType: 'DiscountLineDetail',
      DiscountLineDetail: { PercentBased: false, DiscountAccountRef: { value: discountId } },
    })),
  ],
  GlobalTaxCalculation: 'TaxExcluded',
  TxnTaxDetail: { TotalTax: amountOf(tax) },
})

const itemLine = (cents: number) => ({ Amount: amountOf(cents), DetailType: 'SalesItemLineDetail' })

const saleLine = ({ itemId, classId, taxCodeId, description, quantity, amount, serviceOn }: LedgerLine) => ({
  ...itemLine(amount),
  Description: description,
  SalesItemLineDetail: {
    ItemRef: { value: itemId },
    ClassRef: reference(classId),
    TaxCodeRef: reference(taxCodeId),
    Qty: quantity,
    ServiceDate: serviceOn ?? undefined,
  },
})

const TYPES = { invoice: 'Invoice', creditMemo: 'CreditMemo' } as const

const paymentBody = ({ number, customerId, datedOn, total, methodId, depositAccountId, applied }: Paid) => ({
  PaymentRefNum: number,
  TxnDate: datedOn,
  CustomerRef: { value: customerId },
  TotalAmt: amountOf(total),
  PaymentMethodRef: reference(methodId),
  DepositToAccountRef: reference(depositAccountId),
  Line: applied.map(({ kind, id, amount }) => ({
    Amount: amountOf(amount),
    LinkedTxn: [{ TxnId: id, TxnType: TYPES[kind] }],
  })),
})

/**
 * Returns the body of a refund, which debits the receivables of the customer: an expense of the account that the money
 * comes from.
 */
const purchaseBody = ({ number, customerId, datedOn, total, accountId, receivableAccountId }: Refunded) => ({
  PaymentType: 'Cash',
  DocNumber: number,
  TxnDate: datedOn,
  AccountRef: { value: accountId },
  EntityRef: { value: customerId, type: 'Customer' },
  Line: [
    {
      Amount: amountOf(total),
      DetailType: 'AccountBasedExpenseLineDetail',
      AccountBasedExpenseLineDetail: { AccountRef: { value: receivableAccountId }, CustomerRef: { value: customerId } },
    },
  ],
})
