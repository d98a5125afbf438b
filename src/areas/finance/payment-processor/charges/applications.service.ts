import { lockApplications } from '#areas/finance/books/applications/open-sources.service'
import { lockNewHolder } from '#areas/finance/books/documents/locked-documents.service'
import type { ApplicationSaveInput } from '#contract/finance/invoices'
import { toCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'

/** What a charge is to pay. */
export interface WantedInvoices {
  contactId: number | null
  cents: number
  applications: readonly ApplicationSaveInput[]
}

/**
 * Checks the invoices that the charge is to pay, as a payment does. Other payments can cover them until it is captured, so
 * that they are checked again then.
 */
export const parseWanted = async (
  scope: Scope,
  tx: Transaction,
  { contactId, cents, applications }: WantedInvoices,
): Promise<{ invoiceId: number; cents: number | null }[]> => {
  if (applications.length === 0) return []
  const holder = await lockNewHolder(scope, tx, contactId)
  await lockApplications(scope, tx, applications, { contactId: holder, available: cents })
  return applications.map(({ InvoiceId, Amount }) => ({
    invoiceId: InvoiceId,
    cents: Amount == null ? null : toCents(Amount),
  }))
}
