import type { Scope } from '#kernel/tenancy/scope'
import { exportCountSql, exportRowsSql } from './exports.sql.ts'

/** A contact as texts, by the column that the import reads them from; null if there is no value. */
export interface ExportRow {
  id: number
  cells: Record<string, string | null>
  custom: { Name: string; Value: string | null; DisplayValue: string | null; CustomFieldDataTypeId: string }[]
}

/** Reads the contacts after an id, ordered by id, without deleted ones. One statement. */
export const readExportRows = ({ db }: Scope, afterId: number, take: number): Promise<ExportRow[]> =>
  db.rows<ExportRow>(exportRowsSql(db.tenantId, afterId, take))

/** Counts the contacts, for the progress. */
export const countExportRows = async ({ db }: Scope): Promise<number> => {
  const [row] = await db.rows<{ total: number }>(exportCountSql(db.tenantId))
  return row?.total ?? 0
}
