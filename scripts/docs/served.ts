import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { servedOperations } from '../checks/served.ts'
import { readSources } from '../checks/sources.ts'

/** The numbers of an area's documented operations, of those that are served, and of served extensions. */
export interface AreaCount {
  wing: string
  area: string
  documented: number
  served: number
  own: number
}

/** The number of documented operations that a path of the contract represents, if it is not one. */
const COUNTED_AS: Readonly<Record<string, number>> = {
  // One documented path with two optional parts, which OpenAPI needs as separate paths.
  getRegistrationEnvironment: 0,
  getContactRegistrationEnvironment: 0,
  // Two documented paths that differ only in the names of their parts, which are one path in OpenAPI.
  getNamedFile: 2,
}

interface Document {
  paths: Record<
    string,
    Record<string, { operationId: string; tags: [string]; 'x-extension'?: boolean; 'x-cost'?: number }>
  >
}

/** The ids of the operations that areas, services and the kernel register. */
const servedIds = (root: string): Set<string> =>
  servedOperations(readSources(root, ['src/areas', 'src/kernel', 'src/services'], ['.ts']), /\.(routes|plugin)\.ts$/)

/** Counts the operations of the contract, area by area in its order, from the contract and the routes. */
export const countOperations = (root: string): AreaCount[] => {
  const served = servedIds(root)
  const bundle = JSON.parse(readFileSync(join(root, 'openapi/openapi.json'), 'utf8')) as Document
  const wings = wingsByOperation(root)
  const counts = new Map<string, AreaCount>()
  for (const operation of Object.values(bundle.paths).flatMap((item) => Object.values(item))) {
    const { operationId: id, tags, 'x-extension': isOwn = false } = operation
    const [area] = tags
    const count = counts.get(area) ?? { wing: wings.get(id) ?? '', area, documented: 0, served: 0, own: 0 }
    counts.set(area, count)
    const isServed = served.has(id)
    if (isOwn) count.own += isServed ? 1 : 0
    else count.documented += COUNTED_AS[id] ?? 1
    if (!isOwn && isServed) count.served += COUNTED_AS[id] ?? 1
  }
  return [...counts.values()]
}

/** Counts the served operations of the OpenAPI document, which the reference shows. */
export const countInDocument = (root: string): number => {
  const served = servedIds(root)
  const bundle = JSON.parse(readFileSync(join(root, 'openapi/openapi.json'), 'utf8')) as Document
  return Object.values(bundle.paths)
    .flatMap((item) => Object.values(item))
    .filter(({ operationId }) => served.has(operationId)).length
}

/** A served operation that takes more than one token of the rate limits. */
export interface OperationCost {
  id: string
  cost: number
}

/** Lists the served operations that take more than one token. */
export const operationCosts = (root: string): OperationCost[] => {
  const served = servedIds(root)
  const bundle = JSON.parse(readFileSync(join(root, 'openapi/openapi.json'), 'utf8')) as Document
  return Object.values(bundle.paths)
    .flatMap((item) => Object.values(item))
    .map(({ operationId: id, 'x-cost': cost = 1 }) => ({ id, cost }))
    .filter(({ id, cost }) => cost > 1 && served.has(id))
}

/** The wing of each operation: the folder of the contract file that describes it. */
const wingsByOperation = (root: string): Map<string, string> =>
  new Map(
    readSources(root, ['openapi'], ['.yaml']).flatMap(({ path, text }) =>
      [...text.matchAll(/operationId: (\w+)/g)].map(([, id = '']) => [id, path.split('/')[1] ?? ''] as const),
    ),
  )

const WINGS = ['people', 'work', 'commerce', 'events', 'finance', 'integration']

/** A sentence with the totals, and one row for each wing. */
export const servedRows = (counts: AreaCount[], inDocument: number): { summary: string; rows: string[][] } => {
  const total = (of: AreaCount[], key: 'documented' | 'served' | 'own') =>
    of.reduce((sum, count) => sum + count[key], 0)
  const rows = WINGS.map((wing) => {
    const areas = counts.filter((count) => count.wing === wing)
    const list = areas.map(
      ({ area, documented, served }) => `${area}${documented ? ` ${served} of ${documented}` : ''}`,
    )
    return [
      wing,
      `${total(areas, 'served')} of ${total(areas, 'documented')}`,
      String(total(areas, 'own')),
      list.join(', '),
    ]
  })
  const summary =
    `${total(counts, 'served')} of the ${total(counts, 'documented')} documented operations are served, and ` +
    `${total(counts, 'own')} operations of our own. In OpenAPI, and so in the reference, these are ${inDocument} operations: a ` +
    'documented path with optional parts needs several there, and two that differ only in the names of parts are one.'
  return { summary, rows }
}
