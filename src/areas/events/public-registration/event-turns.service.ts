import { Turns } from '#services/calls/turns'
import type { EventVisit } from './event-visit.queries.ts'

const turns = new Turns()

/** Does work that locks the event, when the other work of this process on the same event has ended. @throws 503. */
export const inTurnOfEvent = <T>({ scope, eventId }: EventVisit, work: () => Promise<T>): Promise<T> =>
  turns.run(`${scope.db.tenantId}:${eventId}`, work)
