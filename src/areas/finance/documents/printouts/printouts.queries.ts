import { readInvoice } from '#areas/finance/books/invoices/invoices.queries'
import { getPaymentTypeName } from '#areas/finance/books/payment-types.queries'
import { readPayment } from '#areas/finance/books/payments/payments.queries'
import { readContactBalance, readStatement } from '#areas/finance/books/receivables/receivables.queries'
import { findCountries } from '#areas/people/contacts/contacts.queries'
import { findBillingAddress } from '#areas/people/contacts/customers/customers.queries'
import type { Invoice } from '#contract/finance/invoices'
import type { Payment } from '#contract/finance/payments'
import type { ContactBalance, Statement } from '#contract/finance/receivables'
import { ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { todayOf } from '#kernel/time/day'
import type { PrintoutContent } from './printouts.model.ts'
import { makeInvoiceVariables, makePaymentVariables, makeStatementVariables } from './variables.model.ts'

/** The parts of a postal address; empty ones are null. */
interface PostalAddress {
  lines: readonly (string | null | undefined)[]
  city: string | null | undefined
  state: string | null | undefined
  postalCode: string | null | undefined
  /** Null within the country of the sender. */
  country: string | null | undefined
}

/** Writes an address as lines of text; null if it is empty. With a state the postal code follows the city, else it precedes. */
const writeAddress = ({ lines, city, state, postalCode, country }: PostalAddress): string | null => {
  const cityLine = state
    ? [[city, state].filter(Boolean).join(', '), postalCode].filter(Boolean).join(' ')
    : [postalCode, city].filter(Boolean).join(' ')
  const written = [...lines, cityLine, country].map((line) => line?.trim()).filter(Boolean)
  return written.length === 0 ? null : written.join('\n')
}

/** Transactions of a statement: more exceed the limits of a template. */
const MAX_TRANSACTIONS = 500

/** Reads what the document of an invoice shows. @throws 404. */
export const readInvoiceContent = async (scope: Scope, id: number): Promise<PrintoutContent> => {
  const invoice = JSON.parse((await readInvoice(scope.db, scope, id)).text) as Invoice
  const { DisplayNumber, IssuedDate, DueDate, Balance, Total } = invoice
  const contact = await findContact(scope, invoice.ContactId)
  const address = (await ownAddress(scope, invoice)) ?? contact.address
  return {
    kind: 'invoice',
    documentId: id,
    contactId: invoice.ContactId,
    name: DisplayNumber,
    datedOn: IssuedDate,
    title: `Invoice ${DisplayNumber}`,
    variables: { ...common(scope, { ...contact, address }), invoice: makeInvoiceVariables(invoice) },
    mail: { number: DisplayNumber, date: IssuedDate, due_on: DueDate, amount: Total, balance: Balance },
  }
}

/** Reads what the receipt of a payment shows. @throws 404. */
export const readReceiptContent = async (scope: Scope, id: number): Promise<PrintoutContent> => {
  const payment = JSON.parse((await readPayment(scope.db, scope, id)).text) as Payment
  const { DisplayNumber, ReceivedDate, Amount, PaymentTypeId } = payment
  const contact = await findContact(scope, payment.ContactId)
  return {
    kind: 'receipt',
    documentId: id,
    contactId: payment.ContactId,
    name: DisplayNumber,
    datedOn: ReceivedDate,
    title: `Receipt ${DisplayNumber}`,
    variables: { ...common(scope, contact), payment: makePaymentVariables(payment, getPaymentTypeName(PaymentTypeId)) },
    mail: { number: DisplayNumber, date: ReceivedDate, amount: Amount },
  }
}

/** The days that a statement shows. */
export interface Period {
  from?: string | undefined
  to?: string | undefined
}

/** Reads what the statement of a contact shows. @throws 400, 404, 422 too-many. */
export const readStatementContent = async (
  scope: Scope,
  contactId: number,
  period: Period,
): Promise<PrintoutContent> => {
  const { text, continuation } = await readStatement(scope, contactId, { ...period, $top: MAX_TRANSACTIONS })
  if (continuation !== null) throw tooLong()
  const statement = JSON.parse(text) as Statement
  const balance = JSON.parse(await readContactBalance(scope, contactId)) as ContactBalance
  const today = todayOf(scope)
  const contact = await findContact(scope, contactId)
  return {
    kind: 'statement',
    documentId: contactId,
    contactId,
    name: `Statement ${today}`,
    datedOn: today,
    title: `Statement of ${today}`,
    variables: { ...common(scope, contact), statement: makeStatementVariables(statement, balance, today) },
    mail: { date: today, balance: balance.Balance },
  }
}

const tooLong = () =>
  ruleRefused(
    'too-many',
    `The period has more than ${MAX_TRANSACTIONS} transactions. Send from and to for a shorter one, such as a year.`,
  )

interface PrintedContact {
  name: string | null
  address: string | null
}

const common = ({ tenant }: Scope, contact: PrintedContact): object => ({
  currency: tenant.currencyCode,
  contact: { name: contact.name, ...(contact.address && { address: contact.address }) },
})

/** Finds what is printed of a contact. A deleted contact is not shown. */
const findContact = async (scope: Scope, id: number | null): Promise<PrintedContact> => {
  const { tenantId, prisma } = scope.db
  const contact = id === null ? null : await prisma.contact.findFirst({ where: { tenantId, id, deletedAt: null } })
  if (!contact) return { name: null, address: null }
  const found = await findBillingAddress(scope.db, tenantId, contact.id)
  if (!found) return { name: contact.displayName, address: null }
  const { address1, address2, city, stateProvince: state, postalCode, countryId } = found
  const country = await abroad(scope, ({ id: one }) => one === countryId)
  return {
    name: contact.displayName,
    address: writeAddress({ lines: [address1, address2], city, state, postalCode, country }),
  }
}

/** Returns the address that the invoice itself has. */
const ownAddress = async (scope: Scope, { BillingAddress: own }: Invoice): Promise<string | null> => {
  if (!own) return null
  const country = await abroad(scope, ({ alpha2 }) => alpha2 === own.CountryCode)
  const { Line1, Line2, City: city, StateProvince: state, PostalCode: postalCode } = own
  return writeAddress({ lines: [Line1, Line2], city, state, postalCode, country })
}

/** Finds the name of a country other than that of the tenant. */
const abroad = async (
  scope: Scope,
  isMeant: (country: { id: number; alpha2: string }) => boolean,
): Promise<string | null> => {
  const countries = await findCountries(scope.db)
  for (const [id, { alpha2, name }] of countries)
    if (isMeant({ id, alpha2 })) return id === scope.tenant.countryId ? null : name
  return null
}
