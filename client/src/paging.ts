import { pagingWithoutLink } from './generated/facts.ts'

/** The rows of a list, over all its pages. Each page is requested when the row before it has been consumed. */
export interface Rows<Row, Page> extends AsyncIterable<Row> {
  /** The pages instead of their rows, for example for TotalRecordAvailable. */
  pages(): AsyncIterable<Page>
  /** Collects the rows. @param limit the largest number of rows to collect; all if absent. */
  toArray(limit?: number): Promise<Row[]>
}

/** A request for a page, as an operation takes it. */
export interface PageRequest {
  params?: { query?: Readonly<Record<string, unknown>> }
  body?: unknown
  [option: string]: unknown
}

/** Requests one page. */
export type ReadPage = (method: 'get' | 'post', path: string, request: PageRequest) => Promise<PageReply>

export interface PageReply {
  data: unknown
  response: Response
}

interface PageBody {
  Results: readonly unknown[]
  TotalRecordAvailable?: unknown
}

/** The request of a page. */
interface Position {
  method: 'get' | 'post'
  path: string
  request: PageRequest
}

/** Iterates over a list. A list that is read twice is requested twice. */
export const rowsOf = <Row, Page>(read: ReadPage, first: Position): Rows<Row, Page> => {
  const pages = () => readPages(read, first) as AsyncIterable<Page & { Results: readonly Row[] }>
  async function* rows(): AsyncGenerator<Row> {
    for await (const { Results } of pages()) yield* Results
  }
  return {
    pages,
    [Symbol.asyncIterator]: rows,
    toArray: async (limit = Number.POSITIVE_INFINITY) => {
      const found: Row[] = []
      if (limit <= 0) return found
      for await (const row of rows()) {
        found.push(row)
        if (found.length >= limit) break
      }
      return found
    },
  }
}

async function* readPages(read: ReadPage, first: Position): AsyncGenerator<PageBody> {
  let seen = skippedBy(first)
  for (let position: Position | undefined = first; position; ) {
    const { data, response } = await read(position.method, position.path, position.request)
    const page = data as PageBody
    yield page
    seen += page.Results.length
    const hasMore = page.Results.length > 0 && seen < Number(page.TotalRecordAvailable ?? 0)
    position = linkedPosition(first, response) ?? (hasMore ? skippingPosition(first, seen) : undefined)
  }
}

/** The next page by the Link header: a continuation costs the same at any depth. */
const linkedPosition = ({ request }: Position, response: Response): Position | undefined => {
  const link = nextLink(response.headers.get('link'))
  if (link === undefined) return undefined
  // Only the path is used, after the address of the client: no other host can get the credential.
  const { pathname, search } = new URL(link, 'http://server.invalid')
  const { params: _params, body: _body, ...options } = request
  return { method: 'get', path: `${pathname}${search}`, request: options }
}

/** Finds the target with rel="next" in a Link header (RFC 8288). */
export const nextLink = (header: string | null): string | undefined =>
  /<([^>]*)>\s*;[^,]*\brel="?next\b/.exec(header ?? '')?.[1]

const wayOf = ({ method, path }: Position) => pagingWithoutLink[`${method.toUpperCase()} ${path}`]

/** The next page by the number of rows to skip, for lists that send no link. */
const skippingPosition = (first: Position, seen: number): Position | undefined => {
  const { method, path, request } = first
  const way = wayOf(first)
  if (way === undefined) return undefined
  if (way === 'none') {
    throw new Error(`GET ${path} returns only its first page. Use POST ${path} by \`search\` for all rows.`)
  }
  if (way === 'body')
    return { method, path, request: { ...request, body: { ...objectOf(request.body), Skip: String(seen) } } }
  const query = request.params?.query ?? {}
  const value = way === 'options' ? JSON.stringify({ ...optionsOf(query), Skip: String(seen) }) : seen
  return { method, path, request: { ...request, params: { ...request.params, query: { ...query, [way]: value } } } }
}

/** The rows that the first request skips. */
const skippedBy = (first: Position): number => {
  const { params, body } = first.request
  const query = params?.query ?? {}
  const way = wayOf(first)
  const skip = way === 'body' ? objectOf(body).Skip : way === 'options' ? optionsOf(query).Skip : query[way ?? '$skip']
  return Number(skip ?? 0)
}

const optionsOf = ({ options }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  typeof options === 'string' ? objectOf(JSON.parse(options)) : {}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
