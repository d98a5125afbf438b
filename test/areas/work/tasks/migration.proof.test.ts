import { expect, test } from 'vitest'
import { useDatabaseBefore } from '#test/support/earlier-database'

const OWN = '20261121150000_tasks'
const earlier = useDatabaseBefore(OWN)

const rows = async (sql: string) => (await earlier.query(sql)).rows

test("the migration gives earlier tasks the built-in type and the tenant's days", async () => {
  await earlier.query(`
    INSERT INTO tenant (id, key, name, time_zone) VALUES (1, 'north', 'North', 'Pacific/Auckland'), (2, 'south', 'South', 'UTC');
    INSERT INTO role (tenant_id, name, scopes, is_chapter_limited) VALUES (1, 'Chapter owner', '{contacts:read}', true);
    INSERT INTO contact (tenant_id, id, system_type_id, display_name, sort_name) VALUES (1, 7, 1, 'Ada', 'ada');
    INSERT INTO task_item (tenant_id, id, contact_id, name, due_date, completed_at) VALUES
      (1, 1, 7, 'Open', '2026-03-04', NULL), (1, 2, 7, 'Done', NULL, '2026-03-04T12:00:00Z'), (2, 3, NULL, 'South', NULL, NULL)`)
  const applied = await earlier.migrate()
  expect(applied).toContain(OWN)
  expect(
    await rows(`SELECT t.id, k.name AS type, k.is_system, t.completed_on::text, t.percent_complete AS percent, t.contact_id
      FROM task_item t JOIN task_type k ON k.tenant_id = t.tenant_id AND k.id = t.type_id ORDER BY t.id`),
  ).toEqual([
    { id: 1, type: 'To do', is_system: true, completed_on: null, percent: 0, contact_id: 7 },
    // 13 hours ahead.
    { id: 2, type: 'To do', is_system: true, completed_on: '2026-03-05', percent: 100, contact_id: 7 },
    { id: 3, type: 'To do', is_system: true, completed_on: null, percent: 0, contact_id: null },
  ])
  expect(await rows('SELECT tenant_id, count(*)::int AS n FROM task_type GROUP BY 1 ORDER BY 1')).toEqual([
    { tenant_id: 1, n: 5 },
    { tenant_id: 2, n: 5 },
  ])
  expect(
    await rows(`SELECT tenant_id AS t, bucket AS b, n FROM record_count WHERE bucket LIKE 'task:%' ORDER BY 1, 2`),
  ).toEqual([
    { t: 1, b: 'task:all', n: 2 },
    { t: 1, b: 'task:open', n: 1 },
    { t: 2, b: 'task:all', n: 1 },
    { t: 2, b: 'task:open', n: 1 },
  ])
  expect(await rows('SELECT scopes FROM role')).toEqual([{ scopes: ['contacts:read', 'tasks:read', 'tasks:write'] }])
}, 60_000)
