import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound } from '#kernel/errors/problem'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { type LockedContact, lockContactsSql } from '../records/records.sql.ts'

/**
 * Locks a contact until the transaction ends and holds it against the version that the caller has read.
 *
 * @throws 404 where it is not there (or, unless `deleted` is asked for, is deleted), 409 stale-audit-id, 412.
 */
export const holdContact = async (
  tx: SqlRunner,
  scope: Scope,
  contactId: number,
  expected: ExpectedVersion,
  { deleted = false } = {},
): Promise<LockedContact> => {
  const [held] = await tx.rows<LockedContact>(lockContactsSql(scope.db.tenantId, [contactId]))
  if (!held || (held.is_deleted && !deleted)) throw notFound('contact')
  assertVersion(held.audit_id, expected)
  return held
}
