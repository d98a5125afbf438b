import { afterAll, beforeAll, expect, test } from 'vitest'
import { contactListing } from '#areas/people/contacts/contacts.listing'
import { pageSql } from '#kernel/listing/page-sql'
import { parseListRequest } from '#kernel/listing/request'
import type { Scope } from '#kernel/tenancy/scope'
import { openTenantDb } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { nextOf } from '#test/support/people/many-contacts'

const COUNT = 12_000
let server: TestApp
let mine: TestCaller
beforeAll(async () => {
  server = await buildTestApp({ own: true })
  mine = await server.tenant()
  await server.database.system.$executeRaw`
    INSERT INTO contact (tenant_id, system_type_id, last_name, display_name, sort_name, balance, city, search)
    SELECT ${mine.tenant.id}, 1, 'Name', 'Name ' || n, 'name ' || lpad(n::text, 6, '0'), n * 0.37 - 900, 'Oslo',
      array_to_tsvector(ARRAY[${mine.tenant.id} || '|name', ${mine.tenant.id} || '|' || n])
    FROM generate_series(1, ${COUNT}::int) n`
  await server.database.system.$executeRaw`ANALYZE contact`.catch(() => undefined)
})
afterAll(() => server.close())

/** Number of 8 kB blocks that a page of the list reads, as the request role, with row-level security. */
const buffersOf = async (asked: Record<string, string>): Promise<number> => {
  const scope = { tenant: mine.tenant, db: openTenantDb(server.database, mine.tenant.id) } as Scope
  const input = Object.fromEntries(Object.entries(asked).map(([name, text]) => [name, { text, pointer: name }]))
  const query = pageSql(scope, contactListing, parseListRequest(contactListing, input), Prisma.sql`c.id AS "Id"`)
  await scope.db.rows(query)
  const [plan] = await scope.db.rows<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    Prisma.sql`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${query}`,
  )
  const read = plan?.['QUERY PLAN'][0].Plan ?? {}
  return (read['Shared Hit Blocks'] ?? 0) + (read['Shared Read Blocks'] ?? 0)
}

const continuationAt = async (orderBy: string, skip: number): Promise<string> => {
  const answer = await mine.get(`/api/contacts?${new URLSearchParams({ $orderby: orderBy, $skip: String(skip) })}`)
  return new URL(nextOf(answer.headers.link) ?? '', 'http://localhost').searchParams.get('$skiptoken') ?? ''
}

test.each(['Name', 'Balance', 'Balance desc', 'City', 'ModifiedDate'])(
  'a page in the order of %s, however deep, reads no more than the first by its continuation',
  async (orderBy) => {
    const near = await buffersOf({ orderBy, continuation: await continuationAt(orderBy, 0) })
    const deep = await buffersOf({ orderBy, continuation: await continuationAt(orderBy, 11_000) })
    expect(deep).toBeLessThan(near + 30)
    expect(deep).toBeLessThan(600)
  },
)

test('the index finds the start of a sort name', async () => {
  expect(await buffersOf({ filter: "startswith(SortName, 'Näme, 0042')" })).toBeLessThan(700)
})

test('a common word is read once: neither the order nor the count reads contacts', async () => {
  const table = await server.database.system.$queryRaw<{ pages: number }[]>`
    SELECT (pg_relation_size('contact') / 8192)::int AS pages`
  const maxBlocks = (table[0]?.pages ?? 0) + 1000
  for (const orderBy of ['Name', 'Balance desc', 'City', 'Status'])
    expect(await buffersOf({ criteria: 'name', orderBy })).toBeLessThan(maxBlocks)
  expect(await buffersOf({ criteria: 'name', filter: "City eq 'Oslo'" })).toBeLessThan(maxBlocks)
})
