import type {
  StoredCredit,
  StoredInvoice,
  StoredPayment,
  StoredRefund,
  StoredWriteOff,
} from '#areas/finance/books/documents/documents.queries'
import type {
  FeedApplication,
  FeedCredit,
  FeedInvoice,
  FeedLineItem,
  FeedPayment,
  FeedRefund,
  FeedWriteOff,
} from '#contract/finance/integration-feeds'
import { dayOf } from '#kernel/time/day'
import type { Application, CreditLine, Invoice, InvoiceLine, Prisma, WriteOffLine } from '#prisma/client'
import type { Fed, LineIds } from './feed-documents.queries.ts'

const digits = (id: number | bigint | null | undefined): string | null => (id == null ? null : String(id))
const amountOf = (value: Prisma.Decimal): number => value.toNumber()

const nameOf = ({ contact }: Fed<object>): string | null => contact?.displayName ?? null
const emailOf = ({ contact }: Fed<object>): string | null => contact?.emailAddress ?? null

export const presentFedInvoice = (fed: Fed<StoredInvoice>): FeedInvoice => {
  const { document, customerId, contact, lineIds } = fed
  const shipping = findShippingLine(document)
  return {
    PurchaseId: document.id,
    InvoiceDate: dayOf(document.issuedOn),
    DueDate: dayOf(document.dueOn),
    Email: emailOf(fed),
    AmsContactId: digits(contact?.id),
    ContactName: nameOf(fed),
    IntegrationCustomerId: customerId,
    DepositAccountId: null,
    InvoiceNumber: `INV-${document.number}`,
    CustomerMessage: document.message,
    TotalTax: amountOf(document.tax),
    ShippingAmount: amountOf(shippingOf(document, shipping)),
    Address: presentPostal(document.billingAddress),
    LineItems: document.lines.filter((line) => line !== shipping).map((line) => presentLine(line, lineIds)),
    Shipping: presentShipping(document.shippingDetails),
  }
}

/** Finds the last line if it charges the way of shipping, as orders of the store do, because shipping can be taxed. */
const findShippingLine = ({ lines, shippingDetails }: StoredInvoice): InvoiceLine | undefined => {
  const method = shippingDetails === null ? null : textsOf(shippingDetails)('Method')
  const last = lines.at(-1)
  return last && last.feeItemId === null && last.description === method ? last : undefined
}

const shippingOf = ({ shipping }: StoredInvoice, line: InvoiceLine | undefined): Prisma.Decimal =>
  line ? shipping.plus(line.amount).minus(line.discount) : shipping

type Postal = NonNullable<FeedInvoice['Address']>

/** Reads the texts of an address as it was saved with the invoice. */
const textsOf = (saved: Prisma.JsonValue): ((name: string) => string | null) => {
  const fields = new Map(Object.entries(saved ?? {}))
  return (name) => {
    const value = fields.get(name)
    return typeof value === 'string' ? value : null
  }
}

const postalOf = (text: (name: string) => string | null): Postal => ({
  Line1: text('Line1'),
  Line2: text('Line2'),
  City: text('City'),
  StateProvince: text('StateProvince'),
  PostalCode: text('PostalCode'),
  CountryCode: text('CountryCode'),
})

const presentPostal = (saved: Prisma.JsonValue): FeedInvoice['Address'] =>
  saved === null ? null : postalOf(textsOf(saved))

const presentShipping = (saved: Prisma.JsonValue): FeedInvoice['Shipping'] => {
  if (saved === null) return null
  const text = textsOf(saved)
  return {
    ContactName: text('ContactName'),
    ...postalOf(text),
    Method: text('Method'),
    TrackingNumber: text('TrackingNumber'),
    ShipDate: text('ShipDate'),
  }
}

const presentLine = (line: InvoiceLine | CreditLine, ids: LineIds): FeedLineItem => ({
  LineItemId: String(line.id),
  SaleableItemId: digits(line.feeItemId),
  IntegrationItemId: ids.items.get(line.feeItemId ?? 0) ?? null,
  Description: line.description,
  Quantity: amountOf(line.quantity),
  UnitPrice: amountOf(line.unitPrice),
  Amount: amountOf(line.amount),
  DiscountId: digits(line.discountId),
  DiscountAmount: amountOf(line.discount),
  TaxSetId: digits(line.taxSetId),
  TaxAmount: amountOf(line.tax),
  IntegrationTaxCodeId: ids.taxes.get(line.taxSetId ?? 0) ?? null,
  AccountId: String(line.accountId),
  IntegrationAccountId: ids.accounts.get(line.accountId) ?? null,
  ClassId: digits(line.classId),
  IntegrationClassId: ids.classes.get(line.classId ?? 0) ?? null,
  ServiceDate: line.serviceOn && dayOf(line.serviceOn),
})

/** Presents a line of a document that sells nothing: of a write-off or a refund. */
const plainLine = (line: {
  id: number
  description: string
  amount: number
  tax: number
  accountId: number
  classId: number | null
  ids: LineIds
}): FeedLineItem => ({
  LineItemId: String(line.id),
  SaleableItemId: null,
  IntegrationItemId: line.ids.items.get(line.accountId) ?? null,
  Description: line.description,
  Quantity: 1,
  UnitPrice: line.amount,
  Amount: line.amount,
  DiscountId: null,
  DiscountAmount: 0,
  TaxSetId: null,
  TaxAmount: line.tax,
  IntegrationTaxCodeId: null,
  AccountId: String(line.accountId),
  IntegrationAccountId: line.ids.accounts.get(line.accountId) ?? null,
  ClassId: digits(line.classId),
  IntegrationClassId: line.ids.classes.get(line.classId ?? 0) ?? null,
  ServiceDate: null,
})

/** Presents what of a document is applied to each invoice, by the first application of each. */
const presentApplications = (applications: readonly (Application & { invoice: Invoice })[]): FeedApplication[] => {
  const byInvoice = new Map<number, { first: Application & { invoice: Invoice }; cents: number }>()
  for (const one of applications) {
    const cents = Math.round(one.amount.toNumber() * 100)
    const known = byInvoice.get(one.invoiceId)
    byInvoice.set(one.invoiceId, { first: known?.first ?? one, cents: (known?.cents ?? 0) + cents })
  }
  return [...byInvoice.values()]
    .filter(({ cents }) => cents > 0)
    .map(({ first, cents }) => ({
      ApplicationId: String(first.id),
      PurchaseId: String(first.invoiceId),
      InvoiceNumber: `INV-${first.invoice.number}`,
      Amount: cents / 100,
      ApplicationDate: dayOf(first.appliedOn),
    }))
}

export const presentFedCredit = (fed: Fed<StoredCredit>, currency: string): FeedCredit => {
  const { document, customerId, contact, lineIds } = fed
  return {
    CreditDate: dayOf(document.issuedOn),
    AmsContactId: digits(contact?.id),
    ContactName: nameOf(fed),
    IntegrationCustomerId: customerId,
    CurrencyCode: currency,
    DepositAccountId: null,
    CreditNumber: `CR-${document.number}`,
    Notes: document.notes,
    Total: amountOf(document.total),
    TotalTax: amountOf(document.tax),
    Email: emailOf(fed),
    LineItems: document.lines.map((line) => presentLine(line, lineIds)),
    Applications: presentApplications(document.applications),
  }
}

export const presentFedPayment = (fed: Fed<StoredPayment>, currency: string): FeedPayment => {
  const { document, customerId, contact } = fed
  const isUndeposited = document.depositAccount.systemRole === 'undeposited-funds'
  return {
    VoidedDate: (document.reversedOn ?? document.voidedAt)?.toISOString() ?? null,
    PaymentDate: dayOf(document.receivedOn),
    ContactId: digits(contact?.id),
    ContactName: nameOf(fed),
    IntegrationCustomerId: customerId,
    PaymentGatewayId: digits(document.gatewayId),
    PaymentTypeId: String(document.paymentTypeId) as FeedPayment['PaymentTypeId'],
    CurrencyCode: currency,
    DepositAccountId: isUndeposited ? null : String(document.depositAccountId),
    PaymentNumber: `PAY-${document.number}`,
    Notes: document.notes,
    Total: amountOf(document.amount),
    Email: emailOf(fed),
    Applications: presentApplications(document.applications),
  }
}

export const presentFedRefund = (fed: Fed<StoredRefund>, currency: string): FeedRefund => {
  const { document, customerId, contact, lineIds, accounts } = fed
  const { payment, credit } = document
  const receivable = accounts.get('receivable') ?? 0
  const of = payment ? `PAY-${payment.number}` : `CR-${credit?.number}`
  const amounts = { amount: amountOf(document.amount), tax: 0 }
  const line = { id: document.id, description: `Refund of ${of}`, accountId: receivable, classId: null, ids: lineIds }
  return {
    TxnDate: dayOf(document.refundedOn),
    AmsContactId: digits(contact?.id),
    ContactName: nameOf(fed),
    IntegrationCustomerId: customerId,
    CurrencyCode: currency,
    DepositAccountId: String(document.accountId),
    AccountsReceivableAccountId: String(receivable),
    RefundNumber: `REF-${document.number}`,
    PaymentNumber: payment && `PAY-${payment.number}`,
    Notes: document.notes,
    Total: amountOf(document.amount),
    LineItems: [plainLine({ ...line, ...amounts })],
  }
}

export const presentFedWriteOff = (fed: Fed<StoredWriteOff>, currency: string): FeedWriteOff => {
  const { document, customerId, contact, lineIds, accounts } = fed
  const lineOf = (line: WriteOffLine) =>
    plainLine({ ...line, amount: amountOf(line.amount), tax: amountOf(line.tax), ids: lineIds })
  return {
    WriteOffDate: dayOf(document.writtenOffOn),
    ContactId: digits(contact?.id),
    ContactName: nameOf(fed),
    IntegrationCustomerId: customerId,
    CurrencyCode: currency,
    DepositAccountId: digits(accounts.get('bad-debt')),
    WriteOffNumber: `WO-${document.number}`,
    Notes: document.notes,
    Total: amountOf(document.total),
    TotalTax: amountOf(document.tax),
    Email: emailOf(fed),
    LineItems: document.lines.map(lineOf),
    Applications: presentApplications(document.applications),
  }
}
