import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantSeeds } from '#areas/joined'
import {
  type ContactRecordKind,
  RULES_BY_KIND,
  requireFields,
} from '#areas/people/contacts/contact-records/contact-records.model'
import { refreshContactRows } from '#areas/people/contacts/records/contact-rows.service'
import { type ValueList, valueLists } from '#areas/people/contacts/value-lists.model'
import { refreshMemberships } from '#areas/people/memberships/membership-row.service'
import { STATUSES } from '#areas/people/memberships/statuses/statuses.model'
import { type Database, openDatabase } from '#kernel/database/database'
import { createLogger } from '#kernel/logging/logger'
import { systemScope } from '#kernel/outbox/deliver'
import { provisionTenant } from '#kernel/tenancy/provision'
import { Prisma, type Tenant } from '#prisma/client'
import { DEMO_RECORDS } from '#src/demo/generate/details'
import { loadDemo } from '#src/demo/load-demo'
import { LOGIN_KEY } from '#test/support/database/login-key'
import { createTestDatabase, type TestDatabase } from '../support/database/database.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const clock = { now: () => NOW }
const log = createLogger('silent')

let own: TestDatabase
let database: Database
let tenant: Tenant

beforeAll(async () => {
  own = await createTestDatabase()
  database = openDatabase({
    loginKey: LOGIN_KEY,
    url: own.url,
    poolSize: 4,
    statementTimeout: 20_000,
    onError: () => undefined,
  })
  tenant = await provisionTenant(database, { key: 'first', name: 'First Association' }, tenantSeeds)
  await loadDemo({ database, tenant, contacts: 300, now: NOW })
})

afterAll(async () => {
  await database.close()
  await own.drop()
})

const scope = (of = tenant) => systemScope({ database, clock, log }, of.id)

const one = async <T extends object>(sql: Prisma.Sql): Promise<T> => {
  const [row] = await (await scope()).db.rows<T>(sql)
  if (!row) throw new Error('no row')
  return row
}

test('stores the values of lists that a save would derive from the records', async () => {
  const { db } = await scope()
  const state = () => db.rows<{ id: number }>(Prisma.sql`SELECT to_jsonb(c) AS row, id FROM contact c ORDER BY id`)
  const before = await state()
  expect(before).toHaveLength(300)
  const ids = before.map(({ id }) => id)
  await db.transaction(async (tx) => refreshContactRows(await scope(), tx, ids))
  // The trigger changes every row that is written.
  expect(await state()).toEqual(before)
})

test('stores the status of memberships by their terms, invoices and the day', async () => {
  const { db } = await scope()
  const state = () => db.rows<{ id: number }>(Prisma.sql`SELECT to_jsonb(m) AS row, id FROM membership m ORDER BY id`)
  const before = await state()
  await db.transaction(async (tx) =>
    refreshMemberships(
      await scope(),
      tx,
      before.map(({ id }) => id),
    ),
  )
  expect(await state()).toEqual(before)
  const statuses = await db.rows<{ status: string }>(Prisma.sql`SELECT DISTINCT status FROM membership ORDER BY status`)
  expect(statuses.map(({ status }) => status)).toEqual(['Active', 'Cancelled', 'Dropped', 'Grace', 'Lapsed', 'Pending'])
})

test('no term overlaps another, and invoices, payments and entries have equal sums', async () => {
  const wrong = await (await scope()).db.rows(Prisma.sql`
    SELECT 'overlap' AS what, a.id FROM membership_term a JOIN membership_term b
      ON b.tenant_id = a.tenant_id AND b.membership_id = a.membership_id AND b.id > a.id
      AND daterange(a.starts_on, least(a.ends_on, a.ended_on), '[]') && daterange(b.starts_on, least(b.ends_on, b.ended_on), '[]')
    UNION ALL SELECT 'invoice', i.id FROM invoice i WHERE i.balance <> i.total - (
      SELECT coalesce(sum(p.amount), 0) FROM application p WHERE p.tenant_id = i.tenant_id AND p.invoice_id = i.id)
    UNION ALL SELECT 'unpaid', x.id FROM membership_term x JOIN invoice i ON i.tenant_id = x.tenant_id AND i.id = x.invoice_id
      WHERE (x.activated_at IS NOT NULL) <> (i.balance = 0)
    UNION ALL SELECT 'entry', i.id FROM invoice i WHERE NOT EXISTS (SELECT FROM journal_entry e
      JOIN journal_line l ON l.tenant_id = e.tenant_id AND l.entry_id = e.id AND l.position = 1
      WHERE e.tenant_id = i.tenant_id AND e.reference = 'INV-' || i.number AND e.document_id = i.id AND l.amount = i.total)
    UNION ALL SELECT 'balance', c.id FROM contact c LEFT JOIN receivable_balance b
      ON b.tenant_id = c.tenant_id AND b.contact_id = c.id WHERE c.balance <> coalesce(b.balance, 0)
    UNION ALL SELECT 'number', s.next FROM number_series s WHERE s.name = 'invoice'
      AND s.next <> (SELECT count(*) + 1 FROM invoice i WHERE i.tenant_id = s.tenant_id)`)
  expect(wrong).toEqual([])
})

const idsOf = (list: ValueList): number[] => Object.keys(valueLists[list]).map(Number)

test.each<[table: string, column: string, values: readonly unknown[]]>([
  ['contact', 'system_type_id', idsOf('types')],
  ['contact', 'status_id', idsOf('statuses')],
  ['contact_email', 'type_id', idsOf('emailtypes')],
  ['contact_email', 'status', idsOf('emailstatuses')],
  ['contact_phone', 'type_id', idsOf('phonetypes')],
  ['contact_activity', 'type_id', idsOf('activitytypes')],
  ['contact_communication', 'type_id', idsOf('communicationtypes')],
  ['contact_communication', 'status_type_id', idsOf('communicationstatuses')],
  ['contact_certification', 'status', idsOf('certificationstatuses')],
  ['contact_group_member', 'state', ['member', 'removed', 'optedout']],
  ['membership', 'status', STATUSES],
  ['membership_term', 'kind', ['first', 'renewal', 'return', 'backpayment', 'extension']],
  ['journal_entry', 'document_kind', ['invoice', 'payment']],
])('%s.%s contains only values that the API stores', async (table, column, values) => {
  const { db } = await scope()
  const name = Prisma.raw(column)
  const of = Prisma.raw(table)
  const stored = await db.rows<{ value: unknown }>(Prisma.sql`SELECT DISTINCT ${name} AS value FROM ${of}`)
  expect(stored.length).toBeGreaterThan(0)
  expect(stored.map(({ value }) => value).filter((value) => !values.includes(value))).toEqual([])
})

const allowedStatuses = (kind: ContactRecordKind): readonly (string | null)[] => {
  const { statuses } = RULES_BY_KIND[kind]
  return statuses.length === 0 ? [null] : statuses
}

test('every record of a contact follows the rules of its kind', async () => {
  const records = await (await scope()).db.rows<{
    kind: ContactRecordKind
    status: string | null
    fields: Parameters<typeof requireFields>[1]
  }>(Prisma.sql`
    SELECT kind, status, jsonb_build_object('Amount', amount, 'StartDate', start_date, 'EndDate', end_date, 'Url', url)
      AS fields FROM contact_record`)
  expect(records.length).toBeGreaterThan(0)
  for (const { kind, status, fields } of records) {
    requireFields(RULES_BY_KIND[kind], fields)
    expect(allowedStatuses(kind)).toContain(status)
  }
})

test('the demonstration has a record of every kind, with a status of this kind', () => {
  expect(DEMO_RECORDS.map(([kind]) => kind)).toEqual(Object.keys(RULES_BY_KIND))
  for (const [kind, , status] of DEMO_RECORDS) expect(allowedStatuses(kind), kind).toContain(status)
})

test('totals by kind and status are exact', async () => {
  const wrong = await (await scope()).db.rows(Prisma.sql`
    SELECT * FROM (
      SELECT bucket, sum(n)::int AS n FROM record_count WHERE tenant_id = ${tenant.id} AND bucket LIKE 'contact:%' GROUP BY 1
    ) kept FULL JOIN (
      SELECT 'contact:' || system_type_id || ':' || status_id AS bucket, count(*)::int AS n FROM contact
      WHERE tenant_id = ${tenant.id} AND deleted_at IS NULL AND NOT is_unmatched GROUP BY 1
    ) counted USING (bucket, n) WHERE n <> 0 AND (kept.bucket IS NULL OR counted.bucket IS NULL)`)
  expect(wrong).toEqual([])
})

test('totals of memberships are those of the rows, and no membership of a deleted contact is listed', async () => {
  const wrong = await (await scope()).db.rows(Prisma.sql`
    SELECT * FROM (SELECT bucket, sum(n)::int AS n FROM record_count
      WHERE tenant_id = ${tenant.id} AND bucket LIKE 'membership:%' GROUP BY 1) kept
    FULL JOIN (SELECT 'membership:' || m.status AS bucket, count(*)::int AS n FROM membership m
      JOIN contact c ON c.tenant_id = m.tenant_id AND c.id = m.contact_id
      WHERE m.tenant_id = ${tenant.id} AND c.deleted_at IS NULL GROUP BY 1) counted USING (bucket)
    WHERE coalesce(kept.n, 0) <> coalesce(counted.n, 0)`)
  expect(wrong).toEqual([])
})

test('every telephone number is valid in its country, and every address ends in .example', async () => {
  const strange = await (await scope()).db.rows(Prisma.sql`
    SELECT number AS text FROM contact_phone WHERE e164 IS NULL
    UNION ALL SELECT address FROM contact_email WHERE address_key !~ '^[a-z0-9.-]+@[a-z0-9.-]+[.]example$'
    UNION ALL SELECT url FROM contact_website WHERE url !~ '^https://[a-z0-9.-]+[.]example$'`)
  expect(strange).toEqual([])
})

test('a small demonstration shows many countries, scripts and kinds of records', async () => {
  const seen = await one<Record<string, number>>(Prisma.sql`SELECT
    (SELECT count(DISTINCT country_id)::int FROM address) AS countries,
    (SELECT count(*)::int FROM contact WHERE display_name ~ '[Α-Ωα-ω]') AS greek,
    (SELECT count(*)::int FROM contact WHERE display_name ~ '[а-яґєії]') AS cyrillic,
    (SELECT count(*)::int FROM contact WHERE display_name ~ '[ء-ي]') AS arabic,
    (SELECT count(*)::int FROM contact WHERE display_name ~ '[一-龯]') AS han,
    (SELECT count(*)::int FROM contact WHERE deleted_at IS NOT NULL) AS deleted,
    (SELECT count(*)::int FROM membership) AS memberships,
    (SELECT count(*)::int FROM contact_relationship) AS relationships,
    (SELECT count(*)::int FROM contact_role) AS roles,
    (SELECT count(*)::int FROM task_item) AS tasks,
    (SELECT count(*)::int FROM chapter WHERE parent_id IS NOT NULL) AS chapters,
    (SELECT count(*)::int FROM contact_chapter WHERE is_primary) AS in_chapters,
    (SELECT count(*)::int FROM directory_listing) AS listings,
    (SELECT count(*)::int FROM staff) AS staff`)
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(0)
  expect(seen.countries).toBeGreaterThanOrEqual(12)
})

test('the types of tasks match their names', async () => {
  const kinds = await database.system.$queryRaw<{ name: string; kinds: string[] }[]>`
    SELECT i.name, array_agg(DISTINCT t.name ORDER BY t.name) AS kinds FROM task_item i
    JOIN task_type t ON t.tenant_id = i.tenant_id AND t.id = i.type_id WHERE i.tenant_id = ${tenant.id} GROUP BY i.name`
  const fitting = new Map(kinds.map((one) => [one.name, one.kinds]))
  expect(fitting.get('Call back')).toEqual(['Call', 'Follow-up'])
  expect(fitting.get('Send the forms')).toEqual(['Email', 'To do'])
})

test('uses every initial type of relationship, and gives every group a chapter or category, and an exact count', async () => {
  const unused = await (await scope()).db.rows(Prisma.sql`
    SELECT t.name FROM contact_relationship_type t WHERE t.tenant_id = ${tenant.id} AND NOT EXISTS (
      SELECT FROM contact_relationship r WHERE r.tenant_id = t.tenant_id AND r.type_id = t.id)`)
  expect(unused).toEqual([])
  const wrong = await (await scope()).db.rows(Prisma.sql`
    SELECT g.name, k.n FROM contact_group g
    LEFT JOIN LATERAL (SELECT sum(n)::int AS n FROM record_count c
      WHERE c.tenant_id = g.tenant_id AND c.bucket = 'group:' || g.id || ':member') k ON true
    WHERE g.tenant_id = ${tenant.id} AND (
      NOT EXISTS (SELECT FROM contact_group_category f WHERE f.tenant_id = g.tenant_id AND f.group_id = g.id
        UNION ALL SELECT FROM chapter h WHERE h.tenant_id = g.tenant_id AND h.group_id = g.id)
      OR k.n IS DISTINCT FROM (SELECT count(*)::int FROM contact_group_member m
        JOIN contact c ON c.tenant_id = m.tenant_id AND c.id = m.contact_id
        WHERE m.tenant_id = g.tenant_id AND m.group_id = g.id AND m.state = 'member'
          AND c.deleted_at IS NULL AND NOT c.is_unmatched))`)
  expect(wrong).toEqual([])
})

test('a second run adds nothing, and a larger one adds the difference', async () => {
  const options = { database, tenant, now: NOW }
  expect(await loadDemo({ ...options, contacts: 300 })).toEqual({ added: 0, found: 300 })
  expect(await loadDemo({ ...options, contacts: 333 })).toEqual({ added: 33, found: 300 })
  expect(await one(Prisma.sql`SELECT count(*)::int AS n FROM contact`)).toEqual({ n: 333 })
})

test('two tenants get the same contacts', async () => {
  const second = await provisionTenant(database, { key: 'second', name: 'First Association' }, tenantSeeds)
  const third = await provisionTenant(database, { key: 'third', name: 'First Association' }, tenantSeeds)
  for (const of of [second, third]) await loadDemo({ database, tenant: of, contacts: 120, now: NOW })
  const names = async (of: Tenant) =>
    (
      await scope(of)
    ).db.rows(Prisma.sql`SELECT display_name, replace(email_address, ${of.key}, '') AS email, phone, city,
      balance, status_id FROM contact ORDER BY id`)
  expect(await names(second)).toEqual(await names(third))
})
