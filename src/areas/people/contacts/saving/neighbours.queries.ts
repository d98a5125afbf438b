import { Prisma } from '../../../../generated/prisma/client.ts'
import type { SqlRunner } from '../../../../kernel/tenancy/direct-transaction.ts'

/** The contacts whose rows show, or count, any of these: by roles, relationships and as primary contact. */
export const neighboursOf = async (tx: SqlRunner, tenantId: number, ids: readonly number[]): Promise<number[]> => {
  const these = Prisma.sql`ANY(${[...ids]}::int[])`
  const rows = await tx.rows<{ id: number }>(Prisma.sql`
    SELECT id FROM contact WHERE tenant_id = ${tenantId} AND primary_contact_id = ${these}
    UNION SELECT contact_id FROM contact_role WHERE tenant_id = ${tenantId} AND organization_id = ${these}
    UNION SELECT organization_id FROM contact_role WHERE tenant_id = ${tenantId} AND contact_id = ${these}
    UNION SELECT contact_id FROM contact_relationship WHERE tenant_id = ${tenantId} AND other_contact_id = ${these}
    UNION SELECT other_contact_id FROM contact_relationship WHERE tenant_id = ${tenantId} AND contact_id = ${these}`)
  return rows.map(({ id }) => id)
}
