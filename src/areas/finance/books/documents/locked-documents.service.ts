import { refreshBalances } from '#areas/people/contacts/records/contact-rows.service'
import { lockContacts } from '#areas/people/contacts/records/records.queries'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { conflict, notFound, Problem, ruleRefused } from '#kernel/errors/problem'
import type { Change } from '#kernel/records/change'
import { recordChanges } from '#kernel/records/record-change'
import { unknownReference } from '#kernel/records/references'
import { noteRowBefore } from '#kernel/records/rows-before'
import { type ExpectedVersion, requireVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { InvoiceEffect } from '../invoices/dependents.queries.ts'
import { followInvoices } from '../invoices/dependents.service.ts'
import { type DocumentKind, nounOf, tableOf } from './documents.model.ts'
import { contactOfDocumentSql, type LockedDocument, lockDocumentSql } from './documents.sql.ts'

export type { LockedDocument }

/** Locks the contact of a new document. @throws 422 books-rule, unknown-reference. */
export const lockNewHolder = async (
  scope: Scope,
  tx: SqlRunner,
  contactId: number | null | undefined,
): Promise<number> => {
  if (!contactId) {
    const fault = { pointer: '/ContactId', message: 'is required for a new document' }
    throw ruleRefused('books-rule', 'The document is not complete.', [fault])
  }
  const [contact] = await lockContacts(tx, scope, [contactId])
  if (!contact || contact.isDeleted) throw unknownReference('/ContactId', 'contact')
  return contact.id
}

/**
 * Locks the contact of a document and then the document, as every change of the books does: all documents of a contact
 * change one after the other, and no two changes can block each other.
 *
 * @throws 404, 409 contact-deleted, merged or stale-audit-id, 412.
 */
export const lockDocument = async (
  scope: Scope,
  tx: SqlRunner,
  kind: DocumentKind,
  id: number,
  expected?: ExpectedVersion,
): Promise<LockedDocument> => {
  const key = { tenantId: scope.db.tenantId, id }
  const [found] = await tx.rows<{ contactId: number }>(contactOfDocumentSql[kind](key))
  const [contact] = found ? await lockContacts(tx, scope, [found.contactId]) : []
  // A caller that can see the contact but not change it cannot lock it.
  if (!found || !contact) throw notFound(nounOf(kind))
  if (contact.isDeleted) throw conflict('contact-deleted', 'The contact is deleted. Restore it first.')
  const [locked] = await tx.rows<LockedDocument & { row: string }>(lockDocumentSql[kind](key))
  if (!locked) throw notFound(nounOf(kind))
  noteRowBefore(tx, tableOf(kind), id, locked.row)
  if (locked.contactId !== found.contactId)
    throw conflict('merged', 'The contact was merged into another one during the request. Retry the request.')
  if (expected) requireVersion(locked.auditId, expected)
  return locked
}

/**
 * Locks the document that a new one refers to: as lockDocument, but it is a field of the request.
 *
 * @throws 409 contact-deleted or merged, 422 unknown-reference.
 */
export const lockReferencedDocument = async (
  scope: Scope,
  tx: SqlRunner,
  kind: DocumentKind,
  id: number,
  pointer: string,
): Promise<LockedDocument> => {
  try {
    return await lockDocument(scope, tx, kind, id)
  } catch (error) {
    if (error instanceof Problem && error.status === 404) throw unknownReference(pointer, nounOf(kind))
    throw error
  }
}

/** Rejects a change of a void document. @throws 409 document-void, or invoice-void. */
export const requireNotVoid = (kind: DocumentKind, { isVoid }: Pick<LockedDocument, 'isVoid'>): void => {
  if (!isVoid) return
  if (kind === 'invoice') throw conflict('invoice-void', 'The invoice is void.')
  throw conflict('document-void', `The ${nounOf(kind)} is void.`)
}

/** Rejects what only the charge of a document can do. @throws 409 charge-payment. */
export const requireNotOfCharge = ({ chargeId }: Pick<LockedDocument, 'chargeId'>): void => {
  if (chargeId === null) return
  const detail = `The payment is that of the charge ${chargeId} of the payment processor. Refund the charge instead.`
  throw conflict('charge-payment', detail, { EPaymentTransactionId: chargeId })
}

/** Records the changes of documents, and brings what follows invoices and the row of their contact up to date. */
export const finishDocuments = async (
  scope: Scope,
  tx: Transaction,
  contactId: number,
  changes: readonly Change[],
  effects: readonly InvoiceEffect[],
): Promise<void> => {
  await recordChanges(scope, tx, changes)
  const refreshed = await followInvoices(scope, tx, effects)
  if (!refreshed.has(contactId)) await refreshBalances(scope, tx, [contactId])
}
