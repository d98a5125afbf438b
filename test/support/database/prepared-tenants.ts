import type pg from 'pg'
import { inject } from 'vitest'
import { withAdmin } from '../server/test-server.ts'

/** More than the ids of a new tenant's records, so that the ids of copies do not conflict; 0 if they have the same ids. */
const SPAN = inject('hasOwnIds') ? 0 : 10_000

interface Column {
  name: string
  /** An id of this tenant's records: that of the row unless each tenant has one row, with the id 1, or a foreign key. */
  isId: boolean
}

/**
 * Copies a new tenant that is the only one in its database: one statement per table, where provisioning takes 30 ms per
 * tenant. Keys and names are the copies' own.
 */
export const copyTenant = (url: string, tenantId: number, copies: number): Promise<void> =>
  withAdmin(url, async (admin) => {
    // Triggers and foreign keys would check rows that are already complete.
    await admin.query(`SET session_replication_role = replica`)
    await admin.query(
      `INSERT INTO tenant (id, key, name) SELECT $1 + n, key, 'Tenant ' || key FROM generate_series(1, $2) n,
       LATERAL (SELECT 't-' || left(md5(n || random()::text), 10) AS key) k`,
      [tenantId, copies],
    )
    await admin.query(`SELECT setval(pg_get_serial_sequence('tenant', 'id'), max(id)) FROM tenant`)
    for (const table of await tablesWithRows(admin, tenantId)) await copyRows(admin, table, tenantId, copies)
  })

const copyRows = async (admin: pg.Client, table: string, tenantId: number, copies: number): Promise<void> => {
  const columns = await columnsOf(admin, table)
  const values = columns.map(({ name, isId }) => {
    if (name === 'tenant_id') return 'tenant_id + n'
    return isId ? `"${name}" + n * ${SPAN}` : `"${name}"`
  })
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  await admin.query(
    `INSERT INTO ${table} (${names}) SELECT ${values.join(', ')} FROM ${table}, generate_series(1, ${copies}) n
     WHERE tenant_id = ${tenantId}`,
  )
  if (SPAN > 0 && columns.some(({ name, isId }) => name === 'id' && isId))
    await admin.query(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), max(id)) FROM ${table}`)
}

/** The tables in which a tenant has rows. */
export const tablesWithRows = async (admin: pg.ClientBase, tenantId: number): Promise<string[]> => {
  const { rows } = await admin.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE a.attname = 'tenant_id' AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`,
  )
  const filled: string[] = []
  for (const { name } of rows) {
    const found = await admin.query(`SELECT FROM ${name} WHERE tenant_id = $1 LIMIT 1`, [tenantId])
    if (found.rowCount) filled.push(name)
  }
  return filled
}

export const columnsOf = async (admin: pg.ClientBase, table: string): Promise<Column[]> => {
  const { rows } = await admin.query<Column>(
    `SELECT a.attname::text AS name, a.attname = 'id' AND coalesce(pg_get_expr(d.adbin, d.adrelid), '') <> '1' OR EXISTS (
       SELECT FROM pg_constraint k, pg_attribute t
       WHERE k.contype = 'f' AND k.conrelid = a.attrelid AND a.attnum = ANY (k.conkey)
         AND t.attrelid = a.attrelid AND t.attname = 'tenant_id' AND t.attnum = ANY (k.conkey)) AS "isId"
     FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
     WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''`,
    [table],
  )
  return rows
}
