import type { FastifyReply, FastifyRequest } from 'fastify'
import { JsonText } from '../http/serve.ts'
import { printFilter } from './filter.ts'
import type { Page } from './page.ts'
import type { ListRequest } from './request.ts'

/** The documented list answer around rows that PostgreSQL has written. */
export const listAnswer = (page: Page, request: ListRequest, modelItems: object | null): JsonText => {
  const { criteria, criteriaItems } = request
  const head = JSON.stringify({
    Criteria: criteria,
    CriteriaItems: criteriaItems,
    TotalRecordAvailable: String(page.total),
    ModelItems: modelItems,
  })
  return new JsonText(`${head.slice(0, -1)},"Results":${page.results}}`)
}

/**
 * `Link: <...>; rel="next"` (RFC 8288), where there is more: the address of the GET that goes on, also where the page
 * was asked for by a body.
 */
export const sendNextLink = (request: FastifyRequest, reply: FastifyReply, page: Page, asked: ListRequest): void => {
  if (page.continuation === null) return
  const [path = '', query = ''] = request.url.split('?')
  const parameters = request.method === 'GET' ? new URLSearchParams(query) : parametersOf(asked)
  for (const name of [...parameters.keys()]) if (REPLACED.has(name.toLowerCase())) parameters.delete(name)
  parameters.set('$skiptoken', page.continuation)
  reply.header('link', `<${path}?${parameters.toString().replaceAll('%24', '$')}>; rel="next"`)
}

/** A continuation already stands behind what was skipped. */
const REPLACED = new Set(['$skiptoken', '$skip', 'skip'])

const parametersOf = ({ take, order, filter, criteria }: ListRequest): URLSearchParams => {
  const parameters = new URLSearchParams({ $top: String(take) })
  parameters.set('$orderby', order.map(({ field, descending }) => (descending ? `${field} desc` : field)).join(', '))
  if (filter) parameters.set('$filter', printFilter(filter))
  if (criteria !== null) parameters.set('$search', criteria)
  return parameters
}
