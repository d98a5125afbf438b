import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import { documentReader } from '../documents/documents.queries.ts'
import { invoiceSql } from './invoice-details.sql.ts'
import { type LockedInvoice, lockInvoicesSql } from './invoices.sql.ts'

/** Locks invoices in the order of their ids, and returns those that exist. Lock their contact before. */
export const lockInvoices = (
  { db }: Pick<Scope, 'db'>,
  tx: SqlRunner,
  ids: readonly number[],
): Promise<LockedInvoice[]> => tx.rows<LockedInvoice>(lockInvoicesSql({ tenantId: db.tenantId, ids }))

/** Reads an invoice with its lines and applications. @throws 404. */
export const readInvoice = documentReader('invoice', invoiceSql)
