import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { ownerPool } from './owner-pool.ts'
import { columnsOf, tablesWithRows } from './prepared-tenants.ts'

/** The statements that write the rows of a new tenant, made from the first one of the process. */
let rowsOfTenant: Promise<string> | undefined

/**
 * Adds a tenant with the rows of one that was provisioned, in one round trip; provisioning takes many. Returns its key. A run
 * whose tenants have no ids in common provisions each.
 *
 * @param provision provisions a tenant in this database and returns its id, for the first call of the process.
 */
export const repeatTenant = async (
  url: string,
  provision: () => Promise<{ id: number; key: string }>,
): Promise<string> => {
  if (!inject('hasOwnIds')) return (await provision()).key
  if (!rowsOfTenant) {
    const first = provision()
    rowsOfTenant = first.then(({ id }) => describeRows(url, id))
    await rowsOfTenant
    return (await first).key
  }
  const key = `t-${randomBytes(5).toString('hex')}`
  // One transaction. Triggers and foreign keys would check rows that are already complete.
  await ownerPool(url).query(
    `SELECT set_config('session_replication_role', 'replica', true);
     INSERT INTO tenant (key, name) VALUES ('${key}', 'Tenant ${key}');
     ${await rowsOfTenant}`,
  )
  return key
}

const describeRows = async (url: string, tenantId: number): Promise<string> => {
  const client = await ownerPool(url).connect()
  try {
    const statements: string[] = []
    for (const table of await tablesWithRows(client, tenantId)) {
      const names = (await columnsOf(client, table)).map(({ name }) => `"${name}"`)
      const values = names.map((name) =>
        name === '"tenant_id"' ? `currval(pg_get_serial_sequence('tenant', 'id'))` : name,
      )
      const sql = `SELECT jsonb_agg(r)::text AS rows FROM ${table} r WHERE tenant_id = $1`
      const { rows } = await client.query<{ rows: string }>(sql, [tenantId])
      statements.push(
        `INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.join(', ')}
         FROM jsonb_populate_recordset(NULL::${table}, ${pg.escapeLiteral(rows[0]?.rows ?? '[]')})`,
      )
    }
    return statements.join(';\n')
  } finally {
    client.release()
  }
}
