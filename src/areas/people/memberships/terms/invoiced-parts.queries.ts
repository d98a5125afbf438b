import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import { type InvoicedPart, invoicedPartsSql, partsOfMembersSql } from './invoiced-parts.sql.ts'

/** Lists the parts of memberships that invoices cover, by membership. */
export const listInvoicedParts = async (
  { db }: Pick<Scope, 'db'>,
  tx: SqlRunner,
  invoiceIds: readonly number[],
): Promise<InvoicedPart[]> =>
  invoiceIds.length === 0 ? [] : tx.rows<InvoicedPart>(invoicedPartsSql({ tenantId: db.tenantId, invoiceIds }))

/** As listInvoicedParts, without the parts of deleted contacts. */
export const listPartsOfMembers = (
  { db }: Pick<Scope, 'db'>,
  tx: SqlRunner,
  invoiceIds: readonly number[],
): Promise<InvoicedPart[]> => tx.rows<InvoicedPart>(partsOfMembersSql({ tenantId: db.tenantId, invoiceIds }))
