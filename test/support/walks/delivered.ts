import { operationCatalogue } from '#kernel/contract/catalogue'
import { isJsonObject, type Json, type JsonObject } from '#kernel/contract/json'
import type { Operation } from '#kernel/contract/schema'
import { partsOf } from './all-walks.ts'
import { operationOf, pathNames } from './operations.ts'
import { fill, type World } from './world.ts'

/** How a delivered record is compared with what an operation returns. */
export interface Delivered {
  /** The operation that returns the record. If absent: the only GET that returns its shape. */
  operation?: string
  /** Which part of the response the record is, if not all. */
  part?: (response: JsonObject, id: number) => unknown
  /** Fields that a delivery leaves out. */
  omitted?: JsonObject
  /** Creates or changes a record by the path of the operation. If absent, by the recipes for that path. */
  create?: (world: World, url: string) => Promise<{ url: string; id: number }>
}

/** A row of a list by its id. */
export const rowOf = (field: string) => (response: unknown, id: number) =>
  (response as JsonObject[]).find((row) => row[field] === id)

/** The record that a list returns. @param path as in the recipes. */
export const listed = (path: string, name: string) => async (world: World, url: string) => ({
  url,
  id: Number((await world.idsFor(path)).get(name)),
})

/** The id of the record of the latest event of an entity. */
export const lastOf = async ({ server, caller }: World, entity: string): Promise<number> => {
  const where = { tenantId: caller.tenant.id, entity }
  return (await server.database.system.outboxEvent.findFirstOrThrow({ where, orderBy: { id: 'desc' } })).entityId
}

const shapeOf = ({ document }: Operation): Json => {
  const path = ['responses', '200', 'content', 'application/json', 'schema', '$ref']
  return path.reduce<Json>((found, name) => (isJsonObject(found) ? (found[name] ?? null) : null), document)
}

/** The only GET that returns a shape, by an id if there are several. */
const readOf = (shape: string): Operation => {
  const reads = [...operationCatalogue.values()].filter(
    (one) => one.method === 'GET' && !one.isPublic && shapeOf(one) === `#/components/schemas/${shape}`,
  )
  const byId = reads.length === 1 ? reads : reads.filter(({ url }) => url.includes(':'))
  const [read] = byId
  if (!read || byId.length > 1)
    throw new Error(`${byId.length} operations return ${shape}: name one in \`delivered\` in *.walks.ts of the area`)
  return read
}

/** How the records of an entity are compared. @param word the first word of the event kinds. */
export const deliveredOf = (word: string, [shape = '']: readonly string[]): Delivered & { read: Operation } => {
  const known = partsOf('delivered')[word] ?? {}
  return { ...known, read: known.operation === undefined ? readOf(shape) : operationOf(known.operation) }
}

/** Creates a record, and returns the path that reads it, with its id. */
export const createDelivered = async (
  world: World,
  { read: { url }, create }: ReturnType<typeof deliveredOf>,
): Promise<{ url: string; id: number }> => {
  if (create) return create(world, url)
  const ids = await world.idsFor(url)
  return { url: fill(url, ids), id: Number(ids.get((pathNames(url).at(-1) ?? '').toLowerCase())) }
}
