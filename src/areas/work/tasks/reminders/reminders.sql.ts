import type { Day } from '#kernel/time/calendar'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

export interface DueTask {
  name: string
  /** The name of the contact that the task is about. */
  contact: string | null
  priorityId: number
  dueOn: Day
}

/** A member of the staff with the counts of due and overdue tasks, and the first tasks of each kind. */
export interface DueTasks {
  id: number
  name: string
  firstName: string | null
  address: string
  dueCount: number
  overdueCount: number
  tasks: DueTask[]
}

/** Tasks of one kind that a mail lists. */
const MAX_LISTED = 50

/** Selects rows of DueTasks, by contact id: open tasks with a due date from the first day to today. */
export const dueTasksSql = (
  tenantId: number,
  { first, today, after, limit }: { first: Day; today: Day; after: number; limit: number },
): Sql => Prisma.sql`
  SELECT a.id, a.display_name AS name, a.first_name AS "firstName", a.email_address AS address,
    count(*) FILTER (WHERE d.due_date = ${today}::date)::integer AS "dueCount",
    count(*) FILTER (WHERE d.due_date < ${today}::date)::integer AS "overdueCount",
    json_agg(json_build_object('name', d.name, 'contact', d.contact, 'priorityId', d.priority_id, 'dueOn', d.due_date)
      ORDER BY d.n) FILTER (WHERE d.n <= ${MAX_LISTED}::integer) AS tasks
  FROM (
    SELECT t.assigned_to_contact_id AS assignee_id, t.name, t.priority_id, t.due_date, c.display_name AS contact,
      row_number() OVER (PARTITION BY t.assigned_to_contact_id, t.due_date = ${today}::date
        ORDER BY t.due_order, t.priority_id DESC, t.id) AS n
    FROM task_item t LEFT JOIN contact c ON c.tenant_id = t.tenant_id AND c.id = t.contact_id AND c.deleted_at IS NULL
    WHERE t.tenant_id = ${tenantId}::integer AND t.completed_on IS NULL AND t.due_order >= ${first}::date
      AND t.due_order <= ${today}::date AND t.assigned_to_contact_id > ${after}::integer
  ) d
  JOIN contact a ON a.tenant_id = ${tenantId}::integer AND a.id = d.assignee_id
  WHERE a.is_staff AND a.deleted_at IS NULL AND a.email_address <> ''
  GROUP BY a.id, a.display_name, a.first_name, a.email_address ORDER BY a.id LIMIT ${limit}::integer`
