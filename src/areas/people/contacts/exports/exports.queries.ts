import type { Scope } from '#kernel/tenancy/scope'
import { exportCountSql, exportRowsSql } from './exports.sql.ts'

/** A contact as texts, by the column that the import reads them from; null if there is no value. */
export interface ExportRow {
  id: number
  cells: Record<string, string | null>
  custom: { Name: string; Value: string | null; DisplayValue: string | null; CustomFieldDataTypeId: string }[]
}

/** The columns, in their order: fields of the import. */
export const EXPORT_COLUMNS: readonly string[] = (
  'Type Prefix FirstName MiddleName LastName Suffix CommonName PrimaryTitle Gender OrganizationName AccountNumber ' +
  'HideAccountNumber Status Email PersonalEmail OtherEmail Phone Mobile HomePhone Fax OtherPhone PhoneExtension Website ' +
  'Address1 Address2 City StateProvince PostalCode Country Tags Groups'
).split(' ')

/** Reads the contacts after an id, ordered by id, without deleted ones. One statement. */
export const readExportRows = ({ db }: Scope, afterId: number, take: number): Promise<ExportRow[]> =>
  db.rows<ExportRow>(exportRowsSql(db.tenantId, afterId, take))

/** Counts the contacts, for the progress. */
export const countExportRows = async ({ db }: Scope): Promise<number> => {
  const [row] = await db.rows<{ total: number }>(exportCountSql(db.tenantId))
  return row?.total ?? 0
}
