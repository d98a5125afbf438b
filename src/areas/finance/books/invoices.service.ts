import { fromCents, toCents } from '#kernel/money/cents'
import { recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { dateOf, dayIn } from '#kernel/time/day'
import type { Invoice } from '#prisma/client'
import { bookEvents } from './books.events.ts'
import { nextNumber, post } from './receivables.service.ts'

export interface NewInvoice {
  contactId: number
  /** At least one. */
  lines: { description: string; cents: number }[]
  issuedOn: string
  dueOn: string
}

/**
 * Issues an invoice: its number, its lines, what the contact owes. The caller holds the contact and refreshes its row.
 */
export const issueInvoice = async (scope: Scope, tx: Transaction, wanted: NewInvoice): Promise<Invoice> => {
  const { tenantId } = scope.db
  const { contactId, issuedOn, dueOn } = wanted
  const cents = wanted.lines.reduce((sum, line) => sum + line.cents, 0)
  const total = fromCents(cents)
  const lines = wanted.lines.map((line, at) => ({
    position: at + 1,
    description: line.description,
    amount: fromCents(line.cents),
  }))
  const number = await nextNumber(tx, tenantId, 'invoice')
  const dates = { issuedOn: dateOf(issuedOn), dueOn: dateOf(dueOn) }
  const invoice = await tx.invoice.create({ data: { tenantId, number, contactId, ...dates, total, balance: total } })
  await tx.invoiceLine.createMany({ data: lines.map((line) => ({ tenantId, invoiceId: invoice.id, ...line })) })
  await post(tx, tenantId, { contactId, kind: 'invoice', cents, postedOn: issuedOn, reference: `INV-${number}` })
  await recordChange(scope, tx, {
    entity: 'invoice',
    entityId: invoice.id,
    auditId: 1,
    action: 'created',
    changes: { number, contactId, total, dueOn },
    event: { kind: bookEvents.invoiceIssued, payload: { invoiceId: invoice.id, number, contactId, total } },
  })
  return invoice
}

/**
 * Voids an invoice; one that is void stays so. What was paid on it is taken back from it and stays the contact's
 * credit. Never deletes: each step back is a further row.
 */
export const voidInvoice = async (scope: Scope, tx: Transaction, invoiceId: number): Promise<void> => {
  const { tenantId } = scope.db
  const invoice = await lockInvoice(tx, tenantId, invoiceId)
  if (!invoice || invoice.voidedAt) return
  await takeBackApplications(tx, tenantId, invoiceId)
  const { contactId, number, total, auditId } = invoice
  await tx.invoice.updateMany({
    where: { tenantId, id: invoiceId },
    data: { voidedAt: scope.clock.now(), balance: 0, auditId: auditId + 1 },
  })
  const postedOn = dayIn(scope.tenant.timeZone, scope.clock.now())
  const reference = `INV-${number}`
  await post(tx, tenantId, { contactId, kind: 'invoice', cents: -toCents(total), postedOn, reference })
  await recordChange(scope, tx, {
    entity: 'invoice',
    entityId: invoiceId,
    auditId: auditId + 1,
    action: 'updated',
    changes: { voided: true },
    event: { kind: bookEvents.invoiceVoided, payload: { invoiceId, number, contactId } },
  })
}

const takeBackApplications = async (tx: Transaction, tenantId: number, invoiceId: number): Promise<void> => {
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

/** The invoice as it stands, held until the transaction ends; null where there is none. */
export const lockInvoice = async (tx: Transaction, tenantId: number, id: number): Promise<Invoice | null> => {
  await tx.$queryRaw`select 1 from invoice where tenant_id = ${tenantId} and id = ${id} for no key update`
  return tx.invoice.findFirst({ where: { tenantId, id } })
}
