import type { TaskItemEdit } from '#contract/work/tasks'
import { actorNameSql } from '#kernel/auth/actor-display'
import { instantJson, listJson } from '#kernel/database/json-sql'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { dayIn } from '#kernel/time/day'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { overdueSql } from './task-filter.listing.ts'
import { rowJoins, taskRow, withTotal } from './task-rows.ts'
import { TODO, USUAL_PRIORITY } from './task-values.ts'

/** A task as the contract shows it, as JSON text, and its version. */
export interface VersionedTask {
  text: string
  auditId: number
}

/** Of what the path names beside the task: 0 where it does not matter. */
export interface TaskPlace {
  projectId: number
  contactId: number
}

/** One task for editing; 404 where there is none, or it is of another project or contact than the place names. */
export const getTask = async (
  scope: Scope,
  id: number,
  { projectId, contactId }: TaskPlace,
): Promise<VersionedTask> => {
  const [row] = await scope.db.rows<VersionedTask>(Prisma.sql`
    SELECT row_to_json(x)::text AS text, t.audit_id AS "auditId" FROM task_item t ${rowJoins}
    LEFT JOIN project_milestone m ON m.tenant_id = t.tenant_id AND m.id = t.milestone_id
    CROSS JOIN LATERAL (SELECT ${editColumns(scope)}) x
    WHERE t.tenant_id = ${scope.db.tenantId}::integer AND t.id = ${id}::integer
      AND ${projectId}::integer IN (0, t.project_id) AND ${contactId}::integer IN (0, t.contact_id)`)
  if (!row) throw notFound('task')
  return row
}

const editColumns = (scope: Scope): Sql => Prisma.sql`t.id AS "TaskItemId", t.audit_id AS "AuditId",
  t.assigned_to_contact_id::text AS "AssignedToContactId", t.name AS "Name",
  json_build_object('CreatedDate', ${instantJson(Prisma.sql`t.created_at`)},
    'CreatedBy', ${actorNameSql(scope, Prisma.sql`t.created_by`)},
    'ModifiedDate', ${instantJson(Prisma.sql`t.modified_at`)},
    'ModifiedBy', ${actorNameSql(scope, Prisma.sql`t.modified_by`)}) AS "AuditInfo",
  t.type_id::text AS "TaskTypeId", t.priority_id::text AS "TaskPriorityId", p.name AS "ProjectName",
  t.milestone_id::text AS "ProjectMilestoneId", c.display_name AS "Contact", t.project_id::text AS "ProjectId",
  t.description AS "Description",
  ${listJson(Prisma.sql`SELECT s.id AS "TaskItemId", s.name AS "Name",
      s.assigned_to_contact_id::text AS "AssignedToContactId", s.due_date AS "DueDate",
      s.completed_on IS NOT NULL AS "IsComplete"
    FROM task_item s WHERE s.tenant_id = t.tenant_id AND s.parent_id = t.id ORDER BY s.id`)} AS "TaskItems",
  k.kind_id::text AS "SystemTaskTypeId", t.start_date AS "StartDate", t.due_date AS "DueDate",
  t.estimated_hours AS "EstimatedHours", t.depends_on_id::text AS "DependentOnTaskId",
  t.completed_on IS NOT NULL AS "IsComplete", t.completed_on AS "CompletedDate",
  t.percent_complete::text AS "PercentComplete", t.contact_id::text AS "ContactId", t.info_json AS "TaskItemInfoJson",
  json_build_object('IsOverdue', ${overdueSql(today(scope))}, 'ParentTaskItemId', t.parent_id,
    'OpenTaskItemCount', (SELECT count(*) FROM task_item s
      WHERE s.tenant_id = t.tenant_id AND s.parent_id = t.id AND s.completed_on IS NULL),
    'AssignedToContact', a.display_name, 'MilestoneName', m.name, 'EventId', NULL, 'EventName', NULL) AS "TaskData"`

const today = ({ tenant, clock }: Scope) => dayIn(tenant.timeZone, clock.now())

/** The task as lists show it, as it stands in a transaction. */
export const taskRowText = async (tx: SqlRunner, { db }: Scope, id: number): Promise<string> => {
  const [row] = await tx.rows<{ text: string }>(Prisma.sql`
    SELECT row_to_json(x)::text AS text FROM task_item t ${rowJoins} CROSS JOIN LATERAL (SELECT ${taskRow}) x
    WHERE t.tenant_id = ${db.tenantId}::integer AND t.id = ${id}::integer`)
  if (!row) throw notFound('task')
  return withTotal(row.text, 1)
}

/** A task that is not saved yet, with the defaults and what the place names; 404 where that is not there. */
export const unsavedTask = async ({ db }: Scope, { projectId, contactId }: TaskPlace): Promise<TaskItemEdit> => {
  const own = { tenantId: db.tenantId }
  const [type, project, contact] = await Promise.all([
    db.prisma.taskType.findFirst({ where: { ...own, kindId: TODO, isSystem: true } }),
    projectId > 0 ? db.prisma.project.findFirst({ where: { ...own, id: projectId } }) : null,
    contactId > 0 ? db.prisma.contact.findFirst({ where: { ...own, id: contactId, deletedAt: null } }) : null,
  ])
  if (projectId > 0 && !project) throw notFound('project')
  if (contactId > 0 && !contact) throw notFound('contact')
  return {
    ...BLANK,
    TaskTypeId: type && String(type.id),
    ProjectId: project && String(project.id),
    ProjectName: project?.name ?? null,
    ContactId: contact && String(contact.id),
    Contact: contact?.displayName ?? null,
  }
}

const BLANK = {
  TaskItemId: 0,
  AuditId: 0,
  AssignedToContactId: null,
  Name: null,
  AuditInfo: { CreatedDate: null, CreatedBy: null, ModifiedDate: null, ModifiedBy: null },
  TaskPriorityId: String(USUAL_PRIORITY) as '2',
  ProjectMilestoneId: null,
  Description: null,
  TaskItems: [],
  SystemTaskTypeId: String(TODO) as '1',
  StartDate: null,
  DueDate: null,
  EstimatedHours: 0,
  DependentOnTaskId: null,
  IsComplete: false,
  CompletedDate: null,
  PercentComplete: '0',
  TaskItemInfoJson: null,
  TaskData: {
    IsOverdue: false,
    ParentTaskItemId: null,
    OpenTaskItemCount: 0,
    AssignedToContact: null,
    MilestoneName: null,
    EventId: null,
    EventName: null,
  },
}
