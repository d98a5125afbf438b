import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'

/** How far the import of a file is. */
export interface ImportRun {
  fileHash: string
  /** The last line that was dealt with; 0 before the first. */
  lastLine: number
  imported: number
  refused: number
  isFinished: boolean
}

const COLUMNS = Prisma.sql`file_hash AS "fileHash", last_line AS "lastLine", imported, refused,
  finished_at IS NOT NULL AS "isFinished"`

/**
 * The run of a file, by the hash of its content and of how it is read; begun where there is none. Waits for a batch
 * that is being committed: the server may still be at it when the process that sent it was killed.
 */
export const openImportRun = async ({ db }: Scope, fileHash: string, fileName: string): Promise<ImportRun> => {
  await db.rows(Prisma.sql`INSERT INTO import_run (tenant_id, file_hash, file_name)
    VALUES (${db.tenantId}, ${fileHash}, ${fileName}) ON CONFLICT DO NOTHING`)
  const [run] = await db.rows<ImportRun>(Prisma.sql`SELECT ${COLUMNS} FROM import_run
    WHERE tenant_id = ${db.tenantId} AND file_hash = ${fileHash} FOR UPDATE`)
  if (!run) throw new Error('The import run was removed while it was opened')
  return run
}

/** How far a file is, without beginning anything; undefined where it was never imported. */
export const findImportRun = async ({ db }: Scope, fileHash: string): Promise<ImportRun | undefined> => {
  const [run] = await db.rows<ImportRun>(Prisma.sql`SELECT ${COLUMNS} FROM import_run
    WHERE tenant_id = ${db.tenantId} AND file_hash = ${fileHash}`)
  return run
}

/** Holds the run until the transaction ends and answers the line it is at. */
export const lockImportRun = async (tx: SqlRunner, { db }: Scope, fileHash: string): Promise<number | undefined> => {
  const [run] = await tx.rows<{ last_line: number }>(Prisma.sql`SELECT last_line FROM import_run
    WHERE tenant_id = ${db.tenantId} AND file_hash = ${fileHash} FOR UPDATE`)
  return run?.last_line
}

export const advanceImportRunSql = (
  { db }: Scope,
  run: Pick<ImportRun, 'fileHash' | 'lastLine' | 'imported' | 'refused'>,
) =>
  Prisma.sql`UPDATE import_run SET last_line = ${run.lastLine}, imported = imported + ${run.imported},
    refused = refused + ${run.refused} WHERE tenant_id = ${db.tenantId} AND file_hash = ${run.fileHash}`

export const finishImportRun = async ({ db, clock }: Scope, fileHash: string): Promise<void> => {
  await db.rows(Prisma.sql`UPDATE import_run SET finished_at = ${clock.now()}::timestamptz
    WHERE tenant_id = ${db.tenantId} AND file_hash = ${fileHash}`)
}
