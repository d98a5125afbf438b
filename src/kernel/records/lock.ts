import { Prisma } from '#prisma/client'
import type { SqlRunner } from '../database/sql-runner.ts'
import { notFound } from '../errors/problem.ts'
import { type LockStrength, lockClause, lockContactRows, noteOtherLock } from '../tenancy/contact-locks.ts'
import type { Scope } from '../tenancy/scope.ts'
import type { Transaction } from '../tenancy/tenant-db.ts'
import type { KindFacts, RecordKind, VersionedRecord } from './record-kind.ts'
import { noteRowBefore } from './rows-before.ts'
import { type ExpectedVersion, requireVersion } from './versions.ts'

const CONTACTS = 'contact'

/** With the row as JSON, if it is noted. */
type LockedRow = { id: number; row?: string }

/**
 * Locks rows of a table in the order of their ids, so that two transactions cannot block each other. Contacts are locked in
 * one order over the whole transaction (ContactLocks). Notes the rows of a kind that are locked for a change, for its history.
 *
 * @returns the ids of the rows that exist and are not deleted, ascending.
 */
export const lockRows = async (
  { db }: Pick<Scope, 'db'>,
  tx: SqlRunner,
  kind: Pick<KindFacts, 'table'> & Partial<KindFacts>,
  ids: readonly number[],
  strength: LockStrength = 'update',
): Promise<number[]> => {
  if (ids.length === 0) return []
  const live = kind.isSoftDeleted ? Prisma.sql`AND deleted_at IS NULL` : Prisma.empty
  const isNoted = kind.entity && kind.columns !== null && !strength.endsWith('share')
  const noted = isNoted ? Prisma.sql`, to_jsonb(r)::text AS row` : Prisma.empty
  const statement = (mayWait: boolean) => Prisma.sql`SELECT id ${noted} FROM ${Prisma.raw(kind.table)} r
    WHERE tenant_id = ${db.tenantId}::integer AND id = ANY (${[...ids]}::bigint[]) ${live}
    ORDER BY id ${lockClause(strength, mayWait)}`
  const isOfContacts = kind.table === CONTACTS
  if (!isOfContacts) noteOtherLock(tx)
  const rows = isOfContacts
    ? await lockContactRows<LockedRow>(tx, { ids, strength }, statement)
    : await tx.rows<LockedRow>(statement(true))
  for (const { id, row } of rows) if (row) noteRowBefore(tx, kind.table, id, row)
  return rows.map(({ id }) => id)
}

/** Locks a record and returns its current state, or null if it does not exist. */
export const lockRecordIfPresent = async <R>(
  scope: Scope,
  tx: Transaction,
  kind: RecordKind<R>,
  id: number,
  strength: LockStrength = 'update',
): Promise<R | null> => {
  const [locked] = await lockRows(scope, tx, kind, [id], strength)
  return locked === undefined ? null : kind.find(tx, { tenantId: scope.db.tenantId, id }, scope)
}

/**
 * Locks a record, returns its current state and checks the version that the caller has read. Without `expected` no
 * version is checked.
 *
 * @throws 404, 409 `stale-audit-id`, 412.
 */
export const lockRecord = async <R extends VersionedRecord>(
  scope: Scope,
  tx: Transaction,
  kind: RecordKind<R>,
  id: number,
  expected?: ExpectedVersion,
  strength: LockStrength = 'update',
): Promise<R> => {
  const record = await lockRecordIfPresent(scope, tx, kind, id, strength)
  if (!record) throw notFound(kind.noun ?? kind.entity)
  if (expected) requireVersion(record.auditId, expected)
  return record
}

/** Locks a record as lockRecord does, for a save: id 0 creates, and the result is null. */
export const lockForSave = async <R extends VersionedRecord>(
  scope: Scope,
  tx: Transaction,
  kind: RecordKind<R>,
  id: number,
  expected: ExpectedVersion,
  strength: LockStrength = 'update',
): Promise<R | null> => (id === 0 ? null : lockRecord(scope, tx, kind, id, expected, strength))

/**
 * Locks a subject of the tenant other than a row (the names of a value list, a hierarchy without cycles) until the
 * transaction ends: for rules that no unique index can enforce, where writes are rare.
 */
export const lockSubject = async ({ db }: Pick<Scope, 'db'>, tx: SqlRunner, subject: string): Promise<void> => {
  noteOtherLock(tx)
  await tx.rows(Prisma.sql`SELECT 1 AS locked FROM (
    SELECT pg_advisory_xact_lock(hashtextextended(${`${db.tenantId}:${subject}`}::text, 0))) l`)
}
