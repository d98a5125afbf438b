import { ruleRefused } from '#kernel/errors/problem'
import { partOf, quantityUnits, toCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'
import type { Prisma } from '#prisma/client'
import { changeApplications } from '../applications/open-sources.service.ts'
import type { DocumentLine } from '../documents/lines.service.ts'
import { lockDocument } from '../documents/locked-documents.service.ts'
import { totalOf } from '../documents/pricing.model.ts'
import { lockInvoices } from '../invoices/invoices.queries.ts'
import { addCredit } from './credits.service.ts'

/** The part of a line of an invoice that is taken back: the pieces after `before` up to `now` of `whole`. */
export interface CreditedPart {
  /** The position of the line. */
  position: number
  before: number
  now: number
  whole: number
}

export interface InvoiceCredit {
  invoiceId: number
  contactId: number
  issuedOn: Day
  notes: string | null
  parts: readonly CreditedPart[]
}

/**
 * Issues a credit for parts of the lines of an invoice, with their discounts and taxes as they were. The credits of all parts
 * of a line are exactly its amounts. The caller has locked the contact.
 *
 * @throws 422 books-rule, closed-period.
 */
export const creditInvoiceParts = async (
  scope: Scope,
  tx: Transaction,
  { invoiceId, parts, ...credit }: InvoiceCredit,
): Promise<{ id: number; cents: number }> => {
  const where = { tenantId: scope.db.tenantId, invoiceId }
  const stored = await tx.invoiceLine.findMany({ where, ...withTaxes })
  const lines = parts.flatMap((part) => {
    const line = stored.find(({ position }) => position === part.position)
    return line ? [lineOf(line, part)] : []
  })
  const cents = totalOf(lines, 0).total
  if (lines.length === 0 || cents <= 0) throw ruleRefused('books-rule', 'There is nothing to credit.')
  return { id: await addCredit(scope, tx, { ...credit, lines, amounts: [] }), cents }
}

const withTaxes = {
  include: { taxes: { orderBy: { position: 'asc' } } },
} as const satisfies Prisma.InvoiceLineDefaultArgs

type StoredLine = Prisma.InvoiceLineGetPayload<typeof withTaxes>

const lineOf = (line: StoredLine, { before, now, whole }: CreditedPart): DocumentLine => {
  const part = (amount: { toString(): string }) => partOf(toCents(amount), before, now, whole)
  const taxes = line.taxes.map(({ name, percent, amount }) => ({
    ...{ taxRateId: 0, name, percent: percent.toString(), cents: part(amount) },
  }))
  return {
    ...{ feeItemId: line.feeItemId, description: line.description, classId: line.classId, account: line.accountId },
    ...{
      discountId: line.discountId,
      discountAccount: line.discountAccountId,
      taxSetId: line.taxSetId,
      serviceOn: null,
    },
    quantity: partOf(quantityUnits(line.quantity), before, now, whole),
    unitCents: toCents(line.unitPrice),
    amount: part(line.amount),
    discount: part(line.discount),
    tax: taxes.reduce((sum, tax) => sum + tax.cents, 0),
    taxes,
  }
}

/**
 * Applies a credit to an invoice of the same contact, as much of it as both have open. The caller has locked the contact.
 *
 * @returns the applied cents.
 */
export const applyCreditTo = async (
  scope: Scope,
  tx: Transaction,
  creditId: number,
  { invoiceId, cents: wanted }: { invoiceId: number; cents: number },
): Promise<number> => {
  const credit = await lockDocument(scope, tx, 'credit', creditId)
  const [invoice] = await lockInvoices(scope, tx, [invoiceId])
  const cents = Math.min(wanted, credit.open, invoice && !invoice.isVoid ? invoice.open : 0)
  if (cents > 0) await changeApplications(scope, tx, { kind: 'credit', id: creditId }, credit, [{ invoiceId, cents }])
  return Math.max(0, cents)
}
