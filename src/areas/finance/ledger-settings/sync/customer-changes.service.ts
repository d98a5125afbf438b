import { type DocumentKind, listDocuments } from '#areas/finance/books/book-documents.queries'
import { closedThrough } from '#areas/finance/books/closed-period.queries'
import { contactKind } from '#areas/people/contacts/contacts.queries'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { findCustomerId } from '../customer-ids/customer-ids.queries.ts'
import { customerOf, fingerprintOfCustomer } from './customers.model.ts'
import { addExecutions } from './executions.service.ts'
import { sentToOthersSql } from './executions.sql.ts'
import { findCustomerLink } from './links.service.ts'

/** Adds an execution for a contact whose customer has another name than the ledger knows. */
export const addCustomerChange = async (scope: Scope, tx: Transaction, contactId: number): Promise<void> => {
  const { tenantId } = scope.db
  const contact = await contactKind.find(tx, { tenantId, id: contactId }, scope)
  const customerId = await findCustomerId(tx, tenantId, contactId)
  if (!contact || customerId === null) return
  const link = await findCustomerLink(scope, customerId, tx)
  if (!link || link.fingerprint === fingerprintOfCustomer(customerOf(contact))) return
  await addExecutions(scope, tx, [{ kind: 'contact', documentId: contactId, contactId }])
}

/**
 * Adds executions for the documents that a merge has moved, if the ledger has them under another customer. Documents in
 * the closed period stay there: the ledger would refuse the change.
 */
export const addMergedDocuments = async (scope: Scope, tx: Transaction, contactId: number): Promise<void> => {
  const { tenantId } = scope.db
  const customerId = await findCustomerId(tx, tenantId, contactId)
  if (customerId === null) return
  const closed = await closedThrough(scope, tx)
  const documents = (await listDocuments(tx, tenantId, { contactId })).filter(
    ({ datedOn }) => closed === null || datedOn > closed,
  )
  const others = await tx.rows<{ kind: DocumentKind; id: number }>(sentToOthersSql(tenantId, customerId, documents))
  const moved = new Set(others.map(({ kind, id }) => `${kind}:${id}`))
  await addExecutions(
    scope,
    tx,
    documents
      .filter(({ kind, id }) => moved.has(`${kind}:${id}`))
      .map(({ kind, id, number }) => ({ kind, documentId: id, number, contactId })),
  )
}
