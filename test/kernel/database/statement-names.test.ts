import { afterAll, beforeAll, expect, test } from 'vitest'
import { StatementNames, statementNames } from '#kernel/database/statement-names'
import { openTenantDb } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import { buildTestApp, type TestApp } from '#test/support/build-app'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

test('a statement gets a name at its second use, and keeps it in every generation', () => {
  const names = new StatementNames(30)
  expect(names.nameOf('select 1')).toBe('')
  const name = names.nameOf('select 1')
  expect(name).toMatch(/^[0-9a-f]{20}$/)
  expect(names.nameOf('select 1')).toBe(name)
  for (const text of ['select 22', 'select 333', 'select 4444']) {
    names.nameOf(text)
    expect(names.nameOf(text)).not.toBe(name)
  }
  expect(names.generation).toBe(1)
  names.nameOf('select 1')
  expect(names.nameOf('select 1')).toBe(name)
})

test('any number of statements that are used once remove no name of a statement that is used again', () => {
  const names = new StatementNames(100)
  names.nameOf('select 1')
  const name = names.nameOf('select 1')
  for (let n = 0; n < 10_000; n++) expect(names.nameOf(`select ${n} + 1`)).toBe('')
  expect([names.nameOf('select 1'), names.generation]).toEqual([name, 0])
})

/** The statements prepared on the connection that runs this query. */
const prepared = Prisma.sql`SELECT pg_backend_pid() AS pid, count(*)::int AS n,
  coalesce(sum(length(statement)), 0)::int AS size FROM pg_prepared_statements`

test('connections keep a bounded number of statements for any filters, and return correct rows', async () => {
  const { tenant } = await server.tenant()
  const db = openTenantDb(server.database, tenant.id)
  const begun = statementNames.generation
  const padding = 'x'.repeat(3000)
  for (let n = 0; statementNames.generation < begun + 2; n++) {
    const query = Prisma.sql`SELECT ${n}::int AS ${Prisma.raw(`"n${n} ${padding.slice(0, 60)}"`)} /* ${Prisma.raw(padding)} */`
    for (let time = 0; time < 3; time++) expect(Object.values((await db.rows(query))[0] ?? {})).toEqual([n])
    expect(n).toBeLessThan(1000)
  }
  const counts = await Promise.all(Array.from({ length: 12 }, () => db.rows<{ n: number; size: number }>(prepared)))
  for (const [row] of counts) expect(row?.size).toBeLessThan(610_000)
  // The statements of earlier generations were closed with their connections.
  for (const [row] of counts) expect(row?.n).toBeLessThan(20)
})
