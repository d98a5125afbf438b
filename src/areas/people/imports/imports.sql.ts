import type { ImportReason, ImportWarning } from '#contract/people/imports'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { ImportCounts, StoredRefusal } from './imports.model.ts'

/** The progress of an import. */
export interface ImportState extends ImportCounts {
  id: number
  status: string
  /** The last line that was processed; 0 before the first. */
  lastLine: number
  percent: number
  reasons: ImportReason[]
  warnings: ImportWarning[]
}

/** Returns the warnings of an import. Those of encodings had only a line and a message. */
export const warningsSql = (warnings: Sql): Sql => Prisma.sql`
  (SELECT coalesce(jsonb_agg(jsonb_build_object('Kind', 'Encoding', 'Count', 1, 'Lines', jsonb_build_array(w -> 'Line')) || w
    ORDER BY at), '[]'::jsonb) FROM jsonb_array_elements(${warnings}) WITH ORDINALITY AS e(w, at))`

export const optionsSql = (tenantId: number, id: number): Sql =>
  Prisma.sql`SELECT options FROM import_run WHERE tenant_id = ${tenantId}::integer AND id = ${id}::integer`

export const stateSql = (tenantId: number, id: number): Sql => Prisma.sql`
  SELECT id, status, last_line AS "lastLine", percent, reasons, ${warningsSql(Prisma.sql`warnings`)} AS warnings,
    rows_read AS "rowsRead", imported, updated, unchanged, refused,
    groups_created AS "groupsCreated", members_added AS "membersAdded", memberships_created AS "membershipsCreated",
    addresses_suppressed AS "addressesSuppressed"
  FROM import_run WHERE tenant_id = ${tenantId}::integer AND id = ${id}::integer`

/** Locks an import until the transaction ends, and waits for a batch of it that is being committed. */
export const lockedStateSql = (tenantId: number, id: number): Sql =>
  Prisma.sql`${stateSql(tenantId, id)} FOR NO KEY UPDATE`

/** Stores how far an import has come. */
export const saveStateSql = (tenantId: number, state: ImportState): Sql => Prisma.sql`
  UPDATE import_run SET last_line = ${state.lastLine}::integer, percent = ${state.percent}::smallint,
    reasons = ${JSON.stringify(state.reasons)}::jsonb, warnings = ${JSON.stringify(state.warnings)}::jsonb, rows_read = ${state.rowsRead}::integer,
    imported = ${state.imported}::integer, updated = ${state.updated}::integer,
    unchanged = ${state.unchanged}::integer, refused = ${state.refused}::integer,
    groups_created = ${state.groupsCreated}::integer, members_added = ${state.membersAdded}::integer,
    memberships_created = ${state.membershipsCreated}::integer,
    addresses_suppressed = ${state.addressesSuppressed}::integer
  WHERE tenant_id = ${tenantId}::integer AND id = ${state.id}::integer`

export const addRefusalsSql = (tenantId: number, importId: number, rows: readonly StoredRefusal[]): Sql => Prisma.sql`
  INSERT INTO import_refused_row (tenant_id, import_id, line, reasons, fields)
  SELECT ${tenantId}::integer, ${importId}::integer, line, reasons, fields
  FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r(line int, reasons text[], fields text[])`

/** Selects the refused rows after a line, in the order of the file. */
export const refusalsSql = (tenantId: number, importId: number, afterLine: number, take: number): Sql => Prisma.sql`
  SELECT line, reasons, fields FROM import_refused_row
  WHERE tenant_id = ${tenantId}::integer AND import_id = ${importId}::integer AND line > ${afterLine}::integer
  ORDER BY line LIMIT ${take}::integer`

// A dry run stores nothing that the next row is compared with, so that it begins again after it was stopped.
export const forgetRefusalsSql = (tenantId: number, importId: number): Sql => Prisma.sql`
  DELETE FROM import_refused_row WHERE tenant_id = ${tenantId}::integer AND import_id = ${importId}::integer`

export interface ImportLoad {
  running: number
  /** Since the oldest one that is not complete was requested. */
  seconds: number
  failed: number
}

/** Counts the imports that are not complete, and those that have failed and are still listed. */
export const importLoadSql: Sql = Prisma.sql`
  SELECT count(*)::int AS running, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS seconds,
    (SELECT count(*)::int FROM import_run WHERE status = 'Failed') AS failed
  FROM import_run WHERE status IN ('Queued', 'Running') AND file_id IS NOT NULL`
