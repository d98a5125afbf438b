import type { DocumentKind } from '#areas/finance/books/book-documents.queries'
import { closedPeriodEvents } from '#areas/finance/books/books.events'
import { tenantSettingsEvents } from '#areas/integration/tenant-settings/tenant-settings.events'
import { contactEvents } from '#areas/people/contacts/contacts.events'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { RelayedEvent, Subscriber } from '#kernel/outbox/subscriber'
import { addCustomerChange, addMergedDocuments } from './customers.service.ts'
import { addExecutions, requeueOpened } from './executions.service.ts'
import { eventsOfLedgersSql } from './executions.sql.ts'
import { makeSyncJob } from './sync.model.ts'

/** Collects the documents that the ledger must get, and the contacts whose name has changed, also while the sync is off. */
export const ledgerSync: Subscriber = {
  name: 'ledger-sync',
  kinds: [
    ...['invoice.*', 'payment.*', 'credit.*', 'refund.*', 'writeoff.*'],
    ...[contactEvents.updated, contactEvents.merged],
    ...[closedPeriodEvents.updated, tenantSettingsEvents.updated],
  ],
  filter: (runner, events) => runner.rows<RelayedEvent>(eventsOfLedgersSql(events)),
  handle: async (scope, tx, { kind, entity, entityId, payload }) => {
    if (kind === contactEvents.updated || kind === contactEvents.merged) {
      await addCustomerChange(scope, tx, entityId)
      if (kind === contactEvents.merged) await addMergedDocuments(scope, tx, entityId)
      return
    }
    if (kind === closedPeriodEvents.updated) {
      if ((payload as { isOpened?: boolean }).isOpened) await requeueOpened(scope, tx)
      return
    }
    if (kind === tenantSettingsEvents.updated) {
      // The module can have been switched on: documents that wait are sent.
      await enqueueJobs(tx, [makeSyncJob(scope.db.tenantId)])
      return
    }
    const { number, contactId } = { ...(payload as { number?: number; contactId?: number }) }
    await addExecutions(scope, tx, [{ kind: entity as DocumentKind, documentId: entityId, number, contactId }])
  },
}
