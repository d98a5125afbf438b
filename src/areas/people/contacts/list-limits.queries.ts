import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import { assertListRoom, type ListCounts } from './list-limits.model.ts'
import { listCountsSql } from './list-limits.sql.ts'

/** Counts the rows in each limited list of a contact. */
export const countLists = async ({ db }: Scope, tx: SqlRunner, contactId: number): Promise<ListCounts> => {
  const [counts] = await tx.rows<ListCounts>(listCountsSql(db.tenantId, contactId))
  if (!counts) throw new Error('The lists were not counted')
  return counts
}

/** Rejects one more row in a list of a contact. Lock the contact before. @throws 422 too-many. */
export const requireListRoom = async (
  scope: Scope,
  tx: SqlRunner,
  contactId: number,
  list: keyof ListCounts,
): Promise<void> => assertListRoom(await countLists(scope, tx, contactId), list)
