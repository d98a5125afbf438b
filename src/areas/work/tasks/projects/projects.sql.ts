import { projectFieldsSql } from '#areas/people/custom-fields/values/record-values.listing'
import { instantJson, listJson } from '#kernel/database/json-sql'
import { tenantRecordActionsSql } from '#kernel/records/actions'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { projectColumns, projectJoins } from './projects.listing.ts'

/** A milestone `s` with its numbers of tasks. */
const milestoneColumns: Sql = Prisma.sql`s.id AS "ProjectMilestoneId", s.project_id AS "ProjectId", s.name AS "Name",
  (SELECT count(*)::integer FROM task_item t WHERE t.tenant_id = s.tenant_id AND t.milestone_id = s.id) AS "TaskCount",
  (SELECT count(*)::integer FROM task_item t
    WHERE t.tenant_id = s.tenant_id AND t.milestone_id = s.id AND t.completed_on IS NULL) AS "OpenTaskCount"`

/** Selects the milestones of a project, in the order of their creation. */
export const milestoneListSql = (tenantId: number, projectId: number): Sql => Prisma.sql`
  SELECT ${milestoneColumns} FROM project_milestone s
  WHERE s.tenant_id = ${tenantId}::integer AND s.project_id = ${projectId}::integer ORDER BY s.id`

/** Selects one project in its documented shape, with its version. */
export const projectSql = (scope: Scope, id: number): Sql => Prisma.sql`
    SELECT row_to_json(x)::text AS text, p.audit_id AS "auditId" FROM project p ${projectJoins}
    CROSS JOIN LATERAL (SELECT ${projectColumns}, p.description AS "Description",
      ${listJson(Prisma.sql`SELECT ${milestoneColumns} FROM project_milestone s
        WHERE s.tenant_id = p.tenant_id AND s.project_id = p.id ORDER BY s.id`)} AS "Milestones",
      ${projectFieldsSql} AS "CustomFields",
      ${instantJson(Prisma.sql`p.created_at`)} AS "CreatedDate",
      ${tenantRecordActionsSql(scope, { entity: 'project' }, 'tasks:write', Prisma.sql`p.id`)} AS "Actions") x
    WHERE p.tenant_id = ${scope.db.tenantId}::integer AND p.id = ${id}::integer`
