import { expect, test } from 'vitest'
import { applyEdits, mutantOf } from '#scripts/mutants/mutant'
import { mutateSql } from '#scripts/mutants/sql-mutators'

const TYPES = new Map([
  ['tax', 'Decimal'],
  ['discount', 'Decimal'],
  ['name', 'String'],
])

/** The statements that the edits make of one, each with its kind. `{a}` is an interpolation. */
const statements = (sql: string) => {
  const source = `const q = Prisma.sql\`${sql.replaceAll('{', '$' + '{')}\``
  return mutateSql(source, TYPES).map((edit) => {
    const changed = applyEdits(source, [edit]).slice('const q = Prisma.sql`'.length, -1)
    return `${edit.kind}: ${changed
      .replaceAll('$' + '{', '{')
      .replace(/\s+/g, ' ')
      .trim()}`
  })
}

test('drops each condition of a statement', () => {
  expect(statements('SELECT 1 FROM t WHERE a = 1 AND (b = 2 OR c = 3) AND deleted_at IS NULL')).toEqual([
    'sql clause: SELECT 1 FROM t WHERE a = 1 AND deleted_at IS NULL',
    'sql clause: SELECT 1 FROM t WHERE (b = 2 OR c = 3) AND deleted_at IS NULL',
    'sql clause: SELECT 1 FROM t WHERE a = 1 AND (b = 2 ) AND deleted_at IS NULL',
    'sql clause: SELECT 1 FROM t WHERE a = 1 AND ( c = 3) AND deleted_at IS NULL',
    'sql deleted: SELECT 1 FROM t WHERE a = 1 AND (b = 2 OR c = 3)',
  ])
})

test('keeps ranges and interpolations whole, and drops the only condition', () => {
  expect(statements('DELETE FROM t WHERE a BETWEEN 1 AND {and(`x`)}')).toEqual(['sql clause: DELETE FROM t WHERE true'])
  expect(statements('FROM t JOIN u ON u.a = {a} AND u.b IS DISTINCT FROM 1 LEFT JOIN v')).toEqual([
    'sql clause: FROM t JOIN u ON u.a = {a} LEFT JOIN v',
    'sql clause: FROM t JOIN u ON u.b IS DISTINCT FROM 1 LEFT JOIN v',
    'sql join: FROM t JOIN u ON u.a = {a} AND u.b IS DISTINCT FROM 1 JOIN v',
  ])
})

test('drops the condition of a fragment that continues a statement', () => {
  expect(statements('AND t.a = {a}')).toEqual(['sql clause: '])
  expect(statements("CASE WHEN a AND b THEN 'x AND y' END")).toEqual([
    "sql clause: CASE WHEN a THEN 'x AND y' END",
    "sql clause: CASE WHEN b THEN 'x AND y' END",
  ])
})

test('drops and reverses orders', () => {
  expect(statements('SELECT array_agg(x ORDER BY y DESC NULLS LAST, z) FROM t ORDER BY {order}, id')).toEqual([
    'sql order: SELECT array_agg(x ) FROM t ORDER BY {order}, id',
    'sql order: SELECT array_agg(x ORDER BY y NULLS LAST, z) FROM t ORDER BY {order}, id',
    'sql order: SELECT array_agg(x ORDER BY y DESC NULLS LAST, z) FROM t',
  ])
})

test('drops locks, and changes comparisons', () => {
  expect(statements('SELECT a FROM t FOR NO KEY UPDATE OF t SKIP LOCKED')).toEqual(['sql lock: SELECT a FROM t'])
  expect(statements("a <= b AND c->>'x' IS NOT NULL").slice(2)).toEqual([
    "sql comparison: a < b AND c->>'x' IS NOT NULL",
    "sql null: a <= b AND c->>'x' IS NULL",
  ])
})

test('swaps columns of one type', () => {
  expect(statements('SELECT t.tax AS "Tax", t.discount AS "Discount", t.name FROM t')).toEqual([
    'sql columns: SELECT t.discount AS "Tax", t.tax AS "Discount", t.name FROM t',
  ])
  const listing = 'const fields = {\n  Tax: f(Prisma.sql`t.tax`),\n  Discount: f(Prisma.sql`t.discount`),\n}'
  const [edit] = mutateSql(listing, TYPES)
  expect(edit && mutantOf('a.ts', listing, edit)).toMatchObject({
    line: 2,
    change: 't.tax`), Discount: f(Prisma.sql`t.discount → t.discount`), Discount: f(Prisma.sql`t.tax',
  })
})

test('leaves the condition on the tenant, which the database adds', () => {
  expect(statements('DELETE FROM t WHERE t.tenant_id = {tenantId}::int AND t.a = u.b')).toEqual([
    'sql clause: DELETE FROM t WHERE t.tenant_id = {tenantId}::int',
  ])
  expect(statements('DELETE FROM t WHERE t.tenant_id = u.tenant_id')).toEqual([])
})

test('leaves templates that are no SQL', () => {
  expect(mutateSql('const a = `WHERE b AND c`', TYPES)).toEqual([])
})
