import { refreshBalances } from '#areas/people/contacts/records/contact-rows.service'
import { lockContacts } from '#areas/people/contacts/records/records.queries'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { conflict } from '#kernel/errors/problem'
import { recordChanges } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import type { Day } from '#kernel/time/calendar'
import { lockPayer } from '../billing/billing.service.ts'
import { requireOpenPeriod } from '../closed-period.queries.ts'
import { contactOfDocumentSql } from '../documents/documents.sql.ts'
import { describeVoidedDocument } from '../documents/posted-documents.service.ts'
import { reverseEntries } from '../journal/journal.service.ts'
import { lockInvoices } from './invoices.queries.ts'
import { contactsOfInvoicesSql, type LockedInvoice, voidInvoicesSql } from './invoices.sql.ts'

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

/**
 * Locks the contacts that invoices bill, and then the invoices, for an area that has locked the contacts that they are for.
 * Leaves out those that do not exist, and those whose contact was merged after it was read.
 */
export const lockBilledInvoices = async (
  scope: Scope,
  tx: SqlRunner,
  ids: readonly number[],
): Promise<LockedInvoice[]> => {
  if (ids.length === 0) return []
  const found = await tx.rows<{ id: number }>(contactsOfInvoicesSql({ tenantId: scope.db.tenantId, ids }))
  const contacts = await lockContacts(
    tx,
    scope,
    found.map(({ id }) => id),
  )
  const locked = new Set(contacts.map(({ id }) => id))
  return (await lockInvoices(scope, tx, ids)).filter(({ contactId }) => locked.has(contactId))
}

/** Returns whether nothing was paid or credited: then `voidUntouched` has the same effects as `voidInvoice`. */
export const isUntouched = ({ open, total, isVoid }: LockedInvoice): boolean => !isVoid && open === total

/**
 * Voids locked invoices to which nothing is applied, in a few statements. The caller has locked the contacts that they are for,
 * and refreshes their rows afterwards.
 *
 * @throws 422 closed-period.
 */
export const voidUntouched = async (
  scope: Scope,
  tx: SqlRunner,
  invoices: readonly LockedInvoice[],
  postedOn: Day,
): Promise<void> => {
  if (invoices.length === 0) return
  await requireOpenPeriod(scope, tx, postedOn, null)
  const { tenantId } = scope.db
  const ids = invoices.map(({ id }) => id)
  const [voided] = await Promise.all([
    tx.rows<{ id: number; auditId: number }>(voidInvoicesSql({ tenantId, ids, at: scope.clock.now() })),
    reverseEntries(tx, tenantId, 'invoice', ids, postedOn),
  ])
  const versions = new Map(voided.map(({ id, auditId }) => [id, auditId]))
  const changes = invoices.map((invoice) => describeVoidedDocument('invoice', invoice, versions.get(invoice.id) ?? 0))
  await recordChanges(scope, tx, changes)
  const payers = invoices.filter(({ forContactId }) => forContactId !== null).map(({ contactId }) => contactId)
  if (payers.length > 0) await refreshBalances(scope, tx, [...new Set(payers)])
}
