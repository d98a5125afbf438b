import { cancelOrdersOfEvent } from '#areas/events/registrations/event-cancellation/event-cancellations.service'
import { type KilledWork, performKilledWork } from '#test/support/killed/killed-work'

/** The job that cancels the orders of an event, for a test that kills it. */
export interface KilledCancellation extends KilledWork {
  eventId: number
}

await performKilledWork<KilledCancellation>((scope, { eventId }) => cancelOrdersOfEvent(scope, eventId))
