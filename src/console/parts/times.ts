import { type Html, html } from '#services/pages/html'
import { timeText } from '#services/pages/times'

/** Shows an instant (RFC 3339) in the time zone of the organization: "27 Nov 2026, 08:31". A dash for null. */
export const time = (instant: string | null | undefined, { timeZone }: { timeZone: string }): Html =>
  instant === null || instant === undefined
    ? NONE
    : html`<time datetime="${instant}">${timeText(new Date(instant), 'minute', timeZone)}</time>`

/** Shows a day (YYYY-MM-DD): "27 Nov 2026". */
export const dayText = (day: string): string => timeText(new Date(`${day}T00:00:00Z`), 'day', 'UTC')

/** Shows that there is no value. */
export const NONE: Html = html`<span class="none" aria-label="none">–</span>`
