import type { ClientBase } from 'pg'
import { makeToken } from '#kernel/crypto/api-key'
import { ArchiveFault, readPart, type VerifiedArchive } from './archive-reader.ts'
import { IMPORTED_VALUES } from './archive-rules.ts'
import type { LoginIds } from './logins.ts'
import type { ImportPlan } from './plan-import.ts'
import { quoteName } from './tables.ts'

export interface RecordsOptions {
  tenantId: number
  key: string
  /** The id of the tenant in the archive. */
  formerId: number
  idOf: LoginIds
  progress: (rows: number) => void
}

/** Inserts the records of a kind, one part after the other. @throws ArchiveFault */
export const insertRecords = async (
  client: ClientBase,
  { file, parts }: Pick<VerifiedArchive, 'file' | 'parts'>,
  plan: ImportPlan,
  options: RecordsOptions,
): Promise<void> => {
  const { table, kind } = plan
  const sql = insertOf(plan)
  let inserted = 0
  for (const part of parts.get(kind.table) ?? []) {
    const lines = await options.idOf(await readPart(file, part))
    const values = [
      `[${lines.join(',')}]`,
      options.tenantId,
      table.name === 'tenant' ? options.key : `${options.formerId}|`,
    ]
    const { rowCount } = await client.query(sql, values).catch((error: Error & { code?: string }) => {
      throw faultOf(kind.table, error)
    })
    inserted += rowCount ?? 0
    options.progress(lines.length)
  }
  if (inserted !== kind.rows)
    throw new ArchiveFault(
      `The archive contains ${inserted} records of ${kind.table}; its manifest states ${kind.rows}.`,
    )
}

/** Returns the fault of the archive that an error of the data is (classes 22 and 23 of PostgreSQL). */
const faultOf = (table: string, error: Error & { code?: string }): Error =>
  /^2[23]/.test(error.code ?? '')
    ? new ArchiveFault(`The records of ${table} cannot be imported: ${error.message}`, { cause: error })
    : error

/**
 * Returns the statement that inserts: $1 the records, $2 the new tenant, $3 its key or the beginning of former search
 * words.
 */
const insertOf = ({ table, kind }: ImportPlan): string => {
  const columns = kind.columns.map(({ name }) => quoteName(name))
  const values = kind.columns.map(({ name, type }) => expressionOf(table.name, table.tenantColumn, name, type))
  return `INSERT INTO ${quoteName(table.name)} (${columns.join(', ')})
    SELECT ${values.join(', ')} FROM json_populate_recordset(NULL::${quoteName(table.name)}, $1::json) r
    WHERE $3::text IS NOT NULL`
}

const expressionOf = (table: string, tenantColumn: string, column: string, type: string): string => {
  if (column === tenantColumn) return '$2::integer'
  if (table === 'tenant' && column === 'key') return '$3::text'
  const replaced = Object.hasOwn(IMPORTED_VALUES, table) ? IMPORTED_VALUES[table]?.[column] : undefined
  if (replaced !== undefined) return replaced
  return type === 'tsvector' ? withTenant(`r.${quoteName(column)}`) : `r.${quoteName(column)}`
}

/** Returns search words with their tenant, by which they begin (decision 0097). */
const withTenant = (words: string): string =>
  `(SELECT array_to_tsvector(array_agg(CASE WHEN starts_with(w.lexeme, $3) THEN $2::integer || '|' || substr(w.lexeme, length($3) + 1)
    ELSE w.lexeme END)) FROM unnest(${words}) w)`

/** Renews the client ids of OAuth clients, which name their tenant: those of the former tenant find nothing. */
export const renewClientIds = async (client: ClientBase, tenantId: number): Promise<void> => {
  const { rows } = await client.query<{ id: number }>(
    'SELECT id FROM application_permission WHERE tenant_id = $1 AND client_id IS NOT NULL',
    [tenantId],
  )
  for (const { id } of rows)
    await client.query('UPDATE application_permission SET client_id = $3 WHERE tenant_id = $1 AND id = $2', [
      tenantId,
      id,
      makeToken('ghi', tenantId),
    ])
}
