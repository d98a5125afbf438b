import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Invoice } from '#prisma/client'
import { bookEvents } from '../books.events.ts'
import { invoiceSql } from './invoice-details.sql.ts'
import { type LockedInvoice, lockInvoicesSql } from './invoices.sql.ts'

/** Lock invoices by lockInvoices, after their contact. */
export const invoiceKind: RecordKind<Invoice> = {
  entity: 'invoice',
  table: 'invoice',
  events: { created: bookEvents.invoiceIssued, updated: bookEvents.invoiceUpdated },
  find: (tx, { tenantId, id }) => tx.invoice.findFirst({ where: { tenantId, id } }),
}

/** Locks invoices in the order of their ids, and returns those that exist. Lock their contact before. */
export const lockInvoices = (
  { db }: Pick<Scope, 'db'>,
  tx: SqlRunner,
  ids: readonly number[],
): Promise<LockedInvoice[]> => tx.rows<LockedInvoice>(lockInvoicesSql({ tenantId: db.tenantId, ids }))

/** Reads an invoice with its lines and applications. @throws 404. */
export const readInvoice = async (runner: SqlRunner, scope: Scope, id: number): Promise<VersionedRow> => {
  const [found] = await runner.rows<VersionedRow>(invoiceSql(scope, id))
  if (!found) throw notFound('invoice')
  return found
}
