import type { SqlRunner } from '#kernel/database/sql-runner'
import { conflict, ruleRefused } from '#kernel/errors/problem'
import { fromCents } from '#kernel/money/cents'
import { recordChangesSql } from '#kernel/records/change-sql'
import { type Change, changeOf } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Day } from '#kernel/time/calendar'
import { dayIn } from '#kernel/time/day'
import type { Prisma } from '#prisma/client'
import { addOpenAmount, listAppliedTo } from '../applications/applications.service.ts'
import { takeAllBackSql } from '../applications/applications.sql.ts'
import { bookEvents } from '../books.events.ts'
import { requireOpenPeriod } from '../closed-period.queries.ts'
import { MAX_DOCUMENT_CENTS } from '../documents/documents.model.ts'
import { addLines, type DocumentLine } from '../documents/lines.service.ts'
import { postInvoice } from '../documents/postings.model.ts'
import { totalOf } from '../documents/pricing.model.ts'
import { postEntry, reverseEntry } from '../journal/journal.service.ts'
import { invoiceKind, lockInvoices } from './invoices.queries.ts'
import { addInvoiceSql, type LockedInvoice, voidInvoiceSql } from './invoices.sql.ts'

export interface InvoiceRequest {
  contactId: number
  /** At least one. */
  lines: readonly DocumentLine[]
  issuedOn: Day
  dueOn: Day
  /** The price of shipping in cents; 0 if absent. */
  shipping?: number
  message?: string | null
  notes?: string | null
  billingAddress?: Prisma.InputJsonObject | null
  shippingDetails?: Prisma.InputJsonObject | null
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
  const { contactId, lines, issuedOn, dueOn, shipping = 0 } = request
  await requireOpenPeriod(scope, tx, issuedOn, '/IssuedDate')
  const totals = totalOf(lines, shipping)
  if (totals.total > MAX_DOCUMENT_CENTS) throw ruleRefused('books-rule', 'The total of the document is too large.')
  const { message = null, notes = null } = request
  const texts = {
    message,
    notes,
    billingAddress: json(request.billingAddress),
    shippingDetails: json(request.shippingDetails),
  }
  const values = { tenantId, contactId, issuedOn, dueOn, ...totals, ...texts }
  const [invoice] = await tx.rows<IssuedInvoice>(addInvoiceSql(values))
  if (!invoice) throw new Error('The invoice was not added')
  const { id, number } = invoice
  const total = fromCents(totals.total)
  const changes = { number, contactId, total, dueOn }
  const payload = { invoiceId: id, number, contactId, total }
  const change = changeOf(invoiceKind, { id, auditId: 1 }, 'created', { changes, payload })
  await Promise.all([
    addLines(tx, tenantId, 'invoice', id, lines),
    postEntry(
      tx,
      tenantId,
      { kind: 'invoice', id, number, contactId, postedOn: issuedOn },
      postInvoice(totals.total, lines, shipping),
    ),
    tx.rows(recordChangesSql(scope, [change])),
  ])
  return invoice
}

const json = (value: object | null | undefined): string | null => (value ? JSON.stringify(value) : null)

/**
 * Voids an invoice, unless it is void already. Payments and credits that were applied to it are open again, a credit of the
 * contact. Nothing is deleted: the reversal is another entry.
 *
 * @throws 409 written-off, 422 closed-period.
 */
export const voidInvoice = async (
  scope: Scope,
  tx: SqlRunner,
  invoiceId: number,
  postedOn: Day = dayIn(scope.tenant.timeZone, scope.clock.now()),
): Promise<void> => {
  const [invoice] = await lockInvoices(scope, tx, [invoiceId])
  if (!invoice || invoice.isVoid) return
  await requireOpenPeriod(scope, tx, postedOn)
  const changes = await takeAllBack(scope, tx, invoice, postedOn)
  const { tenantId } = scope.db
  await tx.rows(voidInvoiceSql({ tenantId, id: invoiceId, at: scope.clock.now() }))
  await reverseEntry(tx, tenantId, 'invoice', invoiceId, postedOn)
  await tx.rows(recordChangesSql(scope, [...changes, voided(invoice)]))
}

const voided = ({ id, auditId, number, contactId }: LockedInvoice): Change =>
  changeOf(invoiceKind, { id, auditId: auditId + 1 }, 'updated', {
    changes: { voided: true },
    payload: { invoiceId: id, number, contactId },
    eventKind: bookEvents.invoiceVoided,
  })

/** Makes the payments and credits of an invoice open again. */
const takeAllBack = async (scope: Scope, tx: SqlRunner, { id }: LockedInvoice, appliedOn: Day): Promise<Change[]> => {
  const changes: Change[] = []
  for (const { sourceKind, sourceId, cents } of await listAppliedTo(scope, tx, id)) {
    if (sourceKind === 'writeoff')
      throw conflict('written-off', 'A write-off is applied to the invoice. Void it first.')
    changes.push(await addOpenAmount(scope, tx, { kind: sourceKind, id: sourceId }, cents))
  }
  if (changes.length > 0) await tx.rows(takeAllBackSql({ tenantId: scope.db.tenantId, invoiceId: id, appliedOn }))
  return changes
}
