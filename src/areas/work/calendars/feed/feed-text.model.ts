import type { Calendar } from '#prisma/client'
import { toColumn } from '../occurrences/wall-clock.model.ts'
import { applyOverride, type ItemWithOverrides, overrideTimes } from '../overrides/overrides.model.ts'
import type { FeedPart } from './feed.model.ts'
import { escapeText, writeLines } from './icalendar.model.ts'
import { timeZoneLines } from './time-zone.model.ts'
import { eventLines, PRODUCT, ruleStart, stampOf } from './vevent.model.ts'

/** How often calendar programs are requested to poll. */
const REFRESH = 'PT1H'

/** Presents items of a feed, in the thread: they can be thousands. */
export const presentFeedPart = (items: ItemWithOverrides[], tenantZone: string): FeedPart => ({
  text: writeLines(items.flatMap((item) => [...eventLines(item), ...changedLines(item, tenantZone)])),
  years: yearsOf(items),
})

/**
 * Presents a calendar with its items as iCalendar. The same records result in the same text for a year.
 *
 * @param timeZone of the tenant, in which programs show the calendar.
 */
export const presentFeed = (
  calendar: Pick<Calendar, 'name' | 'description' | 'feedChangedAt'>,
  parts: FeedPart[],
  timeZone: string,
  now: Date,
): string => {
  const head = writeLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${PRODUCT}`,
    'CALSCALE:GREGORIAN',
    `NAME:${escapeText(calendar.name)}`,
    `X-WR-CALNAME:${escapeText(calendar.name)}`,
    ...described(calendar.description),
    `X-WR-TIMEZONE:${timeZone}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    `LAST-MODIFIED:${stampOf(calendar.feedChangedAt)}`,
    ...zonesOf(parts, timeZone, now.getUTCFullYear()),
  ])
  return [head, ...parts.map(({ text }) => text), writeLines(['END:VCALENDAR'])].join('')
}

const described = (description: string | null): string[] =>
  description ? [`DESCRIPTION:${escapeText(description)}`, `X-WR-CALDESC:${escapeText(description)}`] : []

const yearsOf = (items: ItemWithOverrides[]): FeedPart['years'] => {
  const years: FeedPart['years'] = new Map()
  for (const { timeZone, localStart, lastEndsAt, overrides } of items) {
    if (timeZone === null) continue
    const moved = overrides.flatMap((one) => (one.localStart ? [one.localStart.getUTCFullYear()] : []))
    const from = Math.min(localStart.getUTCFullYear(), ...moved)
    widen(years, timeZone, { from, to: Math.max(lastEndsAt?.getUTCFullYear() ?? 0, ...moved) })
  }
  return years
}

const widen = (years: FeedPart['years'], zone: string, { from, to }: { from: number; to: number }): void => {
  const known = years.get(zone) ?? { from, to }
  years.set(zone, { from: Math.min(known.from, from), to: Math.max(known.to, to) })
}

/** The time zones of the items; without items that of the tenant, because a calendar must contain a component. */
const zonesOf = (parts: FeedPart[], tenantZone: string, thisYear: number): string[] => {
  const years: FeedPart['years'] = new Map()
  for (const part of parts) {
    for (const [zone, { from, to }] of part.years)
      widen(years, zone, { from: Math.min(from, thisYear), to: Math.max(to, thisYear) })
  }
  if (years.size === 0) years.set(tenantZone, { from: thisYear, to: thisYear })
  return [...years].flatMap(([zone, { from, to }]) => timeZoneLines(zone, from, to + YEARS_AHEAD))
}

/** Transitions of zones without a rule are listed for this many years ahead. Programs poll long before that. */
const YEARS_AHEAD = 5

/** The changed occurrences of a repeated item, each as its own VEVENT with the same UID (3.8.4.4). */
const changedLines = (item: ItemWithOverrides, tenantZone: string): string[] => {
  if (item.overrides.length === 0) return []
  const timesAt = overrideTimes(item, tenantZone)
  return item.overrides.flatMap((override) => {
    const { start, end } = timesAt(override)
    const times = { localStart: toColumn(start), localEnd: toColumn(end), recurrenceRule: null }
    return eventLines({ ...applyOverride(item, override), ...times }, ruleStart(item)(override.originalStart))
  })
}
