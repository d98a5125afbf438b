import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createEmptyDatabase } from '#test/support/database'

const FOLDER = join(import.meta.dirname, '../../../../prisma/migrations')
const NAME = '20261122113000_contact_status_by_hand'
const script = (name: string) => readFileSync(join(FOLDER, name, 'migration.sql'), 'utf8')

test('the migration applies active memberships over statuses set by hand, and keeps what was set', async () => {
  const own = await createEmptyDatabase()
  const client = new pg.Client({ connectionString: own.url })
  await client.connect()
  try {
    const earlier = readdirSync(FOLDER).filter((name) => /^\d/.test(name) && name < NAME)
    for (const name of earlier.sort()) await client.query(`BEGIN; ${script(name)}; COMMIT`)
    await client.query(`
      INSERT INTO tenant (id, key, name) VALUES (1, 'north', 'North');
      INSERT INTO contact (tenant_id, id, system_type_id, display_name, sort_name, status_id, status_is_manual)
        SELECT 1, id, type, 'C' || id, 'c' || id, status, manual FROM (VALUES (1, 2, 16, true), (2, 1, 8, true),
          (3, 1, 4, true), (4, 1, 1, true), (5, 1, 16, true), (6, 1, 8, false)) x(id, type, status, manual);
      INSERT INTO membership_type (tenant_id, id, name, name_key, covers_people) VALUES (1, 1, 'Firms', 'firms', true);
      INSERT INTO membership (tenant_id, id, contact_id, type_id, status, joined_on)
        VALUES (1, 1, 1, 1, 'Grace', '2025-01-01'), (1, 2, 5, 1, 'Lapsed', '2025-01-01');
      INSERT INTO contact_role (tenant_id, contact_id, organization_id, end_date)
        VALUES (1, 2, 1, NULL), (1, 3, 1, NULL), (1, 4, 1, '2020-01-01')`)
    await client.query(`BEGIN; ${script(NAME)}; COMMIT`)
    const { rows } = await client.query('SELECT id, status_id, manual_status_id FROM contact ORDER BY id')
    expect(rows.map(({ id, status_id, manual_status_id }) => [id, status_id, manual_status_id])).toEqual([
      [1, 2, 16],
      [2, 2, 8],
      [3, 4, 4],
      [4, 1, 1],
      [5, 16, 16],
      [6, 8, null],
    ])
    const totals = await client.query(
      `SELECT bucket, sum(n)::int AS n FROM record_count WHERE bucket LIKE 'contact:%' GROUP BY 1 HAVING sum(n) > 0 ORDER BY 1`,
    )
    expect(totals.rows.find(({ bucket }) => bucket === 'contact:2:2')).toMatchObject({ n: 1 })
  } finally {
    await client.end()
    await own.drop()
  }
})
