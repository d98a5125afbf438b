import type { SqlRunner } from '#kernel/database/sql-runner'
import { fromCents } from '#kernel/money/cents'
import type { Change } from '#kernel/records/change'
import { changeOf } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Day } from '#kernel/time/calendar'
import { changedPart } from '#services/tenant-log/changed-part'
import { payloadOf } from '../documents/documents.model.ts'
import { kindOf } from '../documents/posted-documents.service.ts'
import {
  addOpenSql,
  appliedOfSql,
  appliedToSql,
  applySql,
  type ChangedInvoice,
  type ChangedSource,
  type InvoicePart,
  replaceSql,
  type SourceKind,
} from './applications.sql.ts'

export type { ChangedInvoice, InvoicePart, SourceKind }

/** A document that is applied to invoices. */
export interface Source {
  kind: SourceKind
  id: number
}

/** An amount for an invoice; negative cents take an application back. */
export interface InvoiceAmount {
  invoiceId: number
  cents: number
}

/**
 * Applies a document to invoices, or takes that back. Posts nothing: the contact owes the same. The caller has locked the
 * contact, the invoices and the document, checked the amounts, and changes the open amount of the document.
 *
 * @returns the invoices after the change.
 */
export const applyTo = async (
  { db }: Pick<Scope, 'db'>,
  tx: SqlRunner,
  { kind, id }: Source,
  appliedOn: Day,
  amounts: readonly InvoiceAmount[],
): Promise<ChangedInvoice[]> => {
  if (amounts.length === 0) return []
  const rows = amounts.map(({ invoiceId, cents }) => ({ invoice_id: invoiceId, cents }))
  const values = { tenantId: db.tenantId, sourceId: id, appliedOn, amounts: JSON.stringify(rows) }
  return tx.rows<ChangedInvoice>(applySql[kind](values))
}

/** What comes off a payment on an invoice, and what of a credit replaces it, in cents. */
export interface ReplacedAmount {
  invoiceId: number
  taken: number
  given: number
}

/** Replaces applications of a payment by those of a credit, as applyTo does: no invoice is open in between. */
export const replaceApplications = (
  { db: { tenantId } }: Pick<Scope, 'db'>,
  tx: SqlRunner,
  { paymentId, creditId }: { paymentId: number; creditId: number },
  appliedOn: Day,
  amounts: readonly ReplacedAmount[],
): Promise<ChangedInvoice[]> => {
  const rows = amounts.map(({ invoiceId, taken, given }) => ({ invoice_id: invoiceId, taken, given }))
  return tx.rows<ChangedInvoice>(
    replaceSql({ tenantId, paymentId, creditId, appliedOn, amounts: JSON.stringify(rows) }),
  )
}

/** Describes the changes of invoices whose open amount changed, for history and events. */
export const describeInvoiceChanges = (invoices: readonly ChangedInvoice[]): Change[] =>
  invoices.map((invoice) => {
    const balance = fromCents(invoice.open)
    return changeOf(kindOf('invoice'), invoice, 'updated', { payload: { ...payloadOf('invoice', invoice), balance } })
  })

/** Lists what is applied to an invoice, in a fixed order. */
export const listAppliedTo = ({ db }: Pick<Scope, 'db'>, tx: SqlRunner, invoiceId: number): Promise<InvoicePart[]> =>
  tx.rows<InvoicePart>(appliedToSql({ tenantId: db.tenantId, invoiceId }))

/** Lists the invoices that a document is applied to, by id. */
export const listCoveredInvoices = (
  { db }: Pick<Scope, 'db'>,
  tx: SqlRunner,
  { kind, id }: Source,
): Promise<InvoicePart[]> => tx.rows<InvoicePart>(appliedOfSql[kind]({ tenantId: db.tenantId, sourceId: id }))

/** A payment or credit whose open amount changed. */
export type OpenSource = Source & { kind: 'payment' | 'credit' }

/** Adds cents to the open amount of a payment or credit, and describes the change: not every caller has locked it as a record. */
export const addOpenAmount = async (
  { db }: Pick<Scope, 'db'>,
  tx: SqlRunner,
  { kind, id }: OpenSource,
  cents: number,
): Promise<Change> => {
  const [source] = await tx.rows<ChangedSource>(addOpenSql[kind]({ tenantId: db.tenantId, id, cents }))
  if (!source) throw new Error(`The ${kind} ${id} was not found although it is locked`)
  const openAmount = fromCents(source.open)
  const changes = changedPart('OpenAmount', fromCents(source.open - cents), openAmount)
  return changeOf(kindOf(kind), source, 'updated', { changes, payload: { ...payloadOf(kind, source), openAmount } })
}
