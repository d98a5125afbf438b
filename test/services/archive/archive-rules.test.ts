import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealedColumns } from '#areas/joined'
import { EXPORTED_ROWS, IMPORTED_VALUES, LEFT_OUT, NOT_SECRET, SECRET_COLUMNS } from '#services/archive/archive-rules'
import { ENDED_WORK, STAYING_STATES } from '#services/archive/open-work'
import { RESUMED_WORK } from '#services/archive/resumed-work'
import { readTables, type TenantTable } from '#services/archive/tables'
import { createTestDatabase, type TestDatabase } from '#test/support/database/database'
import { withAdmin } from '#test/support/server/test-server'

let database: TestDatabase
let exported: Map<string, TenantTable>

interface Column {
  table: string
  column: string
  type: string
  isRequired: boolean
}
let columns: Column[]

beforeAll(async () => {
  database = await createTestDatabase()
  await withAdmin(database.url, async (client) => {
    exported = new Map((await readTables(client)).map((table) => [table.name, table]))
    const { rows } = await client.query<Column>(`
      SELECT c.relname AS table, a.attname AS column, a.atttypid::regtype::text AS type, a.attnotnull AND NOT a.atthasdef AS "isRequired"
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND a.attgenerated = '' AND (c.relname = 'tenant' OR EXISTS (SELECT FROM pg_attribute t
          WHERE t.attrelid = c.oid AND t.attname = 'tenant_id' AND NOT t.attisdropped))`)
    columns = rows
  })
})
afterAll(() => database.drop())

const isExported = ({ table, column }: Pick<Column, 'table' | 'column'>): boolean =>
  exported.get(table)?.columns.some(({ name }) => name === column) ?? false
const isThere = (table: string, column?: string): boolean =>
  columns.some((one) => one.table === table && (column === undefined || one.column === column))

test('every column of every table of tenants is exported, or is listed as left out with a reason', () => {
  const forgotten = columns.filter(
    (one) => !isExported(one) && !(one.table in LEFT_OUT) && SECRET_COLUMNS[one.table]?.[one.column] === undefined,
  )
  expect(forgotten).toEqual([])
  expect(exported.size).toBeGreaterThan(200)
  const reasons = [...Object.values(LEFT_OUT), ...Object.values(SECRET_COLUMNS).flatMap((one) => Object.values(one))]
  expect(reasons.every((reason) => reason.length > 5)).toBe(true)
})

test('a column that looks like a secret is left out, or is listed with the reason for which it is none', () => {
  const suspicious = columns.filter(
    ({ column }) => /secret|hash|token|password|sealed|cipher|private_key|signing/.test(column) && column !== 'tokens',
  )
  const unexplained = suspicious
    .filter(isExported)
    .map(({ table, column }) => `${table}.${column}`)
    .filter((name) => NOT_SECRET[name] === undefined)
  expect(unexplained).toEqual([])
})

test('no sealed secret is exported: another installation cannot open it', () => {
  expect(sealedColumns.filter(({ table, column }) => isExported({ table, column }))).toEqual([])
})

test('a secret column of an exported table has a default or can be null', () => {
  const required = columns.filter(
    ({ table, column, isRequired }) => isRequired && SECRET_COLUMNS[table]?.[column] !== undefined,
  )
  expect(required).toEqual([])
})

test('every rule names a table and a column that exist', () => {
  const tables = [...Object.keys(LEFT_OUT), ...Object.keys(EXPORTED_ROWS)]
  expect(tables.filter((table) => !isThere(table))).toEqual([])
  const named = [SECRET_COLUMNS, IMPORTED_VALUES].flatMap((rules) =>
    Object.entries(rules).flatMap(([table, own]) => Object.keys(own).map((column) => [table, column] as const)),
  )
  expect(named.filter(([table, column]) => !isThere(table, column))).toEqual([])
  const plain = Object.keys(NOT_SECRET).map((name) => name.split('.') as [string, string])
  expect(plain.filter(([table, column]) => !isThere(table, column))).toEqual([])
})

test('the id of the tenant is only in columns that the import replaces', () => {
  const others = columns.filter(
    (one) => /tenant.*_id$/.test(one.column) && one.column !== 'tenant_id' && isExported(one),
  )
  expect(others).toEqual([])
})

test('an exported table references no table that is left out', async () => {
  const rows = await withAdmin(database.url, async (client) =>
    client.query<{ table: string; parent: string }>(`
      SELECT DISTINCT c.relname AS table, p.relname AS parent FROM pg_constraint k
      JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class p ON p.oid = k.confrelid
      WHERE k.contype = 'f' AND c.relnamespace = 'public'::regnamespace`),
  )
  expect(rows.rows.filter(({ table, parent }) => exported.has(table) && parent in LEFT_OUT)).toEqual([])
})

/** Columns of work that has not ended, by their names: states, times of ends, times at which work is due, and marks. */
const hasState = ({ column, type }: Column): boolean =>
  (/(^|_)(state|status|status_id)$/.test(column) && /^(text|smallint|integer)$/.test(type)) ||
  /(^|_)(finished|ended|settled|handled|dispatched|due|run|day)_at$|^(next_.*|held_until)$/.test(column) ||
  (/^is_(.*_)?(due|settled|posted|sent|handled|running|pending)$/.test(column) && type === 'boolean')

test('a column with a state says what an import does with work that was open, or why it can stay', () => {
  const ruled = new Set([...ENDED_WORK, ...RESUMED_WORK].map(({ column }) => column))
  const states = columns.filter(hasState).filter(isExported)
  expect(states.length).toBeGreaterThan(50)
  const unexplained = states
    .filter(({ table, column }) => IMPORTED_VALUES[table]?.[column] === undefined)
    .map(({ table, column }) => `${table}.${column}`)
    .filter((name) => !ruled.has(name) && STAYING_STATES[name] === undefined)
  expect(unexplained).toEqual([])
})

test('every rule about open work names a column that is exported', () => {
  const names = [...[...ENDED_WORK, ...RESUMED_WORK].map(({ column }) => column), ...Object.keys(STAYING_STATES)]
  const pairs = names.map((name) => name.split('.') as [string, string])
  expect(pairs.filter(([table, column]) => !isExported({ table, column }))).toEqual([])
})
