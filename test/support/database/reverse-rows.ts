import { withAdmin } from '../server/test-server.ts'

/**
 * Stores the rows of a tenant in the reverse order of their ids. In a new database they are in the order of their creation,
 * which a statement without ORDER BY mostly returns: a test of that order would not notice that it is missing.
 *
 * @param only the tables; all by default.
 */
export const reverseRows = (url: string, tenantId: number, only: readonly string[] = []): Promise<void> =>
  withAdmin(url, async (admin) => {
    // Triggers and foreign keys would see rows that vanish.
    await admin.query('SET session_replication_role = replica')
    await admin.query(`DO $$ DECLARE t record; BEGIN
      FOR t IN ${TABLES} LOOP
        CONTINUE WHEN cardinality('{${only.join(',')}}'::text[]) > 0 AND t.name <> ALL ('{${only.join(',')}}'::text[]);
        EXECUTE format('WITH moved AS (DELETE FROM %1$s WHERE tenant_id = ${Number(tenantId)} RETURNING *)
          INSERT INTO %1$s (%2$s) OVERRIDING SYSTEM VALUE SELECT %2$s FROM moved ORDER BY id DESC', t.name, t.columns);
      END LOOP;
    END $$`)
  })

/** The tables of tenants that have ids, with the columns that a statement can write. */
const TABLES = `SELECT c.oid::regclass::text AS name, string_agg(format('%I', a.attname), ', ' ORDER BY a.attnum) AS columns
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
    AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  GROUP BY c.oid HAVING bool_or(a.attname = 'tenant_id') AND bool_or(a.attname = 'id')`
