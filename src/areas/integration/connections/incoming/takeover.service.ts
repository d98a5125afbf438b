import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { MappedConnection } from '../connections.queries.ts'
import { takeOverContactsSql, takeOverMembershipsSql, takeOverRolesSql } from './incoming.sql.ts'

/**
 * Continues the deleted connections from the same source: a new connection gets their contacts, memberships and roles, so that the source
 * does not copy them a second time.
 */
export const takeOver = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  { id }: Pick<MappedConnection, 'id'>,
): Promise<void> => {
  await tx.rows(takeOverContactsSql(tenantId, id))
  await tx.rows(takeOverMembershipsSql(tenantId, id))
  await tx.rows(takeOverRolesSql(tenantId, id))
}
