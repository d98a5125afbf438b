import { Prisma } from '../../../generated/prisma/client.ts'
import type { Sql } from '../../../generated/prisma/internal/prismaNamespace.ts'
import { TASK_PRIORITIES } from './task-values.ts'

/** The name of the priority of the task `t`. */
export const priorityName: Sql = Prisma.sql`CASE t.priority_id ${Prisma.join(
  TASK_PRIORITIES.map(({ id, name }) => Prisma.raw(`WHEN ${id} THEN '${name}'`)),
  ' ',
)} END`

/** The tables of a row beside the task `t`. */
export const rowJoins: Sql = Prisma.sql`JOIN task_type k ON k.tenant_id = t.tenant_id AND k.id = t.type_id
  LEFT JOIN contact c ON c.tenant_id = t.tenant_id AND c.id = t.contact_id
  LEFT JOIN contact a ON a.tenant_id = t.tenant_id AND a.id = t.assigned_to_contact_id
  LEFT JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id`

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
