import type { FastifyRequest } from 'fastify'
import { parseShapedJson } from '../http/shaped-json.ts'
import type { ListInput, Sent } from './request.ts'

/** The list parameters of a query in OData's spelling, as far as an operation has them. */
export interface ListParameters {
  $top?: number
  $skip?: number
  $orderby?: string
  $filter?: string
  $search?: string
  $skiptoken?: string
}

/** The base of every area's filter, as far as a body has it. */
export interface ListFields {
  Take?: string | null
  Top?: string | null
  Skip?: string | null
  OrderBy?: string | null
  Filter?: string | null
  Criteria?: string | null
  SkipToken?: string | null
}

const sent = (value: string | number | null | undefined, pointer: string): Sent | undefined =>
  value === null || value === undefined ? undefined : { text: String(value), pointer }

export const inputOfQuery = (query: ListParameters): ListInput => ({
  top: sent(query.$top, 'query:$top'),
  skip: sent(query.$skip, 'query:$skip'),
  orderBy: sent(query.$orderby, 'query:$orderby'),
  filter: sent(query.$filter, 'query:$filter'),
  criteria: sent(query.$search, 'query:$search'),
  continuation: sent(query.$skiptoken, 'query:$skiptoken'),
})

/** The list parameters of a query in the documents' spelling, as far as an operation has them. */
export interface NamedParameters {
  Take?: number
  Skip?: number
  OrderBy?: string
  Filter?: string
  Criteria?: string
  $skiptoken?: string
}

export const inputOfNamedQuery = (query: NamedParameters): ListInput => ({
  take: sent(query.Take, 'query:Take'),
  skip: sent(query.Skip, 'query:Skip'),
  orderBy: sent(query.OrderBy, 'query:OrderBy'),
  filter: sent(query.Filter, 'query:Filter'),
  criteria: sent(query.Criteria, 'query:Criteria'),
  continuation: sent(query.$skiptoken, 'query:$skiptoken'),
})

/** @param place what stands before the field's name: `/` in a body, `query:options/` in the parameter. */
export const inputOfFields = (fields: ListFields, place = '/'): ListInput => ({
  take: sent(fields.Take, `${place}Take`),
  top: sent(fields.Top, `${place}Top`),
  skip: sent(fields.Skip, `${place}Skip`),
  orderBy: sent(fields.OrderBy, `${place}OrderBy`),
  filter: sent(fields.Filter, `${place}Filter`),
  criteria: sent(fields.Criteria, `${place}Criteria`),
  continuation: sent(fields.SkipToken, `${place}SkipToken`),
})

/**
 * Reads the query parameter `options`: the area's filter as JSON text, held against the shape like a body. Absent or
 * empty it is a filter that asks nothing.
 *
 * @param schema the filter's schema in the contract; F is its request type.
 * @throws 400 with the places, `query:options/OrderBy`.
 */
export const readOptions = <F extends object>(
  request: FastifyRequest,
  options: string | undefined,
  schema: object,
): F => {
  if (options === undefined || options.trim() === '') return {} as F
  return parseShapedJson<F>(request, options, schema, 'query:options')
}
