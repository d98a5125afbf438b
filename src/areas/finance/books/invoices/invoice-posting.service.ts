import { refreshBalances } from '#areas/people/contacts/records/contact-rows.service'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { conflict, ruleRefused } from '#kernel/errors/problem'
import { fromCents } from '#kernel/money/cents'
import type { Change } from '#kernel/records/change'
import { recordChanges } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Day } from '#kernel/time/calendar'
import { todayOf } from '#kernel/time/day'
import type { Prisma } from '#prisma/client'
import { addOpenAmount, listAppliedTo } from '../applications/applications.service.ts'
import { takeAllBackSql } from '../applications/applications.sql.ts'
import { requireOpenPeriod } from '../closed-period.queries.ts'
import { MAX_DOCUMENT_CENTS } from '../documents/documents.model.ts'
import { addLines, type DocumentLine } from '../documents/lines.service.ts'
import { addDocument, describeCreatedDocument, voidLocked } from '../documents/posted-documents.service.ts'
import { postInvoice } from '../documents/postings.model.ts'
import { totalOf } from '../documents/pricing.model.ts'
import { postEntry } from '../journal/journal.service.ts'
import { lockBilledInvoice } from './billed-invoices.service.ts'
import { addInvoiceSql, addPartsSql } from './invoices.sql.ts'
import { divideTotal, type SchedulePart, type ScheduleShare } from './schedule.model.ts'

export interface InvoiceRequest {
  contactId: number
  /** The contact that it is for, if another one is billed. */
  forContactId?: number | null
  /** At least one. */
  lines: readonly DocumentLine[]
  issuedOn: Day
  dueOn: Day
  /** The shares that divide it into parts with their own due dates, which replace `dueOn`. */
  shares?: readonly ScheduleShare[] | undefined
  /** The price of shipping in cents; 0 if absent. */
  shipping?: number
  message?: string | null
  notes?: string | null
  billingAddress?: Prisma.InputJsonObject | null
  shippingDetails?: Prisma.InputJsonObject | null
  /** The field of the request with the date, for errors; null if it has none. */
  datePointer?: string | null
}

export interface IssuedInvoice {
  id: number
  number: number
}

/**
 * Issues an invoice: number, lines, taxes and journal entry. The caller has locked the contact and refreshes its row
 * afterwards.
 *
 * @throws 422 closed-period, books-rule.
 */
export const issueInvoice = async (scope: Scope, tx: SqlRunner, request: InvoiceRequest): Promise<IssuedInvoice> => {
  const { tenantId } = scope.db
  const { contactId, forContactId = null, lines, issuedOn, shares = [], shipping = 0 } = request
  await requireOpenPeriod(scope, tx, issuedOn, request.datePointer ?? null)
  const totals = totalOf(lines, shipping)
  if (totals.total > MAX_DOCUMENT_CENTS) throw ruleRefused('books-rule', 'The total of the document is too large.')
  const parts = shares.length > 0 && totals.total > 0 ? divideTotal(totals.total, shares, issuedOn) : []
  const dueOn = parts[0]?.dueOn ?? request.dueOn
  const { message = null, notes = null } = request
  const texts = {
    message,
    notes,
    billingAddress: json(request.billingAddress),
    shippingDetails: json(request.shippingDetails),
  }
  const values = { tenantId, contactId, forContactId, issuedOn, dueOn, partCount: parts.length, ...totals, ...texts }
  const document = { kind: 'invoice', contactId, postedOn: issuedOn } as const
  const invoice = await addDocument(tx, document, addInvoiceSql(values))
  const change = describeCreatedDocument(
    invoice,
    { total: fromCents(totals.total), ...(forContactId !== null && { forContactId }) },
    parts.length > 0 ? { parts: parts.length } : {},
  )
  await Promise.all([
    addLines(tx, tenantId, 'invoice', invoice.id, lines),
    addParts(tx, tenantId, invoice.id, parts),
    postEntry(tx, tenantId, invoice, postInvoice(totals.total, lines, shipping)),
    recordChanges(scope, tx, [change]),
  ])
  return { id: invoice.id, number: invoice.number }
}

const addParts = async (
  tx: SqlRunner,
  tenantId: number,
  invoiceId: number,
  parts: readonly SchedulePart[],
): Promise<void> => {
  if (parts.length === 0) return
  const dueOns = parts.map(({ dueOn }) => dueOn)
  await tx.rows(addPartsSql({ tenantId, invoiceId, dueOns, cents: parts.map(({ cents }) => cents) }))
}

const json = (value: object | null | undefined): string | null => (value ? JSON.stringify(value) : null)

/**
 * Voids an invoice, unless it is void already. Payments and credits that were applied to it are open again, a credit of the
 * contact. Nothing is deleted: the reversal is another entry. The caller has locked the contact that the invoice is for, and
 * refreshes its row afterwards.
 *
 * @throws 409 written-off, merged, 422 closed-period, books-rule.
 */
export const voidInvoice = async (
  scope: Scope,
  tx: SqlRunner,
  invoiceId: number,
  postedOn: Day = todayOf(scope),
): Promise<void> => {
  const invoice = await lockBilledInvoice(scope, tx, invoiceId)
  if (!invoice || invoice.isVoid) return
  await requireOpenPeriod(scope, tx, postedOn, null)
  const changes = await takeAllBack(scope, tx, invoiceId, postedOn)
  const change = await voidLocked(scope, tx, 'invoice', invoice, postedOn)
  await recordChanges(scope, tx, [change, ...changes])
  if (invoice.forContactId !== null) await refreshBalances(scope, tx, [invoice.contactId])
}

/**
 * Takes back everything that is applied to an invoice, which its caller voids: the payments and credits are open again.
 *
 * @throws 409 written-off.
 */
export const takeAllBack = async (
  scope: Scope,
  tx: SqlRunner,
  invoiceId: number,
  appliedOn: Day,
): Promise<Change[]> => {
  const changes: Change[] = []
  for (const { sourceKind, sourceId, cents } of await listAppliedTo(scope, tx, invoiceId)) {
    if (sourceKind === 'writeoff')
      throw conflict('written-off', 'A write-off is applied to the invoice. Void it first.')
    changes.push(await addOpenAmount(scope, tx, { kind: sourceKind, id: sourceId }, cents))
  }
  if (changes.length > 0) await tx.rows(takeAllBackSql({ tenantId: scope.db.tenantId, invoiceId, appliedOn }))
  return changes
}
