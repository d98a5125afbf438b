import type { Clock } from './clock.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the calendar day of an instant in a time zone (IANA name), YYYY-MM-DD. */
export const dayIn = (timeZone: string, instant: Date): string => {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formats.set(timeZone, format)
  return format.format(instant)
}

/** Returns today in the tenant's time zone, YYYY-MM-DD. */
export const todayOf = ({ tenant, clock }: { tenant: { timeZone: string }; clock: Clock }): string =>
  dayIn(tenant.timeZone, clock.now())

/** Returns the day of a column of type date, which Prisma reads as its midnight in UTC. */
export const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

/** Returns the value of a column of type date for a day. */
export const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`)
