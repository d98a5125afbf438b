import { conflict, ruleRefused } from '#kernel/errors/problem'
import { partOf, quantityUnits, toCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'
import type { Prisma } from '#prisma/client'
import { listAppliedTo } from '../applications/applications.service.ts'
import { changeApplications } from '../applications/open-sources.service.ts'
import type { DocumentLine } from '../documents/lines.service.ts'
import { lockDocument } from '../documents/locked-documents.service.ts'
import { totalOf } from '../documents/pricing.model.ts'
import { lockInvoices } from '../invoices/invoices.queries.ts'
import { type LineCents, partOfLine } from './credited-lines.model.ts'
import { addCredit } from './credits.service.ts'

/** The part of a line of an invoice that is taken back: the pieces after `before` up to `now` of `whole`. */
export interface CreditedPart {
  /** The position of the line. */
  position: number
  before: number
  now: number
  whole: number
}

/** The part of a line of an invoice that is taken back: the cents after `before` up to `now` of what is owed for it. */
export type CreditedCents = Omit<CreditedPart, 'whole'>

export interface InvoiceCredit<Part = CreditedPart> {
  invoiceId: number
  contactId: number
  issuedOn: Day
  notes: string | null
  parts: readonly Part[]
}

/**
 * Issues a credit for parts of the lines of an invoice, with their discounts and taxes as they were. The credits of all parts
 * of a line are exactly its amounts. The caller has locked the contact.
 *
 * @throws 422 books-rule, closed-period.
 */
export const creditInvoiceParts = (
  scope: Scope,
  tx: Transaction,
  credit: InvoiceCredit,
): Promise<{ id: number; cents: number }> => creditLines(scope, tx, credit, partOfPieces)

/**
 * Issues a credit for amounts of the lines of an invoice, with their discounts and taxes in proportion: it is exactly the sum of
 * the amounts. The caller has locked the contact.
 *
 * @throws 422 books-rule, closed-period.
 */
export const creditInvoiceCents = (
  scope: Scope,
  tx: Transaction,
  credit: InvoiceCredit<CreditedCents>,
): Promise<{ id: number; cents: number }> => creditLines(scope, tx, credit, partOfCents)

const creditLines = async <Part extends CreditedCents>(
  scope: Scope,
  tx: Transaction,
  { invoiceId, parts, ...credit }: InvoiceCredit<Part>,
  lineOf: (line: StoredLine, part: Part) => DocumentLine,
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

/** Rejects a credit of an invoice that was written off: that amount was not paid. @throws 409 written-off. */
export const requireNotWrittenOff = async (
  scope: Pick<Scope, 'db'>,
  tx: Transaction,
  invoiceId: number,
): Promise<void> => {
  const applied = await listAppliedTo(scope, tx, invoiceId)
  if (applied.some(({ sourceKind }) => sourceKind === 'writeoff'))
    throw conflict('written-off', 'A write-off is applied to the invoice. Void it first.')
}

const withTaxes = {
  include: { taxes: { orderBy: { position: 'asc' } } },
} as const satisfies Prisma.InvoiceLineDefaultArgs

type StoredLine = Prisma.InvoiceLineGetPayload<typeof withTaxes>

const partOfPieces = (line: StoredLine, { before, now, whole }: CreditedPart): DocumentLine => {
  const part = (amount: { toString(): string }) => partOf(toCents(amount), before, now, whole)
  return creditedLine(line, partOf(quantityUnits(line.quantity), before, now, whole), {
    amount: part(line.amount),
    discount: part(line.discount),
    taxes: line.taxes.map(({ amount }) => part(amount)),
  })
}

const partOfCents = (line: StoredLine, { before, now }: CreditedCents): DocumentLine => {
  const amount = toCents(line.amount)
  const discount = toCents(line.discount)
  const cents = { amount, discount, taxes: line.taxes.map((tax) => toCents(tax.amount)) }
  const total = cents.taxes.reduce((sum, tax) => sum + tax, amount - discount)
  const quantity = partOf(quantityUnits(line.quantity), before, now, total)
  return creditedLine(line, Math.max(1, quantity), partOfLine(cents, before, now))
}

const creditedLine = (line: StoredLine, quantity: number, { amount, discount, taxes }: LineCents): DocumentLine => ({
  feeItemId: line.feeItemId,
  description: line.description,
  classId: line.classId,
  account: line.accountId,
  discountId: line.discountId,
  discountAccount: line.discountAccountId,
  taxSetId: line.taxSetId,
  serviceOn: null,
  quantity,
  unitCents: toCents(line.unitPrice),
  amount,
  discount,
  tax: taxes.reduce((sum, cents) => sum + cents, 0),
  taxes: line.taxes.map(({ name, percent }, at) => ({
    taxRateId: 0,
    name,
    percent: percent.toString(),
    cents: taxes[at] ?? 0,
  })),
})

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
