import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { JsonText } from '../http/serve.ts'
import { printFilter } from './filter.ts'
import type { Listing } from './listing.ts'
import { type Page, readPage } from './page.ts'
import { type ListInput, type ListRequest, parseListRequest } from './request.ts'

/** A list: the listing, and the documented row as columns over its tables (see readPage). */
export interface List {
  listing: Listing
  columns: Sql
  joins?: Sql
}

export interface ListOptions {
  /** ModelItems of the response: facts about the list as a whole. */
  modelItems?: object | null
  /** CriteriaItems of the response; those of the request if absent. */
  criteriaItems?: readonly object[]
  /** False where the operation has no parameter that a link to the next page could use. */
  hasNextLink?: boolean
  /** Reads the page where one statement over the listing is not enough. */
  read?: (request: ListRequest) => Promise<Page>
}

/**
 * Reads a page and returns the documented list response, with the total and, if there is more, a Link header that leads
 * to the next page.
 *
 * @throws 400 naming the parameter or field that cannot be read.
 */
export const sendList = async (
  request: FastifyRequest,
  reply: FastifyReply,
  list: List,
  input: ListInput,
  { modelItems = null, criteriaItems, hasNextLink = true, read }: ListOptions = {},
): Promise<JsonText> => {
  const listed = parseListRequest(list.listing, input)
  const page = await (read ? read(listed) : readPage(request.scope, list.listing, listed, list.columns, list.joins))
  if (hasNextLink) sendNextLink(request, reply, page, listed)
  return listResponse(page, criteriaItems ? { ...listed, criteriaItems } : listed, page.modelItems ?? modelItems)
}

/** Lists the documented list response around rows that PostgreSQL has written. */
export const listResponse = (
  page: Page,
  { criteria, criteriaItems }: { criteria: string | null; criteriaItems: readonly object[] },
  modelItems: object | null,
): JsonText => {
  const head = JSON.stringify({
    Criteria: criteria,
    CriteriaItems: criteriaItems,
    TotalRecordAvailable: String(page.total),
    ModelItems: modelItems,
  })
  return new JsonText(`${head.slice(0, -1)},"Results":${page.results}}`)
}

/** Sends `Link: <...>; rel="next"` (RFC 8288): the GET that continues, also where the page was requested by a body. */
const sendNextLink = (request: FastifyRequest, reply: FastifyReply, page: Page, listed: ListRequest): void => {
  if (page.continuation === null) return
  const [path = '', query = ''] = request.url.split('?')
  const parameters = request.method === 'GET' ? new URLSearchParams(query) : parametersOf(listed)
  for (const name of [...parameters.keys()]) if (REPLACED.has(name.toLowerCase())) parameters.delete(name)
  parameters.set('$skiptoken', page.continuation)
  reply.header('link', `<${path}?${parameters.toString().replaceAll('%24', '$')}>; rel="next"`)
}

/** A continuation already starts after what was skipped. */
const REPLACED = new Set(['$skiptoken', '$skip', 'skip'])

const parametersOf = ({ take, order, sentFilter, criteria }: ListRequest): URLSearchParams => {
  const parameters = new URLSearchParams({ $top: String(take) })
  parameters.set('$orderby', order.map(({ field, descending }) => (descending ? `${field} desc` : field)).join(', '))
  if (sentFilter) parameters.set('$filter', printFilter(sentFilter))
  if (criteria !== null) parameters.set('$search', criteria)
  return parameters
}
