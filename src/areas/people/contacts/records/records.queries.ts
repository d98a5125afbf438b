import type { SqlRunner } from '#kernel/database/sql-runner'
import { ruleRefused } from '#kernel/errors/problem'
import { lockSubject } from '#kernel/records/lock'
import { lockContactRows } from '#kernel/tenancy/contact-locks'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import type { ContactRecords } from './records.model.ts'
import {
  contactRecordsSql,
  type LockedContact,
  lockContactsSql,
  neighborsSql,
  newCycleSql,
  type StoredRecords,
  storedCycleSql,
} from './records.sql.ts'

export type { LockedContact }

/** The tenant whose contacts are meant. */
interface DbScope {
  db: { readonly tenantId: number }
}

/**
 * Locks contacts in the order of the whole transaction (ContactLocks), deleted ones included, and returns those that exist. Counts and names that
 * a later statement derives include all that others have committed.
 */
export const lockContacts = async (tx: SqlRunner, { db }: DbScope, ids: readonly number[]): Promise<LockedContact[]> =>
  ids.length === 0
    ? []
    : lockContactRows<LockedContact>(tx, { ids, strength: 'no key update' }, (mayWait) =>
        lockContactsSql(db.tenantId, ids, mayWait),
      )

/** Reads contacts as lockContacts returns them, without a lock. */
export const findContactsAsLocked = async (
  tx: Pick<Transaction, 'contact'>,
  { db }: DbScope,
  ids: readonly (number | null)[],
): Promise<LockedContact[]> => {
  const where = { tenantId: db.tenantId, id: { in: ids.filter((id) => id !== null) } }
  const found = await tx.contact.findMany({ where })
  return found.map(({ id, auditId, systemTypeId, deletedAt, isUnmatched, displayName, primaryContactId }) => ({
    id,
    auditId,
    isUnmatched,
    displayName,
    primaryContactId,
    systemTypeId: systemTypeId === 1 ? 1 : 2,
    isDeleted: deletedAt !== null,
  }))
}

/** Reads contacts with all their records, deleted ones included, ordered by id. */
export const readRecords = async (
  runner: SqlRunner,
  { db }: DbScope,
  ids: readonly number[],
): Promise<ContactRecords[]> => {
  const rows = await runner.rows<StoredRecords>(contactRecordsSql(db.tenantId, ids))
  return rows.map(({ records }) => records)
}

/** Finds the contacts whose rows show or count any of these, in all chapters. */
export const findNeighbors = async (scope: Scope, tx: SqlRunner, ids: readonly number[]): Promise<number[]> => {
  const query = neighborsSql(scope.db.tenantId, ids)
  const rows = await runForWholeTenant(scope, tx, () => tx.rows<{ id: number }>(query))
  return rows.map(({ id }) => id)
}

/** Lets only one transaction of the tenant at a time extend its hierarchies, so that two cannot close a cycle together. */
export const lockHierarchy = (scope: Pick<Scope, 'db'>, tx: SqlRunner): Promise<void> =>
  lockSubject(scope, tx, 'contact-hierarchy')

/**
 * Rejects new parents of an organization that are its descendants.
 *
 * @throws 422 relationship-cycle.
 */
export const requireNoNewCycle = async (
  scope: Pick<Scope, 'db'>,
  tx: SqlRunner,
  contactId: number,
  parentIds: readonly number[],
): Promise<void> => {
  const query = newCycleSql(scope.db.tenantId, contactId, parentIds)
  const [, rows] = await Promise.all([lockHierarchy(scope, tx), tx.rows<{ isCycle: boolean }>(query)])
  if (!rows[0]?.isCycle) return
  throw ruleRefused('relationship-cycle', 'An organization cannot be its own ancestor.', [
    { pointer: '/ParentOrganizations', message: 'must not contain a descendant of this organization' },
  ])
}

/**
 * Rejects stored relationships that make a contact an ancestor of itself in a hierarchy or a family.
 *
 * @throws 422 relationship-cycle.
 */
export const requireNoStoredCycle = async (
  scope: Pick<Scope, 'db'>,
  tx: SqlRunner,
  contactId: number,
): Promise<void> => {
  const query = storedCycleSql(scope.db.tenantId, contactId)
  const [, rows] = await Promise.all([lockHierarchy(scope, tx), tx.rows<{ isCycle: boolean }>(query)])
  if (rows[0]?.isCycle) throw ruleRefused('relationship-cycle', 'The contact would be its own ancestor.')
}
