import type { EventFollower } from '../events/event-followers.service.ts'
import { hasMoved } from './mails/moved-events.model.ts'
import { enqueueChangeMails } from './mails/registration-mails.service.ts'
import { offerFreeSeats } from './registration-changes.service.ts'

/** Offers the seats that a change adds to those that wait, and mails a new time or location to those that come. */
export const followEvent: EventFollower = async (scope, tx, before, saved) => {
  await offerFreeSeats(scope, tx, saved.id)
  if (saved.status === 'Published' && hasMoved(before, saved)) await enqueueChangeMails(scope, tx, saved.id)
}
