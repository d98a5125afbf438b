import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import { Prisma } from '#prisma/client'

/** The contacts whose rows show, or count, any of these, in whatever chapter: by roles, relationships and as primary contact. */
export const neighboursOf = async (tx: SqlRunner, scope: Scope, ids: readonly number[]): Promise<number[]> => {
  const { tenantId } = scope.db
  const these = Prisma.sql`ANY(${[...ids]}::int[])`
  const query = Prisma.sql`
    SELECT id FROM contact WHERE tenant_id = ${tenantId} AND primary_contact_id = ${these}
    UNION SELECT contact_id FROM contact_role WHERE tenant_id = ${tenantId} AND organization_id = ${these}
    UNION SELECT organization_id FROM contact_role WHERE tenant_id = ${tenantId} AND contact_id = ${these}
    UNION SELECT contact_id FROM contact_relationship WHERE tenant_id = ${tenantId} AND other_contact_id = ${these}
    UNION SELECT other_contact_id FROM contact_relationship WHERE tenant_id = ${tenantId} AND contact_id = ${these}`
  const rows = await runForWholeTenant(tx, scope, () => tx.rows<{ id: number }>(query))
  return rows.map(({ id }) => id)
}
