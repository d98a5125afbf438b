import createRawClient, { type HeadersOptions, mergeHeaders } from 'openapi-fetch'
import { type AnyRequest, withBody } from './bodies.ts'
import { acceptOfFiles, readingPosts } from './generated/facts.ts'
import type { paths } from './generated/schema.ts'
import type { Arguments, Call, ListPath, PageOf, RequestOf, RowOf } from './operations.ts'
import { type PageRequest, type ReadPage, type Rows, rowsOf } from './paging.ts'
import { errorOf, notJsonError } from './problems.ts'
import { type RetryOptions, sendRepeatedly } from './retries.ts'

/** An access token, or a function that returns one for each request, so that it can be refreshed. */
export type Token = string | (() => string | Promise<string>)

interface CommonOptions {
  /** The address of the server, such as `https://guildhall.example.org`. */
  baseUrl: string
  /** The key of the tenant, for a credential of several tenants and for public operations. */
  tenant?: string
  retry?: RetryOptions
  /** Headers of every request. */
  headers?: HeadersOptions
  /** Sends a request; the global fetch if absent. */
  fetch?: (request: Request) => Promise<Response>
}

/** An API key (`ghk_...`), an access token, or neither for public operations. */
export type ClientOptions = CommonOptions & ({ key?: string; token?: never } | { key?: never; token?: Token })

/** Calls the operations of a server. Each returns the data of a success, and throws a ProblemError for any problem. */
export interface Client {
  GET: Call<'get'>
  POST: Call<'post'>
  PUT: Call<'put'>
  DELETE: Call<'delete'>
  /** Iterates over the rows of a list that is read by GET. */
  list<Path extends ListPath<'get'>>(
    path: Path,
    ...request: Arguments<RequestOf<'get', Path>>
  ): Rows<RowOf<'get', Path>, PageOf<'get', Path>>
  /** Iterates over the rows of a list that is read by POST, with a filter in the body. */
  search<Path extends ListPath<'post'>>(
    path: Path,
    ...request: Arguments<RequestOf<'post', Path>>
  ): Rows<RowOf<'post', Path>, PageOf<'post', Path>>
}

/** A call whose types the public interface has checked. */
type AnyCall = (method: string, path: string, request?: AnyRequest) => Promise<AnyReply>

interface AnyReply {
  data?: unknown
  error?: unknown
  response: Response
}

/**
 * Returns a client of a server. It authenticates each request, repeats requests that a repeat cannot carry out twice
 * (see RetryOptions), and gives each POST that changes something an Idempotency-Key, the same for its repeats.
 */
export const createClient = (options: ClientOptions): Client => {
  const call = openCall(options)
  const read: ReadPage = (method, path, request) => call(method, path, request)
  const rows =
    (method: 'get' | 'post') =>
    (path: string, request: PageRequest = {}) =>
      rowsOf(read, { method, path, request })
  const client = {
    GET: (path: string, request?: AnyRequest) => call('get', path, request),
    POST: (path: string, request?: AnyRequest) => call('post', path, request),
    PUT: (path: string, request?: AnyRequest) => call('put', path, request),
    DELETE: (path: string, request?: AnyRequest) => call('delete', path, request),
    list: rows('get'),
    search: rows('post'),
  }
  return client as unknown as Client
}

/** A function that calls any operation, and throws for a response that is not a success. */
const openCall = ({ baseUrl, key, token, tenant, retry, headers, fetch }: ClientOptions) => {
  const repeatable = new WeakSet<Request>()
  const raw = createRawClient<paths>({
    baseUrl,
    // The API accepts no cookies.
    credentials: 'omit',
    headers: { ...(tenant !== undefined && { 'X-Tenant-Key': tenant }), ...toObject(headers) },
    fetch: (request) =>
      sendRepeatedly(request, {
        ...retry,
        fetch: fetch ?? ((copy) => globalThis.fetch(copy)),
        isRepeatable: repeatable.has(request),
      }),
  })
  raw.use({
    onRequest: async ({ request, schemaPath }) => {
      const credential = await authorizationOf(key, token)
      if (credential !== undefined) request.headers.set('Authorization', credential)
      if (isChange(request, schemaPath) && credential !== undefined && !request.headers.has('Idempotency-Key')) {
        request.headers.set('Idempotency-Key', randomKey())
      }
      // Without a credential the server stores no key, so that a repeat could carry out the request twice.
      const hasKey = credential !== undefined && request.headers.has('Idempotency-Key')
      if (!isChange(request, schemaPath) || hasKey) repeatable.add(request)
    },
  })
  const anyCall = raw.request as unknown as AnyCall
  return async (method: string, path: string, request: AnyRequest = {}) => {
    const operation = `${method.toUpperCase()} ${path}`
    const isJson = request.parseAs === undefined || request.parseAs === 'json'
    const sent = withAccept(operation, withBody(operation, request), isJson)
    // Parsed here, because a proxy can send anything with the status of a success.
    const { data, error, response } = await anyCall(method, path, isJson ? { ...sent, parseAs: 'text' } : sent)
    if (!response.ok) throw errorOf(response, error)
    return { data: isJson ? parseJson(response, data) : data, response }
  }
}

/** Asks for JSON or for the file itself, where an operation returns both. */
const withAccept = (operation: string, request: AnyRequest, isJson: boolean): AnyRequest => {
  const file = acceptOfFiles[operation]
  if (file === undefined) return request
  return { ...request, headers: mergeHeaders({ Accept: isJson ? 'application/json' : file }, request.headers) }
}

/** @param text undefined or empty for a response without a body */
const parseJson = (response: Response, text: unknown): unknown => {
  if (typeof text !== 'string' || text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw notJsonError(response, text)
  }
}

const authorizationOf = async (key: string | undefined, token: Token | undefined): Promise<string | undefined> => {
  if (key !== undefined) return `ApiKey ${key}`
  const current = typeof token === 'function' ? await token() : token
  return current === undefined ? undefined : `Bearer ${current}`
}

const READING: ReadonlySet<string> = new Set(readingPosts)

/** Whether a repeat needs an Idempotency-Key: PUT and DELETE name their record and its version. */
const isChange = ({ method }: Request, path: string): boolean => method === 'POST' && !READING.has(path)

/** 128 random bits. `crypto.randomUUID` exists only on secure pages. */
const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const toObject = (headers: HeadersOptions | undefined): Record<string, unknown> =>
  headers instanceof Headers || Array.isArray(headers) ? Object.fromEntries(headers as Headers) : { ...headers }
