import type { DocumentKind } from '#areas/finance/books/book-documents.queries'
import type { RelayedEvent, Subscriber } from '#kernel/outbox/subscriber'
import { addExecution } from './executions.service.ts'
import { eventsOfLedgersSql } from './executions.sql.ts'

/** Collects the documents that the ledger must get, also while the sync is off. */
export const ledgerSync: Subscriber = {
  name: 'ledger-sync',
  kinds: ['invoice.*', 'payment.*', 'credit.*', 'refund.*', 'writeoff.*'],
  filter: (runner, events) => runner.rows<RelayedEvent>(eventsOfLedgersSql(events)),
  handle: (scope, tx, { entity, entityId, payload }) => {
    const { number, contactId } = { ...(payload as { number?: number; contactId?: number }) }
    return addExecution(scope, tx, { kind: entity as DocumentKind, documentId: entityId, number, contactId })
  },
}
