import { ruleRefused } from '#kernel/errors/problem'
import type { Event } from '#prisma/client'

/** Whether people can be invited to an event: it is published, and its registration is not over. */
export const isInvitable = ({ status, registrationCloses, startsAt }: Event, now: Date): boolean =>
  status === 'Published' && now < (registrationCloses ?? startsAt)

/** @throws 422 event-rule. */
export const requireInvitable = (event: Event, now: Date): void => {
  if (isInvitable(event, now)) return
  const detail =
    event.status === 'Published'
      ? 'Registration for the event is closed.'
      : 'The event is not published. Publish it before you invite people.'
  throw ruleRefused('event-rule', detail, [])
}
