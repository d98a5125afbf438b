import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { RelayedEvent, Subscriber } from '#kernel/outbox/subscriber'
import { bookEvents } from '../books.events.ts'
import { TAKE_IN_PERSON } from './paid-people.job.ts'
import { eventsOfTakingSql, paidPeopleSql } from './paid-people.sql.ts'

/** Takes people into the contacts whose registration or purchase is paid, in tenants whose settings say so. */
export const paidPeople: Subscriber = {
  name: 'paid-people',
  kinds: [bookEvents.paymentRecorded, bookEvents.paymentUpdated],
  filter: (runner, events) => runner.rows<RelayedEvent>(eventsOfTakingSql(events)),
  handle: async (scope, tx, { entityId }) => {
    const { tenantId } = scope.db
    const people = await tx.rows<{ id: number }>(paidPeopleSql(tenantId, entityId))
    const jobs = people.map(({ id: contactId }) => ({
      name: TAKE_IN_PERSON,
      payload: { tenantId, contactId },
      key: `${TAKE_IN_PERSON}:${tenantId}:${contactId}`,
      queue: `${TAKE_IN_PERSON}:${tenantId}`,
    }))
    if (jobs.length > 0) await enqueueJobs(tx, jobs)
  },
}
