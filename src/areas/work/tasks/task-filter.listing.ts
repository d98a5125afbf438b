import type { TaskFilterInput } from '#contract/work/tasks'
import { MAX_ID } from '#kernel/database/ids'
import { badInput } from '#kernel/errors/problem'
import { filterSql } from '#kernel/listing/filter-sql'
import { containsTextSql } from '#kernel/listing/folded-text-sql'
import { parseRange } from '#kernel/listing/range'
import type { Scope } from '#kernel/tenancy/scope'
import { addDays, addMonths, type Day, daysBetween } from '#kernel/time/calendar'
import { todayOf } from '#kernel/time/day'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { type TaskSelection, taskListing } from './tasks.listing.ts'

const MAX_WINDOW_DAYS = 366

/** Returns whether the task `t` is open and its due date has passed. */
export const overdueSql = (today: Day): Sql => Prisma.sql`t.completed_on IS NULL AND t.due_order < ${today}::date`

/**
 * Selects tasks by the fields of the filter.
 *
 * @throws 400 for a range that is not valid.
 */
export const selectTasks = (scope: Scope, filter: TaskFilterInput): TaskSelection => {
  const conditions = [
    ...idConditions(filter),
    ...rangeConditions(scope, filter),
    ...stateConditions(filter, todayOf(scope)),
    ...(filter.ProjectName?.trim() ? [inProjectNamed(filter.ProjectName)] : []),
  ]
  return { conditions, bucket: bucketOf(filter, conditions.length) }
}

/** Selects tasks as selectTasks does, that overlap the window of the filter; without one, the current month. */
export const selectCalendarTasks = (scope: Scope, filter: TaskFilterInput): TaskSelection => {
  const { first, last } = windowOf(filter, todayOf(scope))
  const overlaps = Prisma.sql`t.last_day >= ${first}::date AND t.first_day <= ${last}::date`
  return { conditions: [...selectTasks(scope, filter).conditions, overlaps] }
}

/**
 * Returns the bucket of a total. Totals are stored for all tasks and for open tasks, of the tenant and of each project.
 */
const bucketOf = ({ ProjectId, IsOpen }: TaskFilterInput, conditions: number): string | undefined => {
  const counted = (ProjectId ? 1 : 0) + (IsOpen ? 1 : 0)
  if (conditions !== counted) return undefined
  return `task:${ProjectId ? `project:${ProjectId}:` : ''}${IsOpen ? 'open' : 'all'}`
}

/**
 * Returns the condition of an id. The contract accepts any number of digits; no record has an id above the largest one.
 */
const idSql = (column: Sql, id: number): Sql =>
  id > MAX_ID ? Prisma.sql`false` : Prisma.sql`${column} = ${id}::integer`

const idConditions = ({ ProjectId, TaskTypeId, AssignedToContactId }: TaskFilterInput): Sql[] => {
  const conditions: Sql[] = []
  if (ProjectId) conditions.push(idSql(Prisma.sql`t.project_id`, ProjectId))
  if (TaskTypeId) conditions.push(idSql(Prisma.sql`t.type_id`, Number(TaskTypeId)))
  if (AssignedToContactId) {
    const column = Prisma.sql`t.assigned_to_contact_id`
    const assignee = Number(AssignedToContactId)
    conditions.push(assignee === 0 ? Prisma.sql`${column} IS NULL` : idSql(column, assignee))
  }
  return conditions
}

const RANGES = [
  ['StartDateBetween', 't.start_date'],
  ['DueDateBetween', 't.due_order'],
  ['CompletedDateBetween', 't.completed_on'],
] as const

/**
 * Returns the conditions of the ranges. Due dates are compared by the indexed column, in which a task without one has
 * the last day; no range contains it.
 */
const rangeConditions = ({ tenant }: Scope, filter: TaskFilterInput): Sql[] =>
  RANGES.flatMap(([name, column]) => {
    const text = filter[name]
    const pointer = `/${name}`
    const range = text?.trim() ? parseRange('Day', 'date', text, pointer) : null
    if (!range) return []
    const fields = { Day: { type: 'date', sql: Prisma.raw(column) } } as const
    const within = filterSql(range, {
      listing: { ...taskListing({ conditions: [] }), fields },
      timeZone: tenant.timeZone,
      pointer,
    })
    return name === 'DueDateBetween' ? [within, Prisma.sql`t.due_date IS NOT NULL`] : [within]
  })

const stateConditions = (filter: TaskFilterInput, today: Day): Sql[] => [
  ...(filter.IsOverdue ? [overdueSql(today)] : []),
  ...(filter.HasDueDate ? [Prisma.sql`t.due_date IS NOT NULL`] : []),
  ...(filter.IsOpen ? [Prisma.sql`t.completed_on IS NULL`] : []),
  ...(filter.IsComplete ? [Prisma.sql`t.completed_on IS NOT NULL`] : []),
]

const inProjectNamed = (text: string): Sql => Prisma.sql`t.project_id IN (SELECT p.id FROM project p
  WHERE p.tenant_id = t.tenant_id AND ${containsTextSql(Prisma.sql`p.name`, text)})`

const windowOf = ({ CalendarStartDate, CalendarEndDate }: TaskFilterInput, today: Day): { first: Day; last: Day } => {
  const month = `${today.slice(0, 7)}-01`
  const first = CalendarStartDate ?? (CalendarEndDate ? `${CalendarEndDate.slice(0, 7)}-01` : month)
  const last = CalendarEndDate ?? addDays(addMonths(`${first.slice(0, 7)}-01`, 1), -1)
  if (last < first) throw badInput('/CalendarEndDate', 'must not be before CalendarStartDate')
  if (daysBetween(first, last) >= MAX_WINDOW_DAYS)
    throw badInput('/CalendarEndDate', `must not make the window longer than ${MAX_WINDOW_DAYS} days`)
  return { first, last }
}
