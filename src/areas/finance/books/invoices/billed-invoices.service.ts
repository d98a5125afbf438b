import type { SqlRunner } from '#kernel/database/sql-runner'
import { conflict } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import { lockPayer } from '../billing/bill-to.service.ts'
import { contactOfDocumentSql } from '../documents/locked-documents.sql.ts'
import { lockInvoices } from './invoices.queries.ts'
import type { LockedInvoice } from './invoices.sql.ts'

/**
 * Locks the contact that an invoice bills, and then the invoice, for an area that has locked the contact that it is for.
 * Returns undefined if the invoice does not exist.
 *
 * @throws 409 merged, 422 books-rule if the caller cannot change the contact that is billed.
 */
export const lockBilledInvoice = async (
  scope: Scope,
  tx: SqlRunner,
  id: number,
): Promise<LockedInvoice | undefined> => {
  const find = contactOfDocumentSql.invoice({ tenantId: scope.db.tenantId, id })
  const [found] = await runForWholeTenant(scope, tx, () => tx.rows<{ contactId: number }>(find))
  if (!found) return undefined
  await lockPayer(scope, tx, found.contactId)
  const [invoice] = await lockInvoices(scope, tx, [id])
  if (invoice?.contactId === found.contactId) return invoice
  throw conflict('merged', 'The contact was merged into another one during the request. Retry the request.')
}
