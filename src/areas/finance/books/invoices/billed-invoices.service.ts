import type { SqlRunner } from '#kernel/database/sql-runner'
import { conflict } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import { lockPayer } from '../billing/bill-to.service.ts'
import { contactOfDocumentSql } from '../documents/locked-documents.sql.ts'
import { lockInvoices } from './invoices.queries.ts'
import type { LockedInvoice } from './invoices.sql.ts'

/** A locked invoice, and whether the contact that owes it is deleted. */
export type BilledInvoice = LockedInvoice & { isPayerDeleted: boolean }

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
): Promise<BilledInvoice | undefined> => {
  const find = contactOfDocumentSql.invoice({ tenantId: scope.db.tenantId, id })
  const [found] = await runForWholeTenant(scope, tx, () => tx.rows<{ contactId: number }>(find))
  if (!found) return undefined
  const { isDeleted } = await lockPayer(scope, tx, found.contactId)
  const [invoice] = await lockInvoices(scope, tx, [id])
  if (invoice?.contactId === found.contactId) return { ...invoice, isPayerDeleted: isDeleted }
  throw conflict('merged', 'The contact was merged into another one during the request. Retry the request.')
}
