import { fromCents, toCents } from '#kernel/money/cents'
import { lockRecordIfPresent } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models, Transaction } from '#kernel/tenancy/tenant-db'
import { dateOf, dayIn } from '#kernel/time/day'
import type { Invoice } from '#prisma/client'
import { bookEvents } from './books.events.ts'
import { invoiceKind } from './invoices.queries.ts'
import { createNumber, postReceivable } from './receivables.service.ts'

export interface InvoiceRequest {
  contactId: number
  /** At least one. */
  lines: { description: string; cents: number }[]
  issuedOn: string
  dueOn: string
}

/**
 * Issues an invoice: number, lines and receivable entry. The caller has locked the contact and refreshes its row
 * afterwards.
 */
export const issueInvoice = async (scope: Scope, tx: Transaction, request: InvoiceRequest): Promise<Invoice> => {
  const { tenantId } = scope.db
  const { contactId, issuedOn, dueOn } = request
  const cents = request.lines.reduce((sum, line) => sum + line.cents, 0)
  const total = fromCents(cents)
  const lines = request.lines.map((line, at) => ({
    position: at + 1,
    description: line.description,
    amount: fromCents(line.cents),
  }))
  const number = await createNumber(tx, tenantId, 'invoice')
  const dates = { issuedOn: dateOf(issuedOn), dueOn: dateOf(dueOn) }
  const invoice = await tx.invoice.create({ data: { tenantId, number, contactId, ...dates, total, balance: total } })
  await tx.invoiceLine.createMany({ data: lines.map((line) => ({ tenantId, invoiceId: invoice.id, ...line })) })
  await postReceivable(tx, tenantId, {
    contactId,
    kind: 'invoice',
    cents,
    postedOn: issuedOn,
    reference: `INV-${number}`,
  })
  const changes = { number, contactId, total, dueOn }
  const payload = { invoiceId: invoice.id, number, contactId, total }
  await recordChange(scope, tx, changeOf(invoiceKind, invoice, 'created', { changes, payload }))
  return invoice
}

/**
 * Voids an invoice, unless it is void already. Payments on it are reversed and stay a credit of the contact. Nothing is
 * deleted: each reversal is another row.
 */
export const voidInvoice = async (scope: Scope, tx: Transaction, invoiceId: number): Promise<void> => {
  const { tenantId } = scope.db
  const invoice = await lockRecordIfPresent(scope, tx, invoiceKind, invoiceId, 'no key update')
  if (!invoice || invoice.voidedAt) return
  await reverseApplications(tx, tenantId, invoiceId)
  const { contactId, number, total } = invoice
  const voided = await tx.invoice.update({
    where: { tenantId_id: { tenantId, id: invoiceId } },
    data: { voidedAt: scope.clock.now(), balance: 0, ...NEXT_VERSION },
  })
  const postedOn = dayIn(scope.tenant.timeZone, scope.clock.now())
  const reference = `INV-${number}`
  await postReceivable(tx, tenantId, { contactId, kind: 'invoice', cents: -toCents(total), postedOn, reference })
  const payload = { invoiceId, number, contactId }
  const details = { changes: { voided: true }, payload, eventKind: bookEvents.invoiceVoided }
  await recordChange(scope, tx, changeOf(invoiceKind, voided, 'updated', details))
}

const reverseApplications = async (tx: Models, tenantId: number, invoiceId: number): Promise<void> => {
  const applied = await tx.paymentApplication.groupBy({
    by: ['paymentId'],
    where: { tenantId, invoiceId },
    _sum: { amount: true },
  })
  const rows = applied.flatMap(({ paymentId, _sum: { amount } }) =>
    amount && !amount.isZero() ? [{ tenantId, paymentId, invoiceId, amount: amount.negated() }] : [],
  )
  if (rows.length > 0) await tx.paymentApplication.createMany({ data: rows })
}
