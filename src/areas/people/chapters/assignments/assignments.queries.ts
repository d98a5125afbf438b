import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { type ChapterAssignment, Prisma } from '#prisma/client'

/** A run as it stands; 404 where there is none. */
export const getAssignment = async ({ db }: Scope, id: string): Promise<ChapterAssignment> => {
  const found = await db.prisma.chapterAssignment.findFirst({ where: { tenantId: db.tenantId, id } })
  if (!found) throw notFound('assignment')
  return found
}

/** Whether a run has ended, one way or the other. */
export const hasEnded = async ({ db }: Scope, id: string): Promise<boolean> => {
  const rows = await db.rows(Prisma.sql`SELECT id FROM chapter_assignment
    WHERE tenant_id = ${db.tenantId}::int AND id = ${id}::uuid AND status <> 'running'`)
  return rows.length > 0
}

/**
 * The contacts that an assignment looks at, as rows of `c`: those that lists show, without the organizations that are
 * chapters and the tenant's own.
 */
export const assignable = ({ db, tenant }: Scope) => Prisma.sql`contact c WHERE c.tenant_id = ${db.tenantId}::int
  AND c.deleted_at IS NULL AND NOT c.is_unmatched
  AND c.id IS DISTINCT FROM ${tenant.organizationContactId}::int
  AND NOT EXISTS (SELECT FROM chapter own WHERE own.tenant_id = c.tenant_id AND own.organization_id = c.id)`
