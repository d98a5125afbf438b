import type { Event } from '#prisma/client'

export type ClosedReason = 'NotYetOpen' | 'Closed' | 'Cancelled'

/** Why nobody can register for an event now; null while it is open. Without an end, registration closes with the start. */
export const closedReason = (
  { status, startsAt, registrationOpens, registrationCloses }: Event,
  now: Date,
): ClosedReason | null => {
  if (status === 'Cancelled') return 'Cancelled'
  if (registrationOpens && now < registrationOpens) return 'NotYetOpen'
  return now >= (registrationCloses ?? startsAt) ? 'Closed' : null
}

/** The same as a sentence for registrants. */
export const CLOSED: Record<ClosedReason, string> = {
  NotYetOpen: 'Registration has not opened yet.',
  Closed: 'Registration is closed.',
  Cancelled: 'The event is cancelled.',
}
