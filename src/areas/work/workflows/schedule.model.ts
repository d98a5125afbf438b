import { addDays } from '#kernel/time/calendar'
import { instantAt, localTime } from '#kernel/time/local-time'

/** When a workflow runs: `1` continuous, `2` daily, `3` weekly. */
export const SCHEDULE = { continuous: 1, daily: 2, weekly: 3 } as const

/** A schedule as it is kept; hours are of the tenant's day. */
export interface Schedule {
  scheduleTypeId: number
  startHour: number | null
  endHour: number | null
  /** 1 Monday to 7 Sunday. */
  weekdays: number[]
}

/** Whether steps are done at an instant. */
export const isOpen = (schedule: Schedule, timeZone: string, now: Date): boolean => {
  if (schedule.scheduleTypeId === SCHEDULE.continuous) return true
  const { hour, weekday } = localTime(timeZone, now)
  const isDay = schedule.scheduleTypeId !== SCHEDULE.weekly || schedule.weekdays.includes(weekday)
  return isDay && hour >= (schedule.startHour ?? 0) && hour < (schedule.endHour ?? 24)
}

const QUARTER_MS = 900_000
/** Two weeks have an opening in them, even where clocks are put forward over the only hour of the first. */
const MOST_DAYS = 15
/** A day is looked at three times at most: before its hours, within them, behind them. */
const MOST_LOOKS = 3 * MOST_DAYS

/** The first instant from then on at which steps are done. */
export const nextOpening = (schedule: Schedule, timeZone: string, from: Date): Date => {
  let at = from
  for (let look = 0; look < MOST_LOOKS; look++) {
    if (isOpen(schedule, timeZone, at)) return at
    at = nextLook(schedule, timeZone, at)
  }
  return from
}

/** The next instant at which it may be open: when the hours of the day begin, behind them the next day. */
const nextLook = (schedule: Schedule, timeZone: string, at: Date): Date => {
  const { day, hour, weekday } = localTime(timeZone, at)
  const startHour = schedule.startHour ?? 0
  const isToday = hour < startHour && (schedule.weekdays.length === 0 || schedule.weekdays.includes(weekday))
  const next = isToday ? instantAt(timeZone, day, timeOf(startHour)) : instantAt(timeZone, addDays(day, 1), timeOf(0))
  // Whatever a zone's clocks do, time goes on.
  return next > at ? next : new Date(at.getTime() + QUARTER_MS)
}

const timeOf = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** The options of a daily schedule, as the contract shows them; null for the others. */
export const dailyOptions = ({ scheduleTypeId, startHour, endHour }: Schedule) =>
  scheduleTypeId === SCHEDULE.daily ? { StartHour: startHour ?? 0, EndHour: endHour ?? 24 } : null

/** The options of a weekly schedule, as the contract shows them; null for the others. */
export const weeklyOptions = ({ scheduleTypeId, startHour, endHour, weekdays }: Schedule) =>
  scheduleTypeId === SCHEDULE.weekly ? { Weekdays: weekdays, StartHour: startHour ?? 0, EndHour: endHour ?? 24 } : null

/** The options in force as JSON text; null for a continuous schedule. */
export const scheduleOptionsJson = (schedule: Schedule): string | null => {
  const options = dailyOptions(schedule) ?? weeklyOptions(schedule)
  return options ? JSON.stringify(options) : null
}
