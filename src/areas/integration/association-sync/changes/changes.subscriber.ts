import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { RelayedEvent, Subscriber } from '#kernel/outbox/subscriber'
import { NOTE_PEOPLE, noteContact } from './changes.service.ts'
import { eventsOfSyncSql } from './changes.sql.ts'

/**
 * Adds what changes of contacts to the feed of the sync and the queue of the registry. The memberships of an organization
 * decide the status of its people too: a job checks them.
 */
export const associationChanges: Subscriber = {
  name: 'association-changes',
  kinds: ['contact.*', 'membership.*'],
  filter: (runner, events) => runner.rows<RelayedEvent>(eventsOfSyncSql(events)),
  handle: async (scope, tx, { entity, entityId, payload }) => {
    const { contactId = 0 } = { ...(payload as { contactId?: number }) }
    const id = entity === 'contact' ? entityId : contactId
    if (id === 0) return
    await noteContact(scope, tx, id)
    if (entity === 'contact') return
    const { tenantId } = scope.db
    await enqueueJobs(tx, [
      {
        name: NOTE_PEOPLE,
        payload: { tenantId, organizationId: id, after: 0 },
        key: `association-people:${tenantId}:${id}`,
      },
    ])
  },
}
