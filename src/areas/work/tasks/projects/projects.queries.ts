import { projectFieldsSql } from '#areas/people/custom-fields/values/record-values.listing'
import type { ProjectMilestone } from '#contract/work/projects'
import { instantJson, listJson } from '#kernel/database/json-sql'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound } from '#kernel/errors/problem'
import type { List } from '#kernel/listing/list-response'
import { type Page, readPage } from '#kernel/listing/page'
import type { ListRequest } from '#kernel/listing/request'
import { holds, type Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { projectListing, taskCount } from './projects.listing.ts'

/** A project as the contract shows it, as JSON text, and its version. */
export interface VersionedProject {
  text: string
  auditId: number
}

const rowColumns: Sql = Prisma.sql`p.id AS "ProjectId", p.audit_id AS "AuditId", p.name AS "Name",
  p.type_id AS "ProjectTypeId", k.name AS "ProjectType", p.manager_contact_id AS "ManagerContactId",
  m.display_name AS "Manager", p.start_date AS "StartDate", p.due_date AS "DueDate", p.is_active AS "IsActive",
  ${taskCount('all')} AS "TaskCount", ${taskCount('open')} AS "OpenTaskCount"`
const joins: Sql = Prisma.sql`LEFT JOIN project_type k ON k.tenant_id = p.tenant_id AND k.id = p.type_id
  LEFT JOIN contact m ON m.tenant_id = p.tenant_id AND m.id = p.manager_contact_id`

/** The list of projects. */
export const projectList: List = { listing: projectListing, columns: rowColumns, joins }

/** A page of the projects. They are the whole tenant's, as their counts are: a caller limited to chapters has none. */
export const pageOfProjects = async (scope: Scope, request: ListRequest): Promise<Page> =>
  scope.chapters
    ? { results: '[]', total: 0, continuation: null }
    : readPage(scope, projectListing, request, rowColumns, joins)

/** Milestones of the project `p` with the numbers of their tasks, in the order of their creation. */
const milestoneColumns: Sql = Prisma.sql`s.id AS "ProjectMilestoneId", s.project_id AS "ProjectId", s.name AS "Name",
  (SELECT count(*)::integer FROM task_item t WHERE t.tenant_id = s.tenant_id AND t.milestone_id = s.id) AS "TaskCount",
  (SELECT count(*)::integer FROM task_item t
    WHERE t.tenant_id = s.tenant_id AND t.milestone_id = s.id AND t.completed_on IS NULL) AS "OpenTaskCount"`

/** One project, as it stands for the runner; 404 where there is none. */
export const readProject = async (
  scope: Scope,
  id: number,
  runner: SqlRunner = scope.db,
): Promise<VersionedProject> => {
  if (scope.chapters) throw notFound('project')
  const [row] = await runner.rows<VersionedProject>(Prisma.sql`
    SELECT row_to_json(x)::text AS text, p.audit_id AS "auditId" FROM project p ${joins}
    CROSS JOIN LATERAL (SELECT ${rowColumns}, p.description AS "Description",
      ${listJson(Prisma.sql`SELECT ${milestoneColumns} FROM project_milestone s
        WHERE s.tenant_id = p.tenant_id AND s.project_id = p.id ORDER BY s.id`)} AS "Milestones",
      ${projectFieldsSql} AS "CustomFields",
      ${instantJson(Prisma.sql`p.created_at`)} AS "CreatedDate",
      ${holds(scope, 'tasks:write') ? '["view","edit","delete"]' : '["view"]'}::json AS "Actions") x
    WHERE p.tenant_id = ${scope.db.tenantId}::integer AND p.id = ${id}::integer`)
  if (!row) throw notFound('project')
  return row
}

/** The milestones of a project with the numbers of their tasks; 404 where there is no such project. */
export const listMilestones = async ({ db }: Scope, projectId: number): Promise<ProjectMilestone[]> => {
  const project = await db.prisma.project.findFirst({ where: { tenantId: db.tenantId, id: projectId } })
  if (!project) throw notFound('project')
  return db.rows<ProjectMilestone>(Prisma.sql`SELECT ${milestoneColumns} FROM project_milestone s
    WHERE s.tenant_id = ${db.tenantId}::integer AND s.project_id = ${projectId}::integer ORDER BY s.id`)
}

/** One milestone; 404 where there is none. */
export const getMilestone = async ({ db }: Scope, id: number) => {
  const milestone = await db.prisma.projectMilestone.findFirst({ where: { tenantId: db.tenantId, id } })
  if (!milestone) throw notFound('milestone')
  return milestone
}
