import type { ContactFact } from '#areas/people/contacts/contact-facts.listing'
import { TaskRow } from '#contract/work/tasks'
import { columnsOf } from '#kernel/listing/columns'
import { choiceField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { addFields, type ListField, type Listing } from '#kernel/listing/listing'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { TASK_PRIORITIES } from './tasks.model.ts'

/** Counts the open tasks about a contact. */
export const openTaskFact: ContactFact = {
  name: 'openTaskCount',
  sql: Prisma.sql`(SELECT count(*)::integer FROM task_item t
  WHERE t.tenant_id = c.tenant_id AND t.contact_id = c.id AND t.completed_on IS NULL)`,
}

const id = Prisma.sql`t.id`
const byId = { type: 'integer', sql: id } as const

const optionalNumber = (sql: Sql): ListField =>
  valueField('integer', sql, Prisma.sql`CASE WHEN ${sql} IS NULL THEN 0 ELSE ${sql} END`)
/** Returns the field of a day, ordered as the last day if it is missing. */
const optionalDay = (sql: Sql): ListField =>
  valueField('date', sql, Prisma.sql`CASE WHEN ${sql} IS NULL THEN DATE '9999-12-31' ELSE ${sql} END`)

const contactName = (column: Sql): Sql => Prisma.sql`(SELECT n.display_name FROM contact n
  WHERE n.tenant_id = t.tenant_id AND n.id = ${column} AND n.deleted_at IS NULL)`
const ofType = (column: Sql): Sql => Prisma.sql`(SELECT k.${column} FROM task_type k
  WHERE k.tenant_id = t.tenant_id AND k.id = t.type_id)`
const projectName = Prisma.sql`(SELECT p.name FROM project p WHERE p.tenant_id = t.tenant_id AND p.id = t.project_id)`

const PRIORITY_NAMES = Object.fromEntries(TASK_PRIORITIES.map(({ id, name }) => [id, name]))
const priorityName: Sql = Prisma.sql`CASE t.priority_id ${Prisma.join(
  TASK_PRIORITIES.map(({ id, name }) => Prisma.raw(`WHEN ${id} THEN '${name}'`)),
  ' ',
)} END`

/** No task belongs to an event. */
const eventId = Prisma.sql`NULL::integer`
const eventName = Prisma.sql`NULL::text`

/** The name, the description, and the names of the contact, assignee and project. */
const searched = Prisma.sql`concat_ws(' ', t.name, t.description, ${contactName(Prisma.sql`t.contact_id`)},
  ${contactName(Prisma.sql`t.assigned_to_contact_id`)}, ${projectName})`

/** Which tasks a list contains. */
export interface TaskSelection {
  /** Conditions over the task `t`; all must be true. */
  conditions: readonly Sql[]
  /** The bucket of record_count that has the total of exactly these tasks, if there is one. */
  bucket?: string | undefined
}

const projectTaskFields = {
  TaskItemId: { type: 'integer', sql: id, order: [byId] },
  Name: valueField('text', Prisma.sql`t.name`),
  ContactCount: valueField('integer', Prisma.sql`CASE WHEN t.contact_id IS NULL THEN 0 ELSE 1 END`),
  TaskPriorityId: valueField('integer', Prisma.sql`t.priority_id`),
  TaskPriority: choiceField('TaskPriorityId', PRIORITY_NAMES, valueField('text', priorityName)),
  SystemTaskTypeId: valueField('integer', ofType(Prisma.sql`kind_id`)),
  TaskType: valueField('text', ofType(Prisma.sql`name`)),
  ContactId: optionalNumber(Prisma.sql`t.contact_id`),
  Contact: optionalField('text', contactName(Prisma.sql`t.contact_id`)),
  AssignedToContactId: optionalNumber(Prisma.sql`t.assigned_to_contact_id`),
  AssignedToContact: optionalField('text', contactName(Prisma.sql`t.assigned_to_contact_id`)),
  StartDate: optionalDay(Prisma.sql`t.start_date`),
  DueDate: valueField('date', Prisma.sql`t.due_date`, Prisma.sql`t.due_order`),
  CompletedDate: optionalDay(Prisma.sql`t.completed_on`),
  PercentComplete: valueField('integer', Prisma.sql`t.percent_complete`),
} satisfies Listing['fields']

const fields = {
  ...projectTaskFields,
  ProjectId: optionalNumber(Prisma.sql`t.project_id`),
  ProjectName: optionalField('text', projectName),
  EventId: optionalField('integer', eventId),
  EventName: optionalField('text', eventName),
} satisfies Listing['fields']

/** Returns the tasks by due date, those without one last, then from urgent to low. */
export const taskListing = ({ conditions, bucket }: TaskSelection): Listing => ({
  from: Prisma.sql`task_item t`,
  row: TaskRow,
  tenant: Prisma.sql`t.tenant_id`,
  id,
  contact: Prisma.sql`t.contact_id`,
  listed: conditions.length > 0 ? Prisma.join([...conditions], ' AND ') : Prisma.sql`true`,
  defaultOrder: 'DueDate, TaskPriorityId desc',
  fields,
  searched,
  ...(bucket !== undefined && { totals: { values: {}, bucket: () => bucket } }),
})

/** Returns the tasks of a calendar, by their first day. The conditions exclude tasks without a date. */
const calendarListing = (selection: TaskSelection): Listing => {
  const listing = taskListing(selection)
  const FirstDay = valueField('date', Prisma.sql`t.first_day`)
  return { ...addFields(listing, { FirstDay }), defaultOrder: 'FirstDay, DueDate' }
}

/** Joins a table by key, row by row: without OFFSET the planner reads a tenant's whole table for a page of fifty. */
const keyJoin = (name: Sql, columns: Sql, table: Sql, key: Sql): Sql => Prisma.sql`LEFT JOIN LATERAL (
  SELECT ${columns} FROM ${table} y WHERE y.tenant_id = t.tenant_id AND y.id = ${key} OFFSET 0) ${name} ON true`

/**
 * A row does not show a deleted contact. For a caller limited to chapters, the contact of a task can also be one that it
 * does not see: its id is shown, its name is not.
 */
const CONTACT = Prisma.sql`CASE WHEN y.deleted_at IS NULL THEN y.display_name END AS display_name,
  y.deleted_at IS NOT NULL AS is_deleted`
const shown = (name: Sql, column: Sql): Sql => Prisma.sql`CASE WHEN ${name}.is_deleted THEN NULL ELSE ${column} END`
/** The ids of the contact and of the assignee as rows show them. Requires taskJoins. */
export const shownContactId: Sql = shown(Prisma.sql`c`, Prisma.sql`t.contact_id`)
export const shownAssigneeId: Sql = shown(Prisma.sql`a`, Prisma.sql`t.assigned_to_contact_id`)

/** The tables of a row in addition to the task `t`: type `k`, contact `c`, assignee `a` and project `p`. */
export const taskJoins: Sql = Prisma.join(
  [
    keyJoin(Prisma.sql`k`, Prisma.sql`y.kind_id, y.name`, Prisma.sql`task_type`, Prisma.sql`t.type_id`),
    keyJoin(Prisma.sql`c`, CONTACT, Prisma.sql`contact`, Prisma.sql`t.contact_id`),
    keyJoin(Prisma.sql`a`, CONTACT, Prisma.sql`contact`, Prisma.sql`t.assigned_to_contact_id`),
    keyJoin(Prisma.sql`p`, Prisma.sql`y.name`, Prisma.sql`project`, Prisma.sql`t.project_id`),
  ],
  ' ',
)

/** Differs from the fields: rows show numbers as text, and names from taskJoins. */
const projectTaskOthers = {
  ContactCount: Prisma.sql`CASE WHEN ${shownContactId} IS NULL THEN '0' ELSE '1' END`,
  TaskPriorityId: Prisma.sql`t.priority_id::text`,
  SystemTaskTypeId: Prisma.sql`k.kind_id::text`,
  TaskType: Prisma.sql`k.name`,
  ContactId: Prisma.sql`(${shownContactId})::text`,
  Contact: Prisma.sql`c.display_name`,
  AssignedToContactId: Prisma.sql`(${shownAssigneeId})::text`,
  AssignedToContact: Prisma.sql`a.display_name`,
  PercentComplete: Prisma.sql`t.percent_complete::text`,
}

/** The total of the list is the last column of each row. It is known only after the page is read: see withTotal. */
const taskColumns = columnsOf(fields, {
  ...projectTaskOthers,
  ProjectId: Prisma.sql`t.project_id::text`,
  ProjectName: Prisma.sql`p.name`,
  EventId: Prisma.sql`${eventId}::text`,
  TaskItemInfoJson: Prisma.sql`t.info_json`,
  TotalRecordAvailable: Prisma.sql`-1`,
})

/**
 * Sets the total in rows of taskColumns. The text of a field cannot contain the replaced text, because its quotes are
 * escaped.
 *
 * @param rows one row or an array of rows, as JSON text.
 */
export const withTotal = (rows: string, total: number): string =>
  rows.replaceAll('"TotalRecordAvailable":-1}', `"TotalRecordAvailable":${total}}`)

export const taskList = (selection: TaskSelection = { conditions: [] }): List => ({
  listing: taskListing(selection),
  columns: taskColumns,
  joins: taskJoins,
})

export const calendarTaskList = (selection: TaskSelection): List => ({
  listing: calendarListing(selection),
  columns: taskColumns,
  joins: taskJoins,
})

export const projectTaskList = (selection: TaskSelection): List => ({
  listing: taskListing(selection),
  columns: columnsOf(projectTaskFields, projectTaskOthers),
  joins: taskJoins,
})
