import type pg from 'pg'
import { withAdmin } from '../server/test-server.ts'

/**
 * Stores the rows of a tenant in the reverse order of their ids. In a new database they are in the order of their creation,
 * which a statement without ORDER BY mostly returns: a test of that order would not notice that it is missing.
 *
 * @param only the tables; all by default.
 */
export const reverseRows = (url: string, tenantId: number, only?: readonly string[]): Promise<void> =>
  withAdmin(url, async (admin) => {
    // Triggers and foreign keys would see rows that vanish.
    await admin.query('SET session_replication_role = replica')
    const tables = (await tablesWithIds(admin)).filter(({ name }) => only?.includes(name) ?? true)
    for (const { name, columns } of tables)
      await admin.query(
        `WITH moved AS (DELETE FROM ${name} WHERE tenant_id = $1 RETURNING *)
         INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM moved ORDER BY id DESC`,
        [tenantId],
      )
  })

const tablesWithIds = async (admin: pg.Client): Promise<{ name: string; columns: string }[]> => {
  const { rows } = await admin.query<{ name: string; columns: string }>(
    `SELECT c.oid::regclass::text AS name, string_agg(format('%I', a.attname), ', ' ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     GROUP BY c.oid HAVING bool_or(a.attname = 'tenant_id') AND bool_or(a.attname = 'id')`,
  )
  return rows
}
