import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import { refreshContactRows } from '../records/contact-rows.service.ts'
import { lockContactsSql } from '../records/records.sql.ts'

/**
 * Brings contacts' rows (status, balance, counts) up to date, after another area changed a record of its own that they
 * depend on: in that change's transaction.
 */
export const contactsTouched = (tx: SqlRunner, scope: Scope, ids: readonly number[]): Promise<void> =>
  refreshContactRows(tx, scope, ids)

/**
 * Brings contacts into the change feed again where nothing on their rows changes, but something that the feed shows of
 * them does. Deleted ones stay where they are.
 */
export const contactsShownAnew = async (tx: SqlRunner, tenantId: number, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  await tx.rows(lockContactsSql(tenantId, ids))
  // The trigger of the feed puts the time there.
  await tx.rows(Prisma.sql`UPDATE contact SET modified_at = modified_at
    WHERE tenant_id = ${tenantId}::integer AND id = ANY (${[...ids]}::integer[]) AND deleted_at IS NULL`)
}
