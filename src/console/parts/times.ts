import { type Html, html } from '#kernel/pages/html'

type Style = 'minute' | 'day'

const OPTIONS: Record<Style, Intl.DateTimeFormatOptions> = {
  minute: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  day: { day: 'numeric', month: 'short', year: 'numeric' },
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making a format takes 30 times as long as using it. */
const formatOf = (style: Style, timeZone: string): Intl.DateTimeFormat => {
  const key = `${style} ${timeZone}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', { ...OPTIONS[style], timeZone })
  formats.set(key, made)
  return made
}

/** Shows an instant (RFC 3339) in the time zone of the organization: "27 Nov 2026, 08:31". A dash for null. */
export const time = (instant: string | null | undefined, { timeZone }: { timeZone: string }): Html =>
  instant === null || instant === undefined
    ? NONE
    : html`<time datetime="${instant}">${formatOf('minute', timeZone).format(new Date(instant))}</time>`

/** Shows a day (YYYY-MM-DD): "27 Nov 2026". */
export const dayText = (day: string): string => formatOf('day', 'UTC').format(new Date(`${day}T00:00:00Z`))

/** Shows that there is no value. */
export const NONE: Html = html`<span class="none" aria-label="none">–</span>`
