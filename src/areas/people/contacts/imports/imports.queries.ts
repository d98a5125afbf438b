import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import { fold } from '#kernel/text/fold'
import { finishRunSql, groupNamesSql, type ImportRun, insertRunSql, lockedRunSql, runSql } from './imports.sql.ts'

export type { ImportRun }

/**
 * Starts the run of a file, or returns the one that exists, by the hash of the file's content and of how it is read.
 * Waits for a batch of the run that is being committed.
 */
export const openImportRun = async ({ db }: Scope, fileHash: string, fileName: string): Promise<ImportRun> => {
  await db.rows(insertRunSql(db.tenantId, fileHash, fileName))
  const [run] = await db.rows<ImportRun>(lockedRunSql(db.tenantId, fileHash))
  if (!run) throw new Error('The import run was deleted while it was opened')
  return run
}

/** Finds the run of a file; undefined if the file was never imported. */
export const findImportRun = async ({ db }: Scope, fileHash: string): Promise<ImportRun | undefined> =>
  (await db.rows<ImportRun>(runSql(db.tenantId, fileHash)))[0]

/** Locks a run until the transaction ends. */
export const lockImportRun = async ({ db }: Scope, tx: SqlRunner, fileHash: string): Promise<ImportRun | undefined> =>
  (await tx.rows<ImportRun>(lockedRunSql(db.tenantId, fileHash)))[0]

export const finishImportRun = async ({ db, clock }: Scope, fileHash: string): Promise<void> => {
  await db.rows(finishRunSql(db.tenantId, fileHash, clock.now()))
}

/** Finds the tenant's groups by name, without regard to case and accents. */
export const findGroupsByName = async ({ db }: Scope): Promise<ReadonlyMap<string, number>> => {
  const rows = await db.rows<{ id: number; name: string }>(groupNamesSql(db.tenantId))
  return new Map(rows.map(({ id, name }) => [fold(name), id]))
}
