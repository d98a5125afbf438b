import { afterAll, expect, test } from 'vitest'
import { SECRET_COLUMNS } from '#services/archive/archive-rules'
import { buildTestApp } from '#test/support/build-app'

const server = await buildTestApp()
afterAll(() => server.close())

type Json = Record<string, unknown>

const list = async (action: string, before: Json, after: Json | null, names: Json = {}, others: Json | null = null) => {
  const [row] = await server.database.system.$queryRawUnsafe<{ listed: Json | null }[]>(
    'SELECT bounded_changes(listed_changes($1, $2::jsonb, $3::jsonb, $4::jsonb, $5::jsonb)) AS listed',
    action,
    ...[before, after, names, others].map((value) => value && JSON.stringify(value)),
  )
  return row?.listed
}

test('a change lists the columns that differ, by their documented names', async () => {
  const before = {
    id: 1,
    audit_id: 1,
    name: 'A',
    name_key: 'a',
    tax_set_id: 3,
    issued_on: '2026-01-02',
    is_active: true,
  }
  const after = { ...before, audit_id: 2, name: 'B', name_key: 'b', tax_set_id: null, issued_on: '2026-01-03' }
  expect(await list('updated', before, after, { tax_set_id: 'TaxId' }, { Reason: 'sent' })).toEqual({
    Name: { old: 'A', new: 'B' },
    TaxId: { old: 3, new: null },
    IssuedDate: { old: '2026-01-02', new: '2026-01-03' },
    Reason: 'sent',
  })
  expect(await list('updated', before, { ...before, audit_id: 2 })).toBeNull()
  expect(await list('updated', before, after, { name: null, tax_set_id: null, issued_on: null })).toBeNull()
})

test('a creation lists the values that are set, a deletion the last ones', async () => {
  const row = { id: 1, name: 'A', note: null, tags: [], is_active: true, is_sold: false }
  expect(await list('created', {}, row)).toEqual({ Name: { old: null, new: 'A' }, IsActive: { old: null, new: true } })
  expect(await list('deleted', row, null)).toEqual({
    Name: { old: 'A', new: null },
    IsActive: { old: true, new: null },
  })
  // A row that stays, with the time of its deletion.
  expect(await list('deleted', row, { ...row, deleted_at: '2026-01-01' })).toEqual(await list('deleted', row, null))
})

test('instants are in UTC, and amounts have their decimals', async () => {
  const [row] = await server.database.system.$queryRawUnsafe<{ value: Json }[]>(
    `SELECT listed_changes('updated', to_jsonb(o), to_jsonb(n), '{}', NULL) AS value FROM
      (SELECT 12.50::numeric(14, 2) AS price, 1.5000::numeric(14, 4) AS quantity, '2026-03-04T10:00:00.5+02:00'::timestamptz AS starts_at) o,
      (SELECT 13::numeric(14, 2) AS price, 2::numeric(14, 4) AS quantity, NULL::timestamptz AS starts_at) n`,
  )
  expect(row?.value).toEqual({
    Price: { old: '12.50', new: '13.00' },
    Quantity: { old: '1.50', new: '2.00' },
    StartDate: { old: '2026-03-04T08:00:00.500Z', new: null },
  })
})

test('a text that looks like an instant stays as it was written', async () => {
  for (const text of ['2026-13-45T25:61:00+00:00', '2026-03-04T10:00:00+02:00', '0000-00-00T00:00:00+00:00'])
    expect(await list('updated', { name: 'A', note: text }, { name: text, note: 'B' })).toEqual({
      Name: { old: 'A', new: text },
      Note: { old: text, new: 'B' },
    })
})

test('the names of columns tell instants from texts', async () => {
  const columns = await server.database.system.$queryRawUnsafe<{ column: string; type: string }[]>(
    `SELECT DISTINCT column_name AS column, data_type AS type FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type IN ('text', 'timestamp with time zone')
      AND column_name !~ 'secret|hash|token|password|^(created|modified|updated|deleted)_at$'`,
  )
  const written = '2026-03-04T08:00:00+00:00'
  const row = Object.fromEntries(columns.map(({ column }) => [column, written]))
  const names = Object.fromEntries(columns.map(({ column }) => [column, column]))
  const listed = (await list('created', {}, row, names)) as Record<string, Json>
  const shown = new Map(Object.entries(listed).map(([name, change]) => [name, change.new]))
  for (const { column, type } of columns.filter(({ column }) => shown.has(column)))
    expect([column, shown.get(column)]).toEqual([column, type === 'text' ? written : '2026-03-04T08:00:00.000Z'])
})

test('a field has at most 4 kB, and a longer value ends with a mark', async () => {
  const [old, now] = ['é"'.repeat(5000), { rows: Array(900).fill('abcdef') }]
  const listed = (await list('updated', { body: old, name: 'A' }, { body: now, name: 'B' })) as Record<string, Json>
  expect(listed.Name).toEqual({ old: 'A', new: 'B' })
  expect(Buffer.byteLength(JSON.stringify(listed.Body))).toBeLessThanOrEqual(4096)
  expect(listed.Body?.old).toMatch(/^é"é.* … \(cut\)$/)
  expect(listed.Body?.new).toMatch(/^\{"rows".* … \(cut\)$/)
  const facts = (await list('updated', {}, {}, {}, { Notes: 'x'.repeat(9000) })) as Json
  expect(Buffer.byteLength(JSON.stringify(facts.Notes))).toBeLessThanOrEqual(4096)
})

test('no column with a secret is listed', async () => {
  const secret = Object.values(SECRET_COLUMNS).flatMap((columns) =>
    Object.entries(columns).flatMap(([column, reason]) =>
      /^(secret|credential|connector token)/.test(reason) ? [column] : [],
    ),
  )
  const columns = await server.database.system.$queryRawUnsafe<{ column: string }[]>(
    `SELECT DISTINCT column_name AS column FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name ~ 'secret|hash|token|password|sealed|cipher'`,
  )
  const names = [...new Set([...secret, ...columns.map(({ column }) => column)])]
  expect(names.length).toBeGreaterThan(15)
  const row = Object.fromEntries(names.map((name) => [name, 'marker']))
  expect(await list('created', {}, row)).toBeNull()
  expect(await list('updated', row, Object.fromEntries(names.map((name) => [name, 'other'])))).toBeNull()
  expect(await list('deleted', row, null)).toBeNull()
})
