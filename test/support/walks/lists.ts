import type { LightMyRequestResponse } from 'fastify'
import { contractSchemas } from '#kernel/contract/catalogue'
import { isJsonObject, type Json, type JsonObject } from '#kernel/contract/json'
import type { Operation } from '#kernel/contract/schema'
import type { TestCaller } from '../build-app.ts'
import { propertiesOf } from './operations.ts'

export type Value = string | number | boolean | null
export type Row = Record<string, Value>

/** What a walk asks of a list. */
export interface Asked {
  order?: string
  filter?: string
  criteria?: string
}

/** A list operation of the contract: its parameters in the documented spelling, and the columns of its row. */
export interface ListOperation {
  operation: Operation
  /** The names of its query parameters, of the fields of `options`, or of the fields of its body. */
  parameters: readonly string[]
  /** Where they are sent. */
  carrier: 'query' | 'options' | 'body'
  order: string | undefined
  filter: string | undefined
  criteria: string | undefined
  columns: readonly string[]
  /** Those of the columns that are dates or times. */
  dates: ReadonlySet<string>
  /** The values of those of the columns that are enumerated, without null. */
  enumerated: ReadonlyMap<string, readonly Value[]>
}

const ORDERS = ['$orderby', 'OrderBy', 'orderby']
const FILTERS = ['$filter', 'Filter', 'filter']
const SEARCHES = ['$search', 'Criteria']
const PAGES = ['$top', 'Top', 'Take']

/** Operations that process a batch of records, whose size is a parameter, and report what became of each. */
const BATCHES = new Set(['matchUnmatchedPeople', 'previewUnmatchedMatches'])

const shapes = new Map<string, JsonObject>(
  contractSchemas.map((schema) => [String(schema.$id), JSON.parse(JSON.stringify(schema)) as JsonObject]),
)

const resolved = (schema: Json | undefined): JsonObject => {
  if (!isJsonObject(schema)) return {}
  return typeof schema.$ref === 'string' ? resolved(shapes.get(schema.$ref.replace(/#.*$/, ''))) : schema
}

const jsonOf = (schema: object | undefined): Json | undefined =>
  schema === undefined ? undefined : (JSON.parse(JSON.stringify(schema)) as Json)

/** The schema of a row if the response is a list of rows; undefined for other operations. */
const rowOf = ({ schema }: Operation): JsonObject | undefined => {
  const answer = resolved(jsonOf(schema.response[200]))
  const results = isJsonObject(answer.properties) ? resolved(answer.properties.Results) : answer
  return results.items === undefined ? undefined : resolved(results.items)
}

/** Whether the operation responds with a list, whatever its parameters. */
export const isList = (operation: Operation): boolean => rowOf(operation) !== undefined

/** Describes an operation as a list; undefined if it has no parameter of lists. */
export const listOf = (operation: Operation): ListOperation | undefined => {
  const row = rowOf(operation)
  if (!row || BATCHES.has(operation.operationId)) return undefined
  const query = Object.keys(propertiesOf(jsonOf(operation.schema.querystring)))
  const carrier = operation.method === 'POST' ? 'body' : query.includes('options') ? 'options' : 'query'
  const parameters =
    carrier === 'query'
      ? query
      : Object.keys(propertiesOf(carrier === 'body' ? jsonOf(operation.schema.body) : optionsOf(operation)))
  const named = (names: string[]) => names.find((name) => parameters.includes(name))
  const order = named(ORDERS)
  const filter = named(FILTERS)
  const criteria = named(SEARCHES)
  if (!order && !filter && !named(PAGES)) return undefined
  const columns = { columns: scalarsOf(row), dates: datesOf(row), enumerated: enumeratedOf(row) }
  return { operation, parameters, carrier, order, filter, criteria, ...columns }
}

/** The shape of the JSON in `options`: the contract names it beside the parameter. */
const optionsOf = ({ document }: Operation): Json => {
  const text = JSON.stringify(document.parameters)
  const own = /"contentSchema":\{"\$ref":"#\/components\/schemas\/(\w+)"/.exec(text)?.[1]
  return { $ref: `${own ?? 'AdvancedFilterBase'}#` }
}

/** The columns with a single value. */
const scalarsOf = ({ properties }: JsonObject): string[] =>
  Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([name, schema]) => {
    const { type, items, properties: inner } = resolved(schema)
    const types = [type].flat().filter((one) => one !== 'null')
    return items === undefined && inner === undefined && types.every((one) => one !== 'array' && one !== 'object')
      ? [name]
      : []
  })

const datesOf = ({ properties }: JsonObject): Set<string> => {
  const all = Object.entries(isJsonObject(properties) ? properties : {})
  return new Set(all.flatMap(([name, schema]) => (/^date/.test(String(resolved(schema).format)) ? [name] : [])))
}

const enumeratedOf = ({ properties }: JsonObject): Map<string, Value[]> => {
  const all = Object.entries(isJsonObject(properties) ? properties : {})
  return new Map(
    all.flatMap(([name, schema]): [string, Value[]][] => {
      const { enum: values } = resolved(schema)
      return Array.isArray(values) ? [[name, values.filter((value) => value !== null) as Value[]]] : []
    }),
  )
}

/** Calls a list. */
export const callList = async (
  caller: TestCaller,
  { operation, parameters, carrier, ...names }: ListOperation,
  path: string,
  { order, filter, criteria }: Asked,
): Promise<LightMyRequestResponse> => {
  const pairs = [
    [names.order, order],
    [names.filter, filter],
    [names.criteria, criteria],
    [PAGES.find((name) => parameters.includes(name)), '1000'],
  ]
  const sent: Record<string, string> = {}
  for (const [name, text] of pairs) if (name !== undefined && text !== undefined) sent[name] = text
  if (carrier === 'body') return caller.post(path, sent)
  const query = carrier === 'options' ? { options: JSON.stringify(sent) } : sent
  return caller.get(`${path}?${new URLSearchParams(query)}`)
}

/** The rows of a response. */
export const rowsOf = (response: LightMyRequestResponse): Row[] => {
  const answer: Row[] | { Results: Row[] } = response.json()
  return Array.isArray(answer) ? answer : answer.Results
}

/** A value of a row as a literal of a filter: texts are in single quotes, dates and times are not. */
export const literalOf = ({ dates }: ListOperation, column: string, value: Value): string =>
  typeof value === 'string' && !dates.has(column) ? `'${value.replaceAll("'", "''")}'` : String(value)
