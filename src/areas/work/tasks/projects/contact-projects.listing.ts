import type { ContactList } from '#areas/people/contacts/contact-facts.listing'
import { listJson } from '#kernel/database/json-sql'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Projects of one contact; more are not shown. */
const MAX_PROJECTS = Prisma.raw('1000')

/**
 * Returns the projects that concern the contact of row `c`, as JSON (ContactRecordItem), the latest start first: those
 * with a task about it. Empty without the scope to read tasks.
 */
const contactProjectsJson = (scope: Scope): Sql => {
  if (!hasGrant(scope, 'tasks:read')) return Prisma.sql`'[]'::json`
  const actions = hasGrant(scope, 'tasks:write') ? Prisma.sql`'["view","edit"]'::json` : Prisma.sql`'["view"]'::json`
  return listJson(Prisma.sql`
    SELECT p.id AS "Id", p.audit_id AS "AuditId", p.name AS "Name", p.description AS "Description",
      CASE WHEN p.is_active THEN 'Active' ELSE 'Inactive' END AS "Status", NULL::float8 AS "Amount",
      p.start_date AS "StartDate", p.due_date AS "EndDate", NULL::text AS "Url", ${actions} AS "Actions"
    FROM project p WHERE p.tenant_id = c.tenant_id AND p.id IN (
      SELECT t.project_id FROM task_item t WHERE t.tenant_id = c.tenant_id AND t.contact_id = c.id)
    ORDER BY p.start_date DESC NULLS LAST, p.id DESC LIMIT ${MAX_PROJECTS}`)
}

export const projectsOfContact: ContactList = { field: 'Projects', json: contactProjectsJson }
