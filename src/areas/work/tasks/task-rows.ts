import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { TASK_PRIORITIES } from './task-values.ts'

/** The name of the priority of the task `t`. */
export const priorityName: Sql = Prisma.sql`CASE t.priority_id ${Prisma.join(
  TASK_PRIORITIES.map(({ id, name }) => Prisma.raw(`WHEN ${id} THEN '${name}'`)),
  ' ',
)} END`

/** Looked up row by row, by key: OFFSET keeps the planner from reading a tenant's whole table for a page of fifty. */
const beside = (name: Sql, columns: Sql, table: Sql, key: Sql): Sql => Prisma.sql`LEFT JOIN LATERAL (
  SELECT ${columns} FROM ${table} y WHERE y.tenant_id = t.tenant_id AND y.id = ${key} OFFSET 0) ${name} ON true`

/** The tables of a row beside the task `t`. */
export const rowJoins: Sql = Prisma.join(
  [
    beside(Prisma.sql`k`, Prisma.sql`y.kind_id, y.name`, Prisma.sql`task_type`, Prisma.sql`t.type_id`),
    beside(Prisma.sql`c`, Prisma.sql`y.display_name`, Prisma.sql`contact`, Prisma.sql`t.contact_id`),
    beside(Prisma.sql`a`, Prisma.sql`y.display_name`, Prisma.sql`contact`, Prisma.sql`t.assigned_to_contact_id`),
    beside(Prisma.sql`p`, Prisma.sql`y.name`, Prisma.sql`project`, Prisma.sql`t.project_id`),
  ],
  ' ',
)

/** The documented row of a task in the list of its project. */
export const projectTaskRow: Sql = Prisma.sql`t.id AS "TaskItemId",
  CASE WHEN t.contact_id IS NULL THEN '0' ELSE '1' END AS "ContactCount", t.contact_id::text AS "ContactId",
  t.name AS "Name", t.priority_id::text AS "TaskPriorityId", ${priorityName} AS "TaskPriority",
  k.kind_id::text AS "SystemTaskTypeId", k.name AS "TaskType", c.display_name AS "Contact",
  t.assigned_to_contact_id::text AS "AssignedToContactId", a.display_name AS "AssignedToContact",
  t.start_date AS "StartDate", t.due_date AS "DueDate", t.completed_on AS "CompletedDate",
  t.percent_complete::text AS "PercentComplete"`

/** The documented row of a task; events make no projects yet. */
const everyRow: Sql = Prisma.sql`${projectTaskRow}, t.project_id::text AS "ProjectId", p.name AS "ProjectName",
  NULL::text AS "EventId", NULL::text AS "EventName", t.info_json AS "TaskItemInfoJson"`

/** The row with the place where the total belongs, which is known only when the page is. */
export const taskRow: Sql = Prisma.sql`${everyRow}, -1 AS "TotalRecordAvailable"`

/**
 * Fills that place. No text of a row can read like it: quotes inside of texts are escaped.
 *
 * @param rows JSON of rows as taskRow makes them.
 */
export const withTotal = (rows: string, total: number): string =>
  rows.replaceAll('"TotalRecordAvailable":-1}', `"TotalRecordAvailable":${total}}`)
