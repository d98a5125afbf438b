import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { fold } from '#kernel/text/fold'
import { addListRows, listPaths } from '#test/support/walks/list-rows'
import {
  callList,
  isList,
  type ListOperation,
  listOf,
  literalOf,
  type Row,
  rowsOf,
  type Value,
} from '#test/support/walks/lists'
import { servedOperations, titleOf } from '#test/support/walks/operations'
import { openWalk } from '#test/support/walks/world'

const walk = await openWalk()
const world = await walk.world()
const { caller } = world
let paths: Map<string, string>

beforeAll(async () => {
  await addListRows(world)
  paths = await listPaths(
    world,
    lists.map(({ operation }) => operation),
  )
})
afterAll(() => walk.close())

/** Columns that lists are neither ordered nor filtered by, with the reason. */
const EXCEPTIONS: Record<string, string> = {
  TotalRecordAvailable: 'the same in every row',
  IsSelected: 'never true in a list: a form sets it',
}

/** Columns of one list, as `operation.Column`. */
const EXCEPTIONS_OF_A_LIST: Record<string, string> = {}

const operations = servedOperations(walk.server.app)
const lists = operations.flatMap((operation) => listOf(operation) ?? [])

const isExcepted = ({ operation }: ListOperation, column: string) =>
  column in EXCEPTIONS || column.endsWith('Json') || `${operation.operationId}.${column}` in EXCEPTIONS_OF_A_LIST

const columnsOf = (list: ListOperation) => list.columns.filter((column) => !isExcepted(list, column))

const pathOf = ({ operation }: ListOperation) => paths.get(operation.operationId) ?? ''

const read = async (list: ListOperation, asked: Parameters<typeof callList>[3]): Promise<Row[] | string> => {
  const response = await callList(caller, list, pathOf(list), asked)
  return response.statusCode === 200
    ? rowsOf(response)
    : `${response.statusCode} ${response.json().errors?.[0]?.message ?? response.json().detail}`
}

const rowsOfList = async (list: ListOperation): Promise<Row[]> => {
  const rows = await read(list, {})
  if (typeof rows === 'string') throw new Error(`${rows} Create its rows by \`rows\` in *.walks.ts of the area.`)
  return rows
}

/** Values that one key orders are equal here: orders ignore case and accents, and a missing text is an empty one. */
const keyOf = (value: Value | undefined): string => (typeof value === 'string' ? fold(value) : String(value ?? ''))

/** The values of a column in the order of the rows, each series of equal ones once. */
const seriesOf = (rows: Row[], column: string): string[] =>
  rows.map((row) => keyOf(row[column])).filter((key, index, keys) => key !== keys[index - 1])

const orderFault = async (list: ListOperation, column: string): Promise<string | undefined> => {
  const ascending = await read(list, { order: column })
  const descending = await read(list, { order: `${column} desc` })
  if (typeof ascending === 'string' || typeof descending === 'string') return `order by ${column}: ${ascending}`
  const up = seriesOf(ascending, column)
  const down = seriesOf(descending, column)
  if (new Set(up).size !== up.length) return `order by ${column}: equal values are apart: ${up.join(', ')}`
  return up.join() === down.reverse().join() ? undefined : `order by ${column} desc: not the reverse`
}

const filterFaults = async (list: ListOperation, rows: Row[], column: string): Promise<string[]> => {
  const values = [...new Set(rows.map((row) => row[column] ?? null))]
  const some = [...new Set([...values.slice(0, 3), ...values.filter((value) => value === null)])]
  const faults: string[] = []
  for (const value of some) {
    const found = await read(list, { filter: `${column} eq ${literalOf(list, column, value)}` })
    const wanted = rows.filter((row) => (row[column] ?? null) === value)
    if (typeof found === 'string') faults.push(`${column} eq ${literalOf(list, column, value)}: ${found}`)
    else if (found.length !== wanted.length || found.some((row) => (row[column] ?? null) !== value))
      faults.push(`${column} eq ${literalOf(list, column, value)}: ${found.length} rows instead of ${wanted.length}`)
  }
  return faults
}

describe('a list is ordered and filtered by each column that it shows', () => {
  for (const list of lists) {
    it(titleOf(list.operation), async () => {
      expect([list.order, list.filter], 'parameters for order and filter').not.toContain(undefined)
      const rows = await rowsOfList(list)
      expect(rows.length, 'rows to compare: create them by `rows` in *.walks.ts of the area').toBeGreaterThan(1)
      const faults: (string | undefined)[] = []
      for (const column of columnsOf(list)) {
        faults.push(await orderFault(list, column), ...(await filterFaults(list, rows, column)))
      }
      expect(faults.filter((fault) => fault !== undefined)).toEqual([])
    })
  }
})

/** Tests of an enumerated column by a value that it never has. */
const impossibleTests = (list: ListOperation, column: string, [first = null]: readonly Value[]): string[] => {
  const impossible = literalOf(list, column, typeof first === 'number' ? 987_654 : 'impossible')
  return [
    `${column} eq ${impossible}`,
    `not (${column} ne ${impossible})`,
    `${column} in (${literalOf(list, column, first)}, ${impossible})`,
  ]
}

const acceptanceFaults = async (list: ListOperation, column: string, values: readonly Value[]): Promise<string[]> => {
  const faults: string[] = []
  for (const value of [...values, null]) {
    const filter = `${column} eq ${literalOf(list, column, value)}`
    const found = await read(list, { filter })
    if (typeof found === 'string') faults.push(`${filter}: ${found}`)
  }
  return faults
}

const refusalFaults = async (list: ListOperation, column: string, values: readonly Value[]): Promise<string[]> => {
  const faults: string[] = []
  for (const filter of impossibleTests(list, column, values)) {
    const found = String(await read(list, { filter }))
    const left = [column, ...values.map(String)].filter((word) => !found.includes(word))
    if (!found.startsWith('400 ') || left.length > 0) faults.push(`${filter}: ${found}, without ${left}`)
  }
  return faults
}

describe('a filter by an enumerated column accepts each of its values, and refuses all others', () => {
  for (const list of lists.filter(({ filter, enumerated }) => filter !== undefined && enumerated.size > 0)) {
    it(titleOf(list.operation), async () => {
      const faults: string[] = []
      for (const [column, values] of list.enumerated)
        faults.push(...(await acceptanceFaults(list, column, values)), ...(await refusalFaults(list, column, values)))
      expect(faults).toEqual([])
    })
  }
})

/** Searches of another kind: the log has millions of events, and finds whole words. */
const OTHER_SEARCHES = new Set(['listTenantEvents', 'searchTenantEvents'])

/** The same name in other words: in capitals, in another order, with other letters, and parts of it. */
const waysToSearch = (name: string): string[] => [
  name,
  name.toUpperCase(),
  name.split(/\s+/).reverse().join(' '),
  ...(name.includes('walk')
    ? [name.replaceAll('walk', 'wälk'), name.replaceAll('walk', 'waelk'), 'WALK', 'waelk', name.slice(0, -1)]
    : []),
]

describe('a search finds a row by its name in any spelling and by parts of it, and nothing by a word that no row has', () => {
  for (const list of lists.filter(({ criteria }) => criteria !== undefined)) {
    it(titleOf(list.operation), async () => {
      const rows = await rowsOfList(list)
      const row = rows[Math.floor(rows.length / 2)]
      const name =
        list.columns.find((column) => /^(Name|DisplayName|\w*Name|Title|SponsorshipLevel)$/.test(column)) ??
        'Description'
      const wanted = String(row?.[name] ?? '')
      expect(wanted, `a ${name} to search for`).not.toBe('')
      const texts = OTHER_SEARCHES.has(list.operation.operationId) ? [wanted] : waysToSearch(wanted)
      for (const criteria of texts) {
        const found = await read(list, { criteria })
        expect(found, `${name} ${wanted} by ${criteria}`).toContainEqual(expect.objectContaining({ [name]: wanted }))
      }
      expect(await read(list, { criteria: 'qzxjwvk' })).toEqual([])
      expect(await read(list, { criteria: `${wanted} qzxjwvk` })).toEqual([])
    })
  }
})

describe('a list refuses a parameter that it does not have', () => {
  for (const operation of operations.filter(isList)) {
    it(titleOf(operation), async () => {
      const path = `${operation.url.replaceAll(/:\w+/g, '1')}?Nonsense=1`
      const response = await (operation.method === 'POST' ? caller.post(path) : caller.get(path))
      expect([response.statusCode, response.json().errors], response.body).toEqual([
        400,
        [
          {
            pointer: 'query:Nonsense',
            message: expect.stringMatching(/not a parameter (of|in the query of) this list/),
          },
        ],
      ])
    })
  }

  for (const list of lists.filter(({ carrier }) => carrier === 'options')) {
    it(`${titleOf(list.operation)}, in options`, async () => {
      const options = JSON.stringify({ Take: '5', Nonsense: '1' })
      const response = await caller.get(`${pathOf(list)}?${new URLSearchParams({ options })}`)
      expect([response.statusCode, response.json().errors?.[0]?.pointer]).toEqual([400, 'query:options/Nonsense'])
    })
  }
})

test('knows its exceptions', () => {
  const known = lists.flatMap(({ operation, columns }) =>
    columns.map((column) => [column, `${operation.operationId}.${column}`]),
  )
  const names = new Set(known.flat())
  expect([...Object.keys(EXCEPTIONS), ...Object.keys(EXCEPTIONS_OF_A_LIST)].filter((name) => !names.has(name))).toEqual(
    [],
  )
  expect(lists.length).toBeGreaterThan(25)
})
