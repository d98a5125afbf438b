import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** How far the import of a file has come. */
export interface ImportRun {
  fileHash: string
  /** The last line that was processed; 0 before the first. */
  lastLine: number
  imported: number
  refused: number
  isFinished: boolean
}

const COLUMNS = Prisma.sql`file_hash AS "fileHash", last_line AS "lastLine", imported, refused,
  finished_at IS NOT NULL AS "isFinished"`

export const insertRunSql = (tenantId: number, fileHash: string, fileName: string): Sql =>
  Prisma.sql`INSERT INTO import_run (tenant_id, file_hash, file_name)
    VALUES (${tenantId}, ${fileHash}, ${fileName}) ON CONFLICT DO NOTHING`

export const runSql = (tenantId: number, fileHash: string): Sql => Prisma.sql`SELECT ${COLUMNS} FROM import_run
    WHERE tenant_id = ${tenantId} AND file_hash = ${fileHash}`

/** Waits for a batch that is being committed: the server may still commit it after its process was killed. */
export const lockedRunSql = (tenantId: number, fileHash: string): Sql =>
  Prisma.sql`${runSql(tenantId, fileHash)} FOR UPDATE`

export const advanceRunSql = (tenantId: number, run: Omit<ImportRun, 'isFinished'>): Sql =>
  Prisma.sql`UPDATE import_run SET last_line = ${run.lastLine}, imported = imported + ${run.imported},
    refused = refused + ${run.refused} WHERE tenant_id = ${tenantId} AND file_hash = ${run.fileHash}`

export const finishRunSql = (tenantId: number, fileHash: string, at: Date): Sql =>
  Prisma.sql`UPDATE import_run SET finished_at = ${at}::timestamptz
    WHERE tenant_id = ${tenantId} AND file_hash = ${fileHash}`

/** Tags contacts. A separate statement, so that it sees tags that other transactions created in the meantime. */
export const contactTagsSql = (tenantId: number, tags: readonly object[]): Sql => Prisma.sql`
  INSERT INTO contact_tag (tenant_id, contact_id, tag_id)
  SELECT ${tenantId}::int, w.contact_id, t.id
  FROM json_to_recordset(${JSON.stringify(tags)}::json) AS w(contact_id int, name_key text)
  JOIN tag t ON t.tenant_id = ${tenantId} AND t.name_key = w.name_key
  ORDER BY w.contact_id, t.id ON CONFLICT DO NOTHING`

export const groupMembersSql = (tenantId: number, members: readonly object[]): Sql => Prisma.sql`
  INSERT INTO contact_group_member (tenant_id, contact_id, group_id)
  SELECT ${tenantId}::int, contact_id, group_id
  FROM json_to_recordset(${JSON.stringify(members)}::json) AS w(contact_id int, group_id int)
  ORDER BY group_id, contact_id ON CONFLICT DO NOTHING`

/** The tenant's groups; of several with one name the oldest comes last. */
export const groupNamesSql = (tenantId: number): Sql => Prisma.sql`SELECT id, name FROM contact_group
    WHERE tenant_id = ${tenantId} AND deleted_at IS NULL ORDER BY id DESC`
