import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contactListing } from '#areas/people/contacts/contacts.listing'
import { DATA_TYPE } from '#areas/people/custom-fields/custom-fields.model'
import { getFieldSet } from '#areas/people/custom-fields/values/fields.queries'
import { makeChoiceKey, makeNumberKey } from '#areas/people/custom-fields/values/stored-values.model'
import { buildCustomListFields } from '#areas/people/custom-fields/values/values.listing'
import { addFields } from '#kernel/listing/listing'
import { pageSql } from '#kernel/listing/page-sql'
import { parseListRequest } from '#kernel/listing/request'
import type { Scope } from '#kernel/tenancy/scope'
import { openTenantDb } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import { refreshStatistics } from '#src/demo/load/statistics'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { addField } from '#test/support/people/custom-fields'
import { idsOf, nextOf, type Row } from '#test/support/people/many-contacts'

/** More than twice MAX_LOOKUPS, so that a filter that half of the contacts match reads the whole list. */
const COUNT = 12_000
let server: TestApp
let mine: TestCaller
/** Ids of the contacts 1 to COUNT, in the order of their names. */
let ids: number[]

/** The values of the contact with that number. */
const agreed = (n: number) => n % 2 === 0
const keen = (n: number) => n % 100 === 0
const amount = (n: number) => (n % 8 === 0 ? null : (n * 7919) % 5000)
const skills = (n: number) => [n % 3, (n + 1) % 3]
const city = (n: number) => (n % 60 === 0 ? 'Rare' : 'Oslo')

beforeAll(async () => {
  server = await buildTestApp()
  mine = await server.tenant()
  const { database } = server
  const numbers = Array.from({ length: COUNT }, (_, at) => at + 1)
  const made = await database.system.$queryRaw<{ id: number }[]>`
    INSERT INTO contact (tenant_id, system_type_id, last_name, display_name, sort_name, city)
    SELECT ${mine.tenant.id}, 1, 'Name', 'Name ' || n, lpad(n::text, 6, '0'), w.city
    FROM unnest(${numbers}::int[], ${numbers.map(city)}::text[]) w(n, city) ORDER BY n RETURNING id`
  ids = made.map(({ id }) => id).sort((a, b) => a - b)
  const add = (name: string, dataTypeId: number, choices: string[] = []) =>
    addField(database, mine.tenant.id, { name, dataTypeId, objectTypeId: 1, choices })
  const yes = (test: (n: number) => boolean) =>
    numbers.map((n) => ({ n, number_value: Number(test(n)), sort_key: String(Number(test(n))) }))
  await addValues((await add('Agreed', DATA_TYPE.yesNo)).id, yes(agreed))
  await addValues((await add('Keen', DATA_TYPE.yesNo)).id, yes(keen))
  const amounts = numbers.flatMap((n) => {
    const number_value = amount(n)
    return number_value === null ? [] : [{ n, number_value, sort_key: makeNumberKey(String(number_value)) }]
  })
  await addValues((await add('Amount', DATA_TYPE.money)).id, amounts)
  const { id, choiceIds } = await add('Skills', DATA_TYPE.multiSelect, ['Sing', 'Dance', 'Cook'])
  const choice = (at: number) => ({
    ref_id: choiceIds[at],
    sort_key: makeChoiceKey({ displayOrder: at + 1, id: choiceIds[at] ?? 0 }),
  })
  await addValues(
    id,
    numbers.flatMap((n) => skills(n).map((at, ordinal) => ({ n, ordinal, ...choice(at) }))),
  )
  await refreshStatistics(server.url, ['contact', 'custom_field_value'])
}, 120_000)
afterAll(() => server.close())

const addValues = async (fieldId: number, values: { n: number }[]): Promise<void> => {
  const rows = JSON.stringify(values.map((value) => ({ ordinal: 0, ...value, object_id: ids[value.n - 1] })))
  await server.database.system.$executeRaw`
    INSERT INTO custom_field_value (tenant_id, field_id, object_id, ordinal, number_value, ref_id, sort_key)
    SELECT ${mine.tenant.id}, ${fieldId}, w.object_id, w.ordinal, w.number_value, w.ref_id, w.sort_key
    FROM json_to_recordset(${rows}::json) w(object_id int, ordinal int, number_value numeric, ref_id int, sort_key text)`
}

const FILTERS: Record<string, (n: number) => boolean> = {
  "CustomFields.Agreed eq true and City eq 'Oslo'": (n) => agreed(n) && city(n) === 'Oslo',
  "CustomFields.Agreed eq true and City eq 'Rare'": (n) => agreed(n) && city(n) === 'Rare',
  "CustomFields.Agreed eq true or City eq 'Rare'": (n) => agreed(n) || city(n) === 'Rare',
  'CustomFields.Agreed eq true and CustomFields.Amount ge 100': (n) => agreed(n) && (amount(n) ?? -1) >= 100,
  'CustomFields.Agreed eq false and CustomFields.Keen eq true': () => false,
  'CustomFields.Keen eq true and CustomFields.Amount ne null': (n) => keen(n) && amount(n) !== null,
  'CustomFields.Agreed ne true and not (CustomFields.Amount lt 4000)': (n) =>
    !agreed(n) && !((amount(n) ?? 9e9) < 4000),
  "CustomFields.Skills eq 'Cook' and CustomFields.Skills eq 'Sing'": (n) =>
    skills(n).includes(2) && skills(n).includes(0),
  "CustomFields.Agreed eq true and CustomFields.Skills in ('Cook', 'Sing')": agreed,
  "City eq 'Rare'": (n) => city(n) === 'Rare',
  "City eq 'Oslo'": (n) => city(n) === 'Oslo',
}

const byAmount = (sign: number) => (a: number, b: number) => {
  const x = amount(a)
  const y = amount(b)
  if (x === null || y === null) return x === y ? sign * (a - b) : x === null ? 1 : -1
  return sign * (x - y || a - b)
}
const ORDERS: Record<string, (a: number, b: number) => number> = {
  Name: (a, b) => a - b,
  'CustomFields.Amount': byAmount(1),
  'CustomFields.Amount desc': byAmount(-1),
  'CustomFields.Amount, Name': byAmount(1),
}

describe.each(Object.entries(FILTERS))('GET /api/contacts (listContacts): %s', (filter, passes) => {
  test.each(Object.entries(ORDERS))('returns the total and consecutive pages in the order of %s', async (by, order) => {
    const expected = Array.from({ length: COUNT }, (_, at) => at + 1)
      .filter(passes)
      .sort(order)
    const wanted = expected.map((n) => ids[n - 1])
    const page = (query: Record<string, string>) =>
      mine.get(`/api/contacts?${new URLSearchParams({ $filter: filter, $orderby: by, $top: '30', ...query })}`)
    const first = await page({})
    expect(first.json().TotalRecordAvailable).toBe(String(wanted.length))
    expect(listed(first)).toEqual(wanted.slice(0, 30))
    const next = nextOf(first.headers.link)
    if (next) expect(listed(await mine.get(next))).toEqual(wanted.slice(30, 60))
    const skip = Math.max(0, wanted.length - 10)
    expect(listed(await page({ $skip: String(skip) }))).toEqual(wanted.slice(skip))
  })
})

const listed = (answer: { json(): { Results: Row[] } }): number[] => idsOf(answer.json().Results)

interface PlanNode {
  'Relation Name'?: string
  'Actual Loops': number
  Plans?: PlanNode[]
}

/** Counts the accesses to the side table, as the request role with row-level security. */
const visits = async (filter: string, orderBy: string): Promise<number> => {
  const db = openTenantDb(server.database, mine.tenant.id)
  const set = await getFieldSet(db, mine.tenant.id, { objectTypes: [1], objectId: 0 })
  const listing = addFields(contactListing, buildCustomListFields(mine.tenant.id, set))
  const sent = (text: string) => ({ text, pointer: 'query' })
  const request = parseListRequest(listing, { filter: sent(filter), orderBy: sent(orderBy) })
  const query = pageSql(
    { db, tenant: mine.tenant, chapters: null } as unknown as Scope,
    listing,
    request,
    Prisma.sql`c.id`,
  )
  const [plan] = await db.rows<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    Prisma.sql`EXPLAIN (ANALYZE, FORMAT JSON) ${query}`,
  )
  const count = (node: PlanNode): number =>
    (node['Relation Name'] === 'custom_field_value' ? node['Actual Loops'] : 0) +
    (node.Plans ?? []).reduce((sum, inner) => sum + count(inner), 0)
  return plan ? count(plan['QUERY PLAN'][0].Plan) : Number.NaN
}

test.each([
  ["CustomFields.Agreed eq true and City eq 'Oslo'", 'Name'],
  ['CustomFields.Agreed eq false and CustomFields.Amount ge 100', 'Name'],
  ['CustomFields.Agreed eq false and CustomFields.Amount ge 100', 'CustomFields.Amount'],
  ['CustomFields.Agreed eq true', 'CustomFields.Amount'],
  ["City eq 'Oslo'", 'CustomFields.Amount'],
])('reads the values of many matches of %s in the order of %s together', async (filter, orderBy) => {
  expect(await visits(filter, orderBy)).toBeLessThan(20)
})
