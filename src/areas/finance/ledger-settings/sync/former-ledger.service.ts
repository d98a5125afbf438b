import type { DocumentReference } from '#areas/finance/books/book-documents.queries'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { forgetCustomerIds } from '../customer-ids.service.ts'
import { addExecutions } from './executions.service.ts'

/**
 * Marks the documents as those of the ledger that was used before. Customers and uses of credits are forgotten: nothing of
 * the next ledger refers to them.
 */
export const leaveLedger = async (scope: Scope, tx: Transaction): Promise<void> => {
  const { tenantId } = scope.db
  await forgetCustomerIds(scope, tx)
  const kind = { in: ['contact', 'creditApplication', 'writeoffApplication'] }
  await tx.ledgerLink.deleteMany({ where: { tenantId, OR: [{ kind }, { ledgerId: null, isUncertain: false }] } })
  await tx.ledgerLink.updateMany({ where: { tenantId }, data: { isFormer: true } })
}

/** Sends documents to the ledger, also those that are in the ledger that was used before. */
export const sendAgain = async (
  scope: Scope,
  tx: Transaction,
  documents: readonly DocumentReference[],
): Promise<void> => {
  const { tenantId } = scope.db
  for (const kind of new Set(documents.map((one) => one.kind))) {
    const recordId = { in: documents.filter((one) => one.kind === kind).map(({ id }) => id) }
    await tx.ledgerLink.deleteMany({ where: { tenantId, kind, recordId } })
  }
  await addExecutions(
    scope,
    tx,
    documents.map(({ kind, id, number, contactId }) => ({ kind, documentId: id, number, contactId })),
  )
}
