/** All operations of the contract, and the checks of the routes that serve them. */
import type { TSchema } from '@sinclair/typebox'
import { contract } from '#contract/index'
import { ownValue } from '../lookups/own-value.ts'
import type { Operation } from './schema.ts'

export const operationCatalogue: ReadonlyMap<string, Operation> = new Map(
  Object.values(contract).flatMap(({ operations }) =>
    Object.values<Operation>(operations).map((operation) => [operation.operationId, operation] as const),
  ),
)

/** The shapes that operations share. */
export const contractSchemas: readonly TSchema[] = Object.values(contract).flatMap(({ schemas }) => schemas)

/**
 * Returns one spelling of a route: names and patterns of parameters do not distinguish routes, nor does the case of the
 * rest.
 */
function routeKey(method: string, url: string): string {
  const path = url
    .replace(/::/g, '%3A')
    .replace(/:\w+(\([^/]*\))?\??/g, ':')
    .replace(/\/$/, '')
  return `${method === 'HEAD' ? 'GET' : method} ${path.toLowerCase()}`
}

const knownRoutes = new Map([...operationCatalogue.values()].map((known) => [routeKey(known.method, known.url), known]))

/**
 * Returns the operation of a route; undefined for addresses outside the contract (health, sign-in, reference). Throws
 * for a route below /api or /native that the contract does not contain.
 */
export function requireKnown(method: string, url: string): Operation | undefined {
  const known = knownRoutes.get(routeKey(method, url))
  if (known === undefined && /^\/(api|native)(\/|$)/i.test(url)) {
    throw new Error(`${method} ${url} is not in the contract: describe it in openapi/ and run npm run contract`)
  }
  return known
}

const checkedParts = ['params', 'querystring', 'body', 'response'] as const

/**
 * Throws unless a route uses exactly the schemas of its operation in the contract. Therefore the served document can
 * describe the route by the contract's own text.
 */
export function requireFaithful(operation: Operation, schema: object | undefined): void {
  const used: Record<string, unknown> = { ...schema }
  const { operationId } = operation
  if (used.operationId !== operationId) throw new Error(`The route of ${operationId} has no schema of the contract`)
  for (const part of checkedParts) {
    if (ownValue(used, part) !== operation.schema[part])
      throw new Error(`The route of ${operationId} has a ${part} schema of its own`)
  }
}

/** Rejects, as an onRoute hook, a route that the contract does not contain or describes differently. */
export function checkRoute(route: { method: string | string[]; url: string; schema?: object }): void {
  for (const method of [route.method].flat()) {
    const known = requireKnown(method, route.url)
    if (known !== undefined) requireFaithful(known, route.schema)
  }
}
