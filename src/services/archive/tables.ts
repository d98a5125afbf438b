import type { ClientBase } from 'pg'
import { LEFT_OUT, SECRET_COLUMNS } from './archive-rules.ts'

/** A column that an archive contains. */
export interface TableColumn {
  name: string
  /** As PostgreSQL writes it. */
  type: string
}

/** A table of tenants that an archive contains. */
export interface TenantTable {
  name: string
  /** The column with the id of the tenant: `id` of `tenant`, otherwise `tenant_id`. */
  tenantColumn: string
  columns: TableColumn[]
  /** The columns of the primary key, in order. */
  key: string[]
  /** The first column by which the table is divided into partitions; null if it is not. */
  dividedBy: string | null
}

/**
 * Tables with their columns, from the catalog: so a new table or column cannot be forgotten. Partitions belong to their table.
 * Columns that PostgreSQL computes are not written.
 */
const TABLES = `
  SELECT c.relname AS name, CASE WHEN c.relname = 'tenant' THEN 'id' ELSE 'tenant_id' END AS "tenantColumn",
    json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) ORDER BY a.attnum) AS columns,
    ARRAY(SELECT k.attname::text FROM pg_index i, unnest(i.indkey::int2[]) WITH ORDINALITY AS part (number, position)
      JOIN pg_attribute k ON k.attrelid = c.oid AND k.attnum = part.number
      WHERE i.indrelid = c.oid AND i.indisprimary ORDER BY part.position) AS key,
    (SELECT d.attname::text FROM pg_partitioned_table p JOIN pg_attribute d ON d.attrelid = c.oid
      AND d.attnum = p.partattrs[0] WHERE p.partrelid = c.oid) AS "dividedBy"
  FROM pg_class c JOIN pg_attribute a
    ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND (c.relname = 'tenant' OR EXISTS (SELECT FROM pg_attribute t
      WHERE t.attrelid = c.oid AND t.attname = 'tenant_id' AND NOT t.attisdropped))
  GROUP BY c.oid, c.relname ORDER BY c.relname <> 'tenant', c.relname`

/** Reads the tables that an archive contains, the tenant first. Secrets and what is left out are not among them. */
export const readTables = async (client: ClientBase): Promise<TenantTable[]> => {
  const { rows } = await client.query<TenantTable>(TABLES)
  return rows
    .filter(({ name }) => !Object.hasOwn(LEFT_OUT, name))
    .map((table) => ({ ...table, columns: table.columns.filter((column) => !isSecret(table.name, column.name)) }))
}

const isSecret = (table: string, column: string): boolean =>
  Object.hasOwn(SECRET_COLUMNS, table) && Object.hasOwn(SECRET_COLUMNS[table] ?? {}, column)

/** Reads the migrations of the database, in order. */
export const readMigrationNames = async (client: ClientBase): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1',
  )
  return rows.map(({ name }) => name)
}

/** Returns a name of the catalog in a statement. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`
