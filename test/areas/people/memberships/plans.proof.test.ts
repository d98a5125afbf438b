import { afterAll, beforeAll, expect, test } from 'vitest'
import { membershipColumns, membershipJoins, membershipListing } from '#areas/people/memberships/memberships.listing'
import { pageSql } from '#kernel/listing/page-sql'
import { parseListRequest } from '#kernel/listing/request'
import type { Scope } from '#kernel/tenancy/scope'
import { openTenantDb } from '#kernel/tenancy/tenant-db'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { refreshStatistics } from '#src/demo/load/statistics'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { nextOf } from '#test/support/people/many-contacts'

const COUNT = 12_000
let server: TestApp
let mine: TestCaller
beforeAll(async () => {
  server = await buildTestApp({ own: true })
  mine = await server.tenant()
  const { system } = server.database
  const { id: tenantId } = mine.tenant
  for (const name of ['first', 'second']) {
    const type = await system.membershipType.create({ data: { tenantId, name, nameKey: name } })
    await system.$executeRaw`
      WITH person AS (
        INSERT INTO contact (tenant_id, system_type_id, last_name, display_name, sort_name)
        SELECT ${tenantId}::int, 1, 'Name', 'Name ' || n, md5(n::text) FROM generate_series(1, ${COUNT / 2}::int) n
        RETURNING id
      )
      INSERT INTO membership (tenant_id, contact_id, type_id, joined_on, start_date, expiration_date, renewal_date, status)
      SELECT ${tenantId}::int, id, ${type.id}::int, '2020-01-01'::date + id % 900, '2024-01-01'::date + id % 400,
        '2025-01-01'::date + id % 400, '2025-01-02'::date + id % 400, CASE id % 3 WHEN 0 THEN 'Grace' ELSE 'Active' END
      FROM person`
  }
  await refreshStatistics(server.url, ['contact', 'membership', 'membership_type'])
})
afterAll(() => server.close())

interface Node {
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

/** Counts the rows of a table that a plan reads. */
const rowsOf = (table: string, node: Node): number => {
  const { 'Actual Rows': rows = 0, 'Actual Loops': loops = 0, 'Rows Removed by Filter': removed = 0, Plans = [] } = node
  const own = node['Relation Name'] === table ? Math.round((rows + removed) * loops) : 0
  return Plans.reduce((sum, part) => sum + rowsOf(table, part), own)
}

/** Explains the statement as the role of requests, with a generic plan. */
const planOf = (query: Sql): Promise<Node> =>
  openTenantDb(server.database, mine.tenant.id).transaction(async (tx) => {
    await tx.$executeRawUnsafe('SET LOCAL plan_cache_mode = force_generic_plan')
    await tx.$executeRawUnsafe(`PREPARE page AS ${query.text}`)
    const values = query.values.map(literal).join(', ')
    const [plan] = await tx.$queryRawUnsafe<{ 'QUERY PLAN': [{ Plan: Node }] }[]>(
      `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE page(${values})`,
    )
    await tx.$executeRawUnsafe('DEALLOCATE page')
    return plan?.['QUERY PLAN'][0].Plan ?? {}
  })

const literal = (value: unknown): string =>
  Array.isArray(value) ? `'{${value.map((each) => JSON.stringify(each)).join(',')}}'` : `'${String(value)}'`

/** Rows of memberships and of contacts that a page reads with its total. */
const readBy = async (asked: Record<string, string>): Promise<{ memberships: number; contacts: number }> => {
  const scope = { ...mine, db: openTenantDb(server.database, mine.tenant.id), clock: { now: () => new Date() } }
  const whole = { ...scope, grants: new Set(['admin']) } as unknown as Scope
  const input = Object.fromEntries(Object.entries(asked).map(([name, text]) => [name, { text, pointer: name }]))
  const request = parseListRequest(membershipListing, input)
  const plan = await planOf(pageSql(whole, membershipListing, request, membershipColumns(whole), membershipJoins))
  return { memberships: rowsOf('membership', plan), contacts: rowsOf('contact', plan) }
}

const continuationAt = async (query: { $filter?: string; $orderby: string; $skip: string }): Promise<string> => {
  const answer = await mine.get(`/api/memberships?${new URLSearchParams(query)}`)
  expect(answer.json().TotalRecordAvailable).toBe(String(query.$filter ? COUNT / 3 : COUNT))
  return new URL(nextOf(answer.headers.link) ?? '', 'http://localhost').searchParams.get('$skiptoken') ?? ''
}

const ORDERS = ['MembershipId', 'ContactName', 'ContactId', 'MembershipTypeId', 'Status', 'JoinedDate']
ORDERS.push('StartDate', 'ExpirationDate', 'RenewalDate')

test.each(ORDERS.flatMap((order) => [order, `${order} desc`]))(
  'a page in the order of %s, the first and the last, reads its own rows and no more',
  async (orderBy) => {
    const first = await readBy({ orderBy })
    // Twice 50, and the row that shows a next page; one more if an index has only the first part of an order.
    expect(first.memberships).toBeLessThan(103)
    expect(first.contacts).toBe(50)
    const deep = await continuationAt({ $orderby: orderBy, $skip: String(COUNT - 100) })
    expect((await readBy({ orderBy, continuation: deep })).memberships).toBeLessThan(110)
  },
)

test.each(['MembershipId', 'ContactName', 'ContactName desc', 'ExpirationDate', 'ExpirationDate desc'])(
  'of one status, too, in the order of %s',
  async (orderBy) => {
    const filter = "Status eq 'Grace'"
    expect(await readBy({ orderBy, filter })).toEqual({ memberships: 101, contacts: 50 })
    const deep = await continuationAt({ $filter: filter, $orderby: orderBy, $skip: String(COUNT / 3 - 100) })
    expect((await readBy({ orderBy, filter, continuation: deep })).memberships).toBeLessThan(110)
  },
)

test('no other filter looks at contacts beyond the page', async () => {
  for (const filter of ['MembershipTypeId gt 0', 'ExpirationDate lt 2025-06-01', 'SystemContactTypeId eq 1'])
    expect((await readBy({ filter })).contacts).toBe(50)
})
