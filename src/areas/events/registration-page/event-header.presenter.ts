import type { RegistrationEvent } from '#contract/events/public-registration'
import { type Html, html } from '#services/pages/html'
import { writeSpan, writeTime } from './event-times.model.ts'

export type PageEvent = RegistrationEvent

const DEFAULT_ZONE = 'UTC'

export const zoneOf = ({ TimeZone }: PageEvent): string => TimeZone ?? DEFAULT_ZONE

/** Renders the name of the event with when and where it takes place. */
export const renderEventHeader = (event: PageEvent): Html => {
  const { Name, ShortDescription, StartDate, EndDate, Location } = event
  return html`<h1>${Name}</h1>
${ShortDescription && html`<p class="soft">${ShortDescription}</p>`}
<dl class="facts">
${StartDate !== null && html`<dt>When</dt><dd>${writeSpan(StartDate, EndDate, zoneOf(event))} <span class="soft small">(${zoneOf(event)})</span></dd>`}
${Location && html`<dt>Where</dt><dd>${Location}</dd>`}
</dl>`
}

/** Renders the name of the event and its day, on the pages after the form. */
export const renderEventLine = (event: PageEvent): Html =>
  html`<p class="soft wrap">${event.Name}${event.StartDate !== null && html`<br>${writeSpan(event.StartDate, event.EndDate, zoneOf(event))} (${zoneOf(event)})`}</p>`

/** Returns why the event cannot be registered for. */
export const explainClosed = (event: PageEvent): string => {
  const { ClosedReason, RegistrationOpens } = event
  if (ClosedReason === 'NotYetOpen' && RegistrationOpens !== null)
    return `Registration opens on ${writeTime(RegistrationOpens, zoneOf(event))}.`
  return REASONS.get(ClosedReason ?? '') ?? 'Registration is not possible at the moment.'
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['NotYetOpen', 'Registration has not opened yet.'],
  ['Closed', 'Registration is closed.'],
  ['SoldOut', 'The event is sold out.'],
  ['Cancelled', 'The event is cancelled.'],
  ['MembersOnly', 'Only members can register for this event.'],
  ['InvitationOnly', 'Only invited people can register for this event. Use the link in your invitation.'],
])
