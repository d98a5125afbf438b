import { afterAll, describe, expect, it, test } from 'vitest'
import type { JsonObject } from '#kernel/contract/json'
import type { Operation } from '#kernel/contract/schema'
import { countQueries } from '#test/support/database/count-queries'
import { reverseRows } from '#test/support/database/reverse-rows'
import { partsOf } from '#test/support/walks/all-walks'
import { LABELS, LAST, type Listed, type ListedRows, ORDERS } from '#test/support/walks/lists/listed'
import {
  isRead,
  operationOf,
  pathNames,
  responseHasList,
  returnsRows,
  servedOperations,
  titleOf,
} from '#test/support/walks/operations'
import { fill, type Ids, openWalk, type World } from '#test/support/walks/world'

const walk = await openWalk()
afterAll(() => walk.close())

/** What the areas say of their lists, by operation. */
const KNOWN: Readonly<Record<string, ListedRows>> = partsOf('lists')

/** The lists with rows that the walk creates. */
const LISTS: Readonly<Record<string, Listed>> = Object.fromEntries(
  Object.entries(KNOWN).flatMap(([name, rows]) => (typeof rows === 'object' && 'create' in rows ? [[name, rows]] : [])),
)

/** Lists whose rows are the same for all tenants: the names of the rows, in the documented order. */
const FIXED = Object.entries(KNOWN).flatMap(([name, rows]) => (Array.isArray(rows) ? [[name, rows] as const] : []))

const DOCUMENTS_ORDER = /\b(ordered by|by name|first|latest|oldest|newest|in (the|their|its) order|in order)\b/i
const isList = (operation: Operation): boolean =>
  isRead(operation) &&
  (returnsRows(operation) || (responseHasList(operation) && DOCUMENTS_ORDER.test(`${operation.schema.description}`)))
const lists = servedOperations(walk.server.app).filter(isList)

const read = async (world: World, operation: Operation, ids: Ids, { query = '', body }: Partial<Listed>) => {
  const url = fill(operation.url, ids) + query
  return operation.method === 'GET' ? world.caller.get(url) : world.caller.post(url, body?.(ids) ?? {})
}

interface Rows {
  world: World
  ids: Ids
  /** What identifies the row of each label. */
  marks: string[]
  /** The statements of each list of these rows before the last row was created, by its operationId. */
  before: Map<string, string[]>
}
const created = new Map<Listed['create'], Map<string, Promise<Rows>>>()

/**
 * Creates the rows of a list in a tenant of its own, since lists of other tests contain the same labels. Lists of the
 * same rows below the same records share them.
 */
const createRows = ({ url }: Operation, listed: Listed): Promise<Rows> => {
  const byPath = created.get(listed.create) ?? new Map<string, Promise<Rows>>()
  created.set(listed.create, byPath)
  const path = `${pathNames(url)}`.toLowerCase()
  const rows = byPath.get(path) ?? createRowsBelow(url, listed)
  byPath.set(path, rows)
  return rows
}

const createRowsBelow = async (url: string, { create, words = {} }: Listed): Promise<Rows> => {
  const world = await walk.world()
  const ids: Ids = new Map([...(await world.idsFor(url)), ...Object.entries(words)])
  const marks: string[] = []
  const before = new Map<string, string[]>()
  for (const label of LABELS) {
    if (label === LAST)
      for (const one of listsOf(create, url)) before.set(one.operationId, await statementsOf({ world, ids }, one))
    const shown = await create(label, ids, world)
    marks.push(typeof shown === 'string' ? shown : label)
  }
  await reverseRows(walk.server.url, world.caller.tenant.id)
  return { world, ids, marks, before }
}

/** The lists of the same rows below the same records. */
const listsOf = (create: Listed['create'], url: string): Operation[] =>
  lists.filter((one) => LISTS[one.operationId]?.create === create && samePath(one.url, url))

const samePath = (one: string, other: string) =>
  `${pathNames(one)}`.toLowerCase() === `${pathNames(other)}`.toLowerCase()

/**
 * The statements of a request for a list that was read before, so that nothing is read for the first time: the fewest of two
 * requests, because the credential is read again when its notifications are late.
 */
const statementsOf = async ({ world, ids }: Pick<Rows, 'world' | 'ids'>, operation: Operation): Promise<string[]> => {
  const ask = () => read(world, operation, ids, LISTS[operation.operationId] ?? {})
  const count = async () => {
    const { queries, systemQueries } = await countQueries(walk.server.database, ask)
    // A tag contains the number of rows.
    return [...queries, ...systemQueries].map((tag) => tag.replace(/ \d+/g, ''))
  }
  await ask()
  const first = await count()
  const second = await count()
  return first.length < second.length ? first : second
}

describe('a list without an order in the request comes in the documented order', () => {
  for (const operation of lists) {
    const listed = LISTS[operation.operationId]
    if (!listed) continue
    it(titleOf(operation), async () => {
      const { world, ids, marks } = await createRows(operation, listed)
      const response = await read(world, operation, ids, listed)
      // Addresses come in lower case.
      const body = response.body.toLowerCase()
      const positions = new Map(LABELS.map((label, index) => [label, body.indexOf(`${marks[index]}`.toLowerCase())]))
      const seen = LABELS.filter((label) => (positions.get(label) ?? -1) >= 0)
      expect([response.statusCode, seen], response.body.slice(0, 300)).toEqual([200, LABELS])
      expect(seen.sort((a, b) => (positions.get(a) ?? 0) - (positions.get(b) ?? 0))).toEqual(ORDERS[listed.order])
    })
  }
})

describe('one more row adds no statement to a list', () => {
  for (const operation of lists) {
    const listed = LISTS[operation.operationId]
    if (!listed) continue
    it(titleOf(operation), async () => {
      const rows = await createRows(operation, listed)
      const before = rows.before.get(operation.operationId)
      expect(before?.length, 'statements before the last row').toBeGreaterThan(0)
      expect(await statementsOf(rows, operation)).toEqual(before)
    })
  }
})

describe('a list that is the same for all tenants comes in the documented order', () => {
  for (const [operationId, names] of FIXED) {
    const operation = operationOf(operationId)
    it(titleOf(operation), async () => {
      const world = await walk.world()
      const response = await read(world, operation, await world.idsFor(operation.url), {})
      const body = response.json()
      const rows: JsonObject[] = body.Results ?? body
      const found = rows.flatMap((row) => Object.values(row).filter((value) => names.includes(`${value}`)))
      expect([...new Set(found)], response.body.slice(0, 600)).toEqual(names)
    })
  }
})

test('knows every list', () => {
  const served = lists.map(({ operationId }) => operationId)
  expect(
    served.filter((operationId) => !(operationId in KNOWN)),
    'add the list, or the reason why it has no rows here, to `lists` in *.walks.ts of the area',
  ).toEqual([])
  expect(Object.keys(KNOWN).filter((operationId) => !served.includes(operationId))).toEqual([])
})
