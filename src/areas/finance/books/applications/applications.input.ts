import type { ApplicationSaveInput } from '#contract/finance/invoices'
import { conflict, ruleRefused } from '#kernel/errors/problem'
import { fromCents, toCents } from '#kernel/money/cents'
import { referenceFault, unknownReferences } from '#kernel/records/references'
import { formatNumber } from '../documents/documents.model.ts'
import type { LockedInvoice } from '../invoices/invoices.sql.ts'
import type { InvoiceAmount } from './applications.service.ts'

/** What the applications of a document are checked against. */
export interface ApplicationLimits {
  contactId: number
  /** What can be applied, in cents. */
  available: number
}

/**
 * Parses the applications of a document to invoices that the caller has locked. Without an amount, an invoice gets its
 * open amount, at most what is left.
 *
 * @throws 409 invoice-void or invoice-paid, 422 named-twice, unknown-reference, overpaid, not-available.
 */
export const parseApplications = (
  sent: readonly ApplicationSaveInput[],
  invoices: readonly LockedInvoice[],
  { contactId, available }: ApplicationLimits,
): InvoiceAmount[] => {
  requireDistinct(sent)
  const own = new Map(invoices.filter((one) => one.contactId === contactId).map((one) => [one.id, one]))
  const unknown = sent.flatMap(({ InvoiceId }, at) =>
    own.has(InvoiceId) ? [] : [referenceFault(`/Applications/${at}/InvoiceId`, 'invoice of the contact')],
  )
  if (unknown.length > 0) throw unknownReferences(unknown)
  let left = available
  return sent.map(({ InvoiceId, Amount }, at) => {
    const open = requireOpen(own.get(InvoiceId), `/Applications/${at}/InvoiceId`)
    const cents = Amount == null ? Math.min(open, left) : toCents(Amount)
    if (cents > open) throw overpaid(open, `/Applications/${at}/Amount`)
    if (cents > left || cents === 0) throw notAvailable(available, `/Applications/${at}/Amount`)
    left -= cents
    return { invoiceId: InvoiceId, cents }
  })
}

const requireDistinct = (sent: readonly ApplicationSaveInput[]): void => {
  const seen = new Set<number>()
  for (const [at, { InvoiceId }] of sent.entries()) {
    if (seen.has(InvoiceId)) {
      const fault = { pointer: `/Applications/${at}/InvoiceId`, message: 'references the same invoice twice' }
      throw ruleRefused('named-twice', 'The applications contain an invoice twice.', [fault])
    }
    seen.add(InvoiceId)
  }
}

const requireOpen = (invoice: LockedInvoice | undefined, pointer: string): number => {
  const name = invoice ? formatNumber('invoice', invoice.number) : 'The invoice'
  if (!invoice || invoice.isVoid)
    throw conflict('invoice-void', `${name} is void and cannot be paid.`, {}, [{ pointer, message: 'is void' }])
  if (invoice.open === 0)
    throw conflict('invoice-paid', `${name} is already paid.`, {}, [{ pointer, message: 'is already paid' }])
  return invoice.open
}

/** Returns the problem 422 for more than the open amount of an invoice. */
export const overpaid = (open: number, pointer = '/Amount') =>
  ruleRefused('overpaid', `The amount is more than the open amount of the invoice, ${fromCents(open)}.`, [
    { pointer, message: `must be at most ${fromCents(open)}` },
  ])

/** Returns the problem 422 for more than is available. */
export const notAvailable = (available: number, pointer = '/Amount') =>
  ruleRefused('not-available', `The amount is more than what is available, ${fromCents(available)}.`, [
    { pointer, message: `must be at most ${fromCents(available)}` },
  ])
