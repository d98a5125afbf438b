import type { JsonObject } from '#kernel/contract/json'
import { addDays, addMonths, type Day } from '#kernel/time/calendar'

/** The part of a configuration that says when an app runs. */
export type Schedule = {
  Schedule: 'Manual' | 'Daily' | 'Weekly' | 'Monthly'
  /** 1 Monday to 7 Sunday. */
  Weekday: number
  Hour: number
  IsPaused: boolean
}

const isPaused: JsonObject = {
  type: 'boolean',
  title: 'Paused',
  description: 'Whether the app runs only when it is started manually.',
  default: false,
}

/** The property of apps that only events start. */
export const pauseProperties: JsonObject = { IsPaused: isPaused }

/** The properties of apps that run by the day. */
export const scheduleProperties: JsonObject = {
  Schedule: {
    type: 'string',
    enum: ['Manual', 'Daily', 'Weekly', 'Monthly'],
    title: 'Schedule',
    description: 'Manual: never by itself. Monthly: on the first day of the month.',
    default: 'Daily',
  },
  Weekday: {
    type: 'integer',
    minimum: 1,
    maximum: 7,
    title: 'Weekday',
    description: 'Day of a weekly run: 1 Monday to 7 Sunday.',
    default: 1,
  },
  Hour: {
    type: 'integer',
    minimum: 0,
    maximum: 23,
    title: 'Hour',
    description: 'Hour at which a scheduled run is due, in the time zone of the organization.',
    default: 2,
  },
  ...pauseProperties,
}

/** Returns the weekday: 1 Monday to 7 Sunday. */
const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

export const isRunDay = ({ Schedule: schedule, Weekday }: Schedule, day: Day): boolean =>
  schedule === 'Daily' ||
  (schedule === 'Weekly' && weekdayOf(day) === Weekday) ||
  (schedule === 'Monthly' && day.endsWith('-01'))

/**
 * Returns the first and the last day before a run that it covers: the day before, the week before or the month before.
 */
export const periodBefore = ({ Schedule: schedule }: Schedule, day: Day): { from: Day; to: Day } => {
  const to = addDays(day, -1)
  if (schedule === 'Weekly') return { from: addDays(day, -7), to }
  return { from: schedule === 'Monthly' ? addMonths(day, -1) : to, to }
}
