import { roleTypeEvents } from '#areas/people/contacts/contacts.events'
import { customFieldEvents } from '#areas/people/custom-fields/custom-fields.events'
import { membershipTypeEvents } from '#areas/people/memberships/memberships.events'
import type { RelayedEvent, Subscriber } from '#kernel/outbox/subscriber'
import { catchUp } from './gaps.service.ts'
import { eventsOfGapsSql } from './gaps.sql.ts'

/** Requests what was left out when a type, a level or a choice is active again, or a type of roles has the name. */
export const counterpartChanges: Subscriber = {
  name: 'connection-counterparts',
  kinds: [
    membershipTypeEvents.updated,
    membershipTypeEvents.levelUpdated,
    customFieldEvents.updated,
    roleTypeEvents.created,
    roleTypeEvents.updated,
  ],
  filter: (runner, events) => runner.rows<RelayedEvent>(eventsOfGapsSql(events)),
  handle: (scope, tx, { kind, entityId }) => catchUp(scope, tx, kind === customFieldEvents.updated ? entityId : null),
}
