import type { WorkflowEdit } from '#contract/work/workflows'
import { addDays } from '#kernel/time/calendar'
import { instantAt, localTime } from '#kernel/time/local-time'
import type { Workflow } from '#prisma/client'
import type { SourceRow } from './workflows.sql.ts'

type ScheduleType = WorkflowEdit['SystemScheduleTypeId']

/** Returns the fields that the documented shapes of a workflow have in common. */
export const settingsOf = (workflow: Workflow) => ({
  WorkflowId: workflow.id,
  Name: workflow.name || null,
  Description: workflow.description,
  SystemScheduleTypeId: (workflow.id === 0 ? null : String(workflow.scheduleTypeId)) as ScheduleType,
  DailyScheduleOptions: dailyOptions(workflow),
  WeeklyScheduleOptions: weeklyOptions(workflow),
  IsActive: workflow.isActive,
  AllowRepeatedSteps: workflow.allowRepeatedSteps,
  AllowReEntry: workflow.allowReEntry,
  AuditId: workflow.auditId,
  TenantId: workflow.tenantId,
  ScheduleOptionsJson: scheduleOptionsJson(workflow),
})

/** Returns the shape of a workflow for editing, which webhooks send as well. */
export const editOf = (workflow: Workflow, sources: readonly SourceRow[]): WorkflowEdit => ({
  ...settingsOf(workflow),
  WorkflowSources: [...sources],
})

/** The types of schedules, by their numbers in the contract. */
export const SCHEDULE = { continuous: 1, daily: 2, weekly: 3 } as const

/** A schedule. Hours are those of the tenant's time zone. */
export interface Schedule {
  scheduleTypeId: number
  startHour: number | null
  endHour: number | null
  /** 1 Monday to 7 Sunday. */
  weekdays: number[]
}

/** Returns whether the workflow runs at an instant. */
export const isOpen = (schedule: Schedule, timeZone: string, now: Date): boolean => {
  if (schedule.scheduleTypeId === SCHEDULE.continuous) return true
  const { hour, weekday } = localTime(timeZone, now)
  const isDay = schedule.scheduleTypeId !== SCHEDULE.weekly || schedule.weekdays.includes(weekday)
  return isDay && hour >= (schedule.startHour ?? 0) && hour < (schedule.endHour ?? 24)
}

const QUARTER_MS = 900_000
/** Two weeks contain an opening even if a change of clocks skips the only hour of the first one. */
const MAX_DAYS = 15
/** At most three instants of a day are checked: before its hours, within them and after them. */
const MAX_CHECKS = 3 * MAX_DAYS

/** Returns the first instant from `from` on at which the workflow runs. */
export const findNextOpening = (schedule: Schedule, timeZone: string, from: Date): Date => {
  let at = from
  for (let checks = 0; checks < MAX_CHECKS; checks++) {
    if (isOpen(schedule, timeZone, at)) return at
    at = nextCheck(schedule, timeZone, at)
  }
  return from
}

/**
 * Returns the next instant that can be open: the start of the hours of this day, or after them the start of the next
 * day.
 */
const nextCheck = (schedule: Schedule, timeZone: string, at: Date): Date => {
  const { day, hour, weekday } = localTime(timeZone, at)
  const startHour = schedule.startHour ?? 0
  const isToday = hour < startHour && (schedule.weekdays.length === 0 || schedule.weekdays.includes(weekday))
  const next = isToday ? instantAt(timeZone, day, timeOf(startHour)) : instantAt(timeZone, addDays(day, 1), timeOf(0))
  // Ensures progress even if a change of clocks moves the local time back.
  return next > at ? next : new Date(at.getTime() + QUARTER_MS)
}

const timeOf = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** Returns the documented options of a daily schedule; null for other types. */
const dailyOptions = ({ scheduleTypeId, startHour, endHour }: Schedule) =>
  scheduleTypeId === SCHEDULE.daily ? { StartHour: startHour ?? 0, EndHour: endHour ?? 24 } : null

/** Returns the documented options of a weekly schedule; null for other types. */
const weeklyOptions = ({ scheduleTypeId, startHour, endHour, weekdays }: Schedule) =>
  scheduleTypeId === SCHEDULE.weekly ? { Weekdays: weekdays, StartHour: startHour ?? 0, EndHour: endHour ?? 24 } : null

/** Returns the options of the schedule's type as JSON text; null for a continuous schedule. */
const scheduleOptionsJson = (schedule: Schedule): string | null => {
  const options = dailyOptions(schedule) ?? weeklyOptions(schedule)
  return options ? JSON.stringify(options) : null
}
