import { shownContactIdSql } from '#areas/people/contacts/contacts.listing'
import { instantJson, listJson } from '#kernel/database/json-sql'
import { actorName, type Scope } from '#kernel/tenancy/scope'
import { todayOf } from '#kernel/time/day'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { actorNameSql } from '#services/auth/actor-display'
import { overdueSql } from './task-filter.listing.ts'
import { shownAssigneeId, shownContactId, taskJoins } from './tasks.listing.ts'
import type { TaskFields } from './tasks.model.ts'

/** The fields of a task with its id, which is drawn before the task is created. */
export interface TaskRecord {
  id: number
  fields: TaskFields
  parentId?: number | null
}

/** The columns of TaskFields, in the order of VALUES. */
const COLUMNS = Prisma.sql`name, description, type_id, priority_id, project_id, milestone_id, contact_id,
  assigned_to_contact_id, start_date, due_date, estimated_hours, depends_on_id, completed_on, percent_complete, info_json`
const VALUES = Prisma.sql`r.name, r.description, r."typeId", r."priorityId", r."projectId", r."milestoneId",
  r."contactId", r."assigneeId", r."startDate", r."dueDate", r."estimatedHours", r."dependsOnId", r."completedOn",
  r.percent, r."infoJson"`
const RECORD = Prisma.sql`r(id int, "parentId" int, name text, description text, "typeId" int, "priorityId" int,
  "projectId" int, "milestoneId" int, "contactId" int, "assigneeId" int, "startDate" date, "dueDate" date,
  "estimatedHours" numeric, "dependsOnId" int, "completedOn" date, percent int, "infoJson" text)`

/** Draws ids for new tasks, so that the tasks of one statement can reference each other. */
export const newTaskIdsSql = (tenantId: number, count: number): Sql =>
  Prisma.sql`SELECT next_id(${tenantId}::integer, 'task_item_id_seq')::integer AS id FROM generate_series(1, ${count}::integer)`

export const insertTasksSql = ({ db, actor, clock }: Scope, records: readonly TaskRecord[]): Sql => {
  const by = actorName(actor)
  const at = clock.now()
  return Prisma.sql`
    INSERT INTO task_item (tenant_id, id, parent_id, created_by, modified_by, created_at, modified_at, ${COLUMNS})
    SELECT ${db.tenantId}::int, r.id, r."parentId", ${by}::text, ${by}::text, ${at}::timestamptz, ${at}::timestamptz,
      ${VALUES}
    FROM jsonb_to_recordset(${textOf(records)}::jsonb) AS ${RECORD} ORDER BY r.id`
}

/** Returns the ids of the tasks that it has updated. */
export const updateTasksSql = ({ db, actor, clock }: Scope, records: readonly TaskRecord[]): Sql => Prisma.sql`
    UPDATE task_item t SET (${COLUMNS}) = (SELECT ${VALUES}), audit_id = t.audit_id + 1,
      modified_by = ${actorName(actor)}::text, modified_at = ${clock.now()}::timestamptz
    FROM jsonb_to_recordset(${textOf(records)}::jsonb) AS ${RECORD}
    WHERE t.tenant_id = ${db.tenantId}::int AND t.id = r.id RETURNING t.id`

const textOf = (records: readonly TaskRecord[]): string =>
  JSON.stringify(records.map(({ id, fields, parentId }) => ({ id, parentId: parentId ?? null, ...fields })))

/** A reference of a request, and where it is in the list of references. */
export interface CheckedReference {
  index: number
  id: number
  kind: 'contact' | 'staff' | 'project' | 'task' | 'tasktype' | 'projecttype'
}

/** Finds the references to records that do not exist. A caller limited to chapters may assign a task to itself. */
export const missingReferencesSql = ({ db, actor, chapters }: Scope, references: readonly CheckedReference[]): Sql => {
  const self = chapters && actor.kind === 'login' ? actor.contactId : null
  return Prisma.sql`SELECT r.index
  FROM jsonb_to_recordset(${JSON.stringify(references)}::jsonb) AS r(index int, id int, kind text)
  WHERE NOT CASE r.kind
    WHEN 'project' THEN EXISTS (SELECT FROM project p WHERE p.tenant_id = ${db.tenantId}::int AND p.id = r.id)
    WHEN 'task' THEN EXISTS (SELECT FROM task_item t WHERE t.tenant_id = ${db.tenantId}::int AND t.id = r.id)
    WHEN 'tasktype' THEN EXISTS (SELECT FROM task_type k WHERE k.tenant_id = ${db.tenantId}::int AND k.id = r.id)
    WHEN 'projecttype' THEN EXISTS (SELECT FROM project_type k WHERE k.tenant_id = ${db.tenantId}::int AND k.id = r.id)
    ELSE EXISTS (SELECT FROM contact c WHERE c.tenant_id = ${db.tenantId}::int AND c.id = r.id
      AND c.deleted_at IS NULL AND (r.kind = 'contact' OR c.is_staff))
      OR r.kind = 'staff' AND r.id IS NOT DISTINCT FROM ${self}::int END
  ORDER BY r.index`
}

/** Selects one task in the shape for editing. With a project or contact (0: any) it must belong to that one. */
export const taskForEditSql = (
  scope: Scope,
  id: number,
  { projectId, contactId }: { projectId: number; contactId: number },
): Sql => Prisma.sql`
    SELECT row_to_json(x)::text AS text, t.audit_id AS "auditId" FROM task_item t ${taskJoins}
    LEFT JOIN project_milestone m ON m.tenant_id = t.tenant_id AND m.id = t.milestone_id
    CROSS JOIN LATERAL (SELECT ${editColumns(scope)}) x
    WHERE t.tenant_id = ${scope.db.tenantId}::integer AND t.id = ${id}::integer
      AND ${projectId}::integer IN (0, t.project_id) AND ${contactId}::integer IN (0, t.contact_id)`

const editColumns = (scope: Scope): Sql => Prisma.sql`t.id AS "TaskItemId", t.audit_id AS "AuditId",
  (${shownAssigneeId})::text AS "AssignedToContactId", t.name AS "Name",
  json_build_object('CreatedDate', ${instantJson(Prisma.sql`t.created_at`)},
    'CreatedBy', ${actorNameSql(scope, Prisma.sql`t.created_by`)},
    'ModifiedDate', ${instantJson(Prisma.sql`t.modified_at`)},
    'ModifiedBy', ${actorNameSql(scope, Prisma.sql`t.modified_by`)}) AS "AuditInfo",
  t.type_id::text AS "TaskTypeId", t.priority_id::text AS "TaskPriorityId", p.name AS "ProjectName",
  t.milestone_id::text AS "ProjectMilestoneId", c.display_name AS "Contact", t.project_id::text AS "ProjectId",
  t.description AS "Description",
  ${listJson(Prisma.sql`SELECT s.id AS "TaskItemId", s.name AS "Name",
      (${shownContactIdSql(Prisma.sql`s.tenant_id`, Prisma.sql`s.assigned_to_contact_id`)})::text AS "AssignedToContactId", s.due_date AS "DueDate",
      s.completed_on IS NOT NULL AS "IsComplete"
    FROM task_item s WHERE s.tenant_id = t.tenant_id AND s.parent_id = t.id ORDER BY s.id`)} AS "TaskItems",
  k.kind_id::text AS "SystemTaskTypeId", t.start_date AS "StartDate", t.due_date AS "DueDate",
  t.estimated_hours AS "EstimatedHours", t.depends_on_id::text AS "DependentOnTaskId",
  t.completed_on IS NOT NULL AS "IsComplete", t.completed_on AS "CompletedDate",
  t.percent_complete::text AS "PercentComplete", (${shownContactId})::text AS "ContactId", t.info_json AS "TaskItemInfoJson",
  json_build_object('IsOverdue', ${overdueSql(todayOf(scope))}, 'ParentTaskItemId', t.parent_id,
    'OpenTaskItemCount', (SELECT count(*) FROM task_item s
      WHERE s.tenant_id = t.tenant_id AND s.parent_id = t.id AND s.completed_on IS NULL),
    'AssignedToContact', a.display_name, 'MilestoneName', m.name, 'EventId', NULL, 'EventName', NULL) AS "TaskData"`

/** Counts overdue tasks: all, and those assigned to the contact. */
export const overdueCountSql = (scope: Scope, contactId: number | null): Sql => Prisma.sql`
    SELECT count(*)::integer AS total,
      count(*) FILTER (WHERE t.assigned_to_contact_id = ${contactId}::integer)::integer AS own
    FROM task_item t
    WHERE t.tenant_id = ${scope.db.tenantId}::integer AND ${overdueSql(todayOf(scope))}`
