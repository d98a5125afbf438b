import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createEmptyDatabase } from '#test/support/database'

const script = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../../../prisma/migrations', name, 'migration.sql'), 'utf8')

test('the migration counts existing members without deleted contacts', async () => {
  const own = await createEmptyDatabase()
  const client = new pg.Client({ connectionString: own.url })
  await client.connect()
  try {
    await client.query(script('20261121000000_foundation'))
    await client.query(`
      INSERT INTO tenant (id, key, name) VALUES (1, 'north', 'North');
      INSERT INTO contact (tenant_id, id, system_type_id, display_name, sort_name, deleted_at, is_unmatched)
        SELECT 1, n, 1, 'C' || n, 'c' || n, CASE n WHEN 2 THEN now() END, n = 3 FROM generate_series(1, 6) n;
      INSERT INTO contact_group (tenant_id, id, name) VALUES (1, 1, 'First'), (1, 2, 'Second');
      INSERT INTO contact_group_member (tenant_id, group_id, contact_id, state)
        SELECT 1, 1, n, CASE n WHEN 6 THEN 'optedout' ELSE 'member' END FROM generate_series(1, 6) n
        UNION ALL SELECT 1, 2, 1, 'removed'`)
    await client.query(script('20261121100000_people'))
    const { rows } = await client.query(
      `SELECT bucket, sum(n)::int AS n FROM record_count WHERE bucket LIKE 'group:%' GROUP BY 1 ORDER BY 1`,
    )
    expect(rows).toEqual([
      { bucket: 'group:1:member', n: 3 },
      { bucket: 'group:1:optedout', n: 1 },
      { bucket: 'group:2:removed', n: 1 },
    ])
  } finally {
    await client.end()
    await own.drop()
  }
})
