import { localTime } from '../../../kernel/time/local-time.ts'

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
const MOST_QUARTERS = 15 * 24 * 4

/** The first instant from then on at which steps are done: hours begin at full quarters in every zone. */
export const nextOpening = (schedule: Schedule, timeZone: string, from: Date): Date => {
  if (isOpen(schedule, timeZone, from)) return from
  let at = Math.floor(from.getTime() / QUARTER_MS) * QUARTER_MS
  for (let quarter = 0; quarter < MOST_QUARTERS; quarter++) {
    at += QUARTER_MS
    if (isOpen(schedule, timeZone, new Date(at))) return new Date(at)
  }
  return from
}

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
