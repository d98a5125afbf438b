import type { FastifyInstance } from 'fastify'
import { isJsonObject, type Json } from '#kernel/contract/json'
import type { Operation } from '#kernel/contract/schema'
import { isRead, pathNames, servedOperations } from './operations.ts'
import { wordOf } from './words.ts'
import { fill, type Ids, type World } from './world.ts'

/** What the application responded to one read. */
export interface ReadResponse {
  operationId: string
  url: string
  status: number
  body: string
}

/** The queries that reads need; lists on pages get the longest page. */
const QUERIES: Record<string, string> = {
  listContactChanges: '?modifiedSince=2000-01-01T00:00:00Z&top=1000',
  getGatewayMonthlyStatement: '?Month=1&Year=2026',
  getGatewayTransfers: '?Month=1&Year=2026',
  listCalendarOccurrences: '?From=2026-01-01&To=2026-12-31',
}

/** Reads that only the platform can make. They show no record of a tenant. */
const OF_PLATFORM = new Set(['getMigrationReport'])

/** Other reads by POST need a body of their own. */
const isReadWithoutBody = (operation: Operation): boolean =>
  isRead(operation) &&
  !OF_PLATFORM.has(operation.operationId) &&
  (operation.method === 'GET' || /^(search|query)/.test(operation.operationId))

/** The values that a path parameter takes: an id, each word of a list of words, or the usual word. */
const valuesOf = ({ document }: Operation, name: string, ids: Ids): readonly string[] => {
  const id = ids.get(name.toLowerCase())
  if (id !== undefined) return [id]
  const parameters = Array.isArray(document.parameters) ? document.parameters.filter(isJsonObject) : []
  const schema = parameters.find((one) => one.name === name)?.schema
  if (isJsonObject(schema) && Array.isArray(schema.enum) && schema.enum.length > 2) return schema.enum.map(String)
  const word = wordOf(name)
  return word === undefined ? [] : [word]
}

/** The addresses of an operation with the ids of one record; none if the path names other records too. */
const urlsOf = (operation: Operation, ids: Ids): string[] => {
  const names = pathNames(operation.url)
  // Without a parameter, the address belongs to no record.
  let combinations: Ids[] = [new Map()]
  for (const name of names) {
    const values = valuesOf(operation, name, ids)
    combinations = combinations.flatMap((one) => values.map((value) => new Map([...one, [name.toLowerCase(), value]])))
  }
  return combinations.map((one) => fill(operation.url, one) + (QUERIES[operation.operationId] ?? ''))
}

/**
 * Reads every served list and document at the addresses of these records. Returns 404 responses too, since a record is
 * not found at the address of another kind.
 */
export const readEverything = async (
  app: FastifyInstance,
  world: World,
  records: readonly Ids[],
): Promise<ReadResponse[]> => {
  const responses: ReadResponse[] = []
  const seen = new Set<string>()
  for (const operation of servedOperations(app).filter(isReadWithoutBody)) {
    const { method, operationId } = operation
    for (const url of records.flatMap((ids) => urlsOf(operation, ids))) {
      if (seen.has(`${method} ${url}`)) continue
      seen.add(`${method} ${url}`)
      const response = method === 'GET' ? await world.caller.get(url) : await world.caller.post(url, {})
      responses.push({ operationId, url, status: response.statusCode, body: response.body })
    }
  }
  return responses
}

/** Whether a value is in a field whose name matches, wherever it is; JSON in texts included. */
export const containsId = (value: Json, field: RegExp, id: string): boolean => {
  if (Array.isArray(value)) return value.some((item) => containsId(item, field, id))
  if (typeof value === 'string') return /^[{[]/.test(value) && containsId(JSON.parse(value) as Json, field, id)
  if (!isJsonObject(value)) return false
  return Object.entries(value).some(([name, inner]) => {
    if (field.test(name) && [inner].flat().some((one) => String(one) === id)) return true
    return containsId(inner, field, id)
  })
}
