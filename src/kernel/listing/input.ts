import type { FastifyRequest } from 'fastify'
import { badInputs } from '../errors/problem.ts'
import { ignoredFaults } from '../http/ignored-fields.ts'
import { parseShapedJson } from '../http/shaped-json.ts'
import type { ListInput, SentText } from './request.ts'

/** The list parameters of a query in OData's spelling; an operation may have only some of them. */
export interface ListParameters {
  $top?: number
  $skip?: number
  $orderby?: string
  $filter?: string
  $search?: string
  $skiptoken?: string
}

/** The fields that every area's filter has; a body may have only some of them. */
export interface ListFields {
  Take?: string | null
  Top?: string | null
  Skip?: string | null
  OrderBy?: string | null
  Filter?: string | null
  Criteria?: string | null
  SkipToken?: string | null
}

const sent = (value: string | number | null | undefined, pointer: string): SentText | undefined =>
  value === null || value === undefined ? undefined : { text: String(value), pointer }

export const parseListQuery = (query: ListParameters): ListInput => ({
  top: sent(query.$top, 'query:$top'),
  skip: sent(query.$skip, 'query:$skip'),
  orderBy: sent(query.$orderby, 'query:$orderby'),
  filter: sent(query.$filter, 'query:$filter'),
  criteria: sent(query.$search, 'query:$search'),
  continuation: sent(query.$skiptoken, 'query:$skiptoken'),
})

/** The list parameters of a query in the documents' spelling; an operation may have only some of them. */
export interface NamedParameters {
  Take?: number
  Skip?: number
  OrderBy?: string
  Filter?: string
  Criteria?: string
  $skiptoken?: string
}

export const parseNamedListQuery = (query: NamedParameters): ListInput => ({
  take: sent(query.Take, 'query:Take'),
  skip: sent(query.Skip, 'query:Skip'),
  orderBy: sent(query.OrderBy, 'query:OrderBy'),
  filter: sent(query.Filter, 'query:Filter'),
  criteria: sent(query.Criteria, 'query:Criteria'),
  continuation: sent(query.$skiptoken, 'query:$skiptoken'),
})

/** @param prefix the pointer before a field's name: `/` in a body, `query:options/` in the parameter. */
export const parseListFields = (fields: ListFields, prefix = '/'): ListInput => ({
  take: sent(fields.Take, `${prefix}Take`),
  top: sent(fields.Top, `${prefix}Top`),
  skip: sent(fields.Skip, `${prefix}Skip`),
  orderBy: sent(fields.OrderBy, `${prefix}OrderBy`),
  filter: sent(fields.Filter, `${prefix}Filter`),
  criteria: sent(fields.Criteria, `${prefix}Criteria`),
  continuation: sent(fields.SkipToken, `${prefix}SkipToken`),
})

/**
 * Parses the query parameter `options`: the area's filter as JSON text, validated by its schema like a body. An absent
 * or empty parameter is an empty filter. Fields that the schema does not contain are refused, like parameters.
 *
 * @param schema the filter's schema in the contract; F is its request type.
 * @throws 400 with the pointers of the faults, such as `query:options/OrderBy`.
 */
export const parseOptions = <F extends object>(
  request: FastifyRequest,
  options: string | undefined,
  schema: object,
): F => {
  if (options === undefined || options.trim() === '') return {} as F
  const filter = parseShapedJson<F>(request, options, schema, 'query:options')
  const faults = ignoredFaults(filter, 'is not a field of this filter', 'query:options')
  if (faults.length > 0) throw badInputs(faults)
  return filter
}
