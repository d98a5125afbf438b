import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import { canActForSql, representedSql } from './acting-contacts.sql.ts'

/**
 * Returns whether a contact can act in the name of another: it is that contact, or has the right by a relationship, a
 * current role or as its primary contact. Rights are not transitive. Neither contact may be deleted. Ask this before
 * you act on behalf of another contact, in the transaction of the change.
 */
export const canActFor = async (
  scope: Scope,
  contactId: number,
  otherId: number,
  runner: SqlRunner = scope.db,
): Promise<boolean> => {
  const [row] = await runner.rows<{ canAct: boolean }>(canActForSql(scope, contactId, otherId))
  return row?.canAct === true
}

export interface RepresentedContact {
  id: number
  name: string
  systemTypeId: number
  statusId: number
}

/** Lists the contacts that a contact can act for, besides itself, by name: the first 1,000. */
export const listRepresented = (scope: Scope, contactId: number): Promise<RepresentedContact[]> =>
  scope.db.rows<RepresentedContact>(representedSql(scope, contactId))
