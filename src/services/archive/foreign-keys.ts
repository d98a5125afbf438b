import type { ClientBase } from 'pg'
import { ArchiveFault } from './archive-reader.ts'
import { quoteName } from './tables.ts'

interface ForeignKey {
  table: string
  columns: string[]
  parent: string
  parentColumns: string[]
}

/** The foreign keys of tables of tenants, without those of partitions. */
const KEYS = `
  SELECT c.relname AS table, p.relname AS parent,
    ARRAY(SELECT a.attname::text FROM unnest(k.conkey) WITH ORDINALITY AS part (number, position)
      JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = part.number ORDER BY part.position) AS columns,
    ARRAY(SELECT a.attname::text FROM unnest(k.confkey) WITH ORDINALITY AS part (number, position)
      JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = part.number ORDER BY part.position) AS "parentColumns"
  FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class p ON p.oid = k.confrelid
  WHERE k.contype = 'f' AND k.conparentid = 0 AND c.relnamespace = 'public'::regnamespace AND NOT c.relispartition
    AND EXISTS (SELECT FROM pg_attribute t WHERE t.attrelid = c.oid AND t.attname = 'tenant_id' AND NOT t.attisdropped)
  ORDER BY 1, k.conname`

/** Checks every foreign key of a tenant whose rows were inserted without these checks. @throws ArchiveFault */
export const requireReferences = async (client: ClientBase, tenantId: number): Promise<void> => {
  const { rows } = await client.query<ForeignKey>(KEYS)
  for (const key of rows) {
    const broken = await client.query(brokenSql(key), [tenantId])
    if (broken.rowCount)
      throw new ArchiveFault(
        `The archive contains records of ${key.table} that reference missing records of ${key.parent}.`,
      )
  }
}

/** Returns the condition of a broken reference. As in PostgreSQL, one with a null refers to nothing. */
const brokenSql = ({ table, columns, parent, parentColumns }: ForeignKey): string => {
  const isSet = columns.map((column) => `c.${quoteName(column)} IS NOT NULL`)
  const isEqual = columns.map((column, at) => `p.${quoteName(parentColumns[at] ?? '')} = c.${quoteName(column)}`)
  return `SELECT FROM ${quoteName(table)} c WHERE c.tenant_id = $1 AND ${isSet.join(' AND ')}
    AND NOT EXISTS (SELECT FROM ${quoteName(parent)} p WHERE ${isEqual.join(' AND ')}) LIMIT 1`
}
