import { withAdmin } from './test-server.ts'

/**
 * Moves the id sequences of all tables apart, unless they are already. In a new database, they all start at 1: a test
 * would not notice if the id of a record were used as that of a record of another table.
 */
export const spreadIds = (url: string): Promise<void> =>
  withAdmin(url, async (admin) => {
    await admin.query(`SELECT setval(sequence, start) FROM (
      SELECT oid::regclass AS sequence, pg_sequence_last_value(oid) AS last,
        1000 * row_number() OVER (ORDER BY relname) AS start
      FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace) s
      WHERE start > coalesce(last, 0)`)
  })
