import type { Invoice } from '#contract/finance/invoices'
import type { Payment } from '#contract/finance/payments'
import type { ContactBalance, Statement } from '#contract/finance/receivables'
import { toCents } from '#kernel/money/cents'

// The variables of the templates: the names are those that services/documents/built-in documents.

const SOURCES: ReadonlyMap<string, string> = new Map([
  ['payment', 'Payment'],
  ['credit', 'Credit'],
  ['writeoff', 'Write-off'],
])

export const makeInvoiceVariables = (invoice: Invoice): object => ({
  number: invoice.DisplayNumber,
  date: invoice.IssuedDate,
  due_on: invoice.DueDate,
  is_void: invoice.Status === 'Void',
  lines: (invoice.Lines ?? []).map((line) => ({
    description: line.Description,
    ...(line.ServiceDate && { service_date: line.ServiceDate }),
    quantity: line.Quantity,
    unit_price: line.UnitPrice,
    discount: line.DiscountAmount,
    amount: (toCents(line.Amount) - toCents(line.DiscountAmount)) / 100,
  })),
  subtotal: invoice.Subtotal,
  discount: invoice.Discount,
  shipping: invoice.Shipping,
  taxes: sumTaxes(invoice),
  total: invoice.Total,
  payments: (invoice.Applications ?? []).map(({ SourceKind, SourceNumber, AppliedDate, Amount }) => ({
    kind: SOURCES.get(SourceKind),
    number: SourceNumber,
    date: AppliedDate,
    amount: Amount,
  })),
  balance: invoice.Balance,
  ...(invoice.Message && { message: invoice.Message }),
})

/** Adds up the taxes of all lines by name and rate, in the order in which they appear. */
const sumTaxes = ({ Lines }: Invoice): { name: string | null; percent: number; amount: number }[] => {
  const sums = new Map<string, { name: string | null; percent: number; cents: number }>()
  for (const { Name, Percent, Amount } of (Lines ?? []).flatMap(({ Taxes }) => Taxes ?? [])) {
    const key = JSON.stringify([Name, Percent])
    const sum = sums.get(key) ?? { name: Name, percent: Percent, cents: 0 }
    sums.set(key, { ...sum, cents: sum.cents + toCents(Amount) })
  }
  return [...sums.values()].map(({ name, percent, cents }) => ({ name, percent, amount: cents / 100 }))
}

/** Returns the variables of the receipt of a payment. @param type the name of the payment type. */
export const makePaymentVariables = (payment: Payment, type: string): object => ({
  number: payment.DisplayNumber,
  date: payment.ReceivedDate,
  type,
  ...(payment.Reference && { reference: payment.Reference }),
  amount: payment.Amount,
  open: payment.OpenAmount,
  applications: (payment.Applications ?? []).map(({ InvoiceNumber, AppliedDate, Amount }) => ({
    number: InvoiceNumber,
    date: AppliedDate,
    amount: Amount,
  })),
  is_void: payment.Status === 'Void',
})

const TRANSACTIONS: ReadonlyMap<string, string> = new Map([
  ...SOURCES,
  ['invoice', 'Invoice'],
  ['refund', 'Refund'],
  ['opening', 'Opening balance'],
])

export const makeStatementVariables = (statement: Statement, balance: ContactBalance, today: string): object => ({
  date: today,
  ...(statement.FromDate && { from: statement.FromDate }),
  ...(statement.ToDate && { to: statement.ToDate }),
  opening: statement.OpeningBalance,
  transactions: (statement.Transactions ?? []).map((transaction) => ({
    date: transaction.Date,
    kind: TRANSACTIONS.get(transaction.DocumentKind),
    number: transaction.DisplayNumber,
    amount: transaction.Amount,
    balance: transaction.Balance,
    is_void: transaction.IsVoid,
  })),
  closing: statement.ClosingBalance,
  ages: agesOf(balance),
})

const agesOf = ({ Current, Days1To30, Days31To60, Days61To90, Over90 }: ContactBalance): object[] => {
  const ages = [
    { name: 'Current', amount: Current },
    { name: '1 to 30 days', amount: Days1To30 },
    { name: '31 to 60 days', amount: Days31To60 },
    { name: '61 to 90 days', amount: Days61To90 },
    { name: 'Over 90 days', amount: Over90 },
  ]
  return ages.some(({ amount }) => amount !== 0) ? ages : []
}
