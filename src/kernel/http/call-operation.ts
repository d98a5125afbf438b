import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest, LightMyRequestResponse } from 'fastify'
import type { BodyOf, Operation, ParamsOf, QueryOf, ResponseOf } from '../contract/schema.ts'
import { badInput, type FieldFault } from '../errors/problem.ts'
import { NAMED_OPERATION, operationKey } from './named-operation.plugin.ts'

/** What an operation is called with. */
export interface OperationInput<O extends Operation> {
  params?: ParamsOf<O>
  query?: Partial<QueryOf<O>>
  body?: BodyOf<O>
  /** The ETag of the version to change. */
  ifMatch?: string
  idempotencyKey?: string
  /** A body that is sent as it is, instead of JSON. */
  file?: SentFile
}

/** A body with its content type, such as the form of an upload. */
export interface SentFile {
  type: string
  stream: Readable
}

/** The problem document of a refused call. */
export interface CallProblem {
  code: string
  status: number
  detail: string
  errors?: FieldFault[]
}

/** The response of an operation: its documented value, or a problem. */
export type OperationResponse<O extends Operation> =
  | { isOk: true; status: number; value: ResponseOf<O>; headers: ResponseHeaders }
  | { isOk: false; status: number; problem: CallProblem; headers: ResponseHeaders }

type ResponseHeaders = Readonly<Record<string, string | string[] | number | undefined>>

/**
 * Calls an operation of this server in this process, as a client would: with the same checks, limits, log and problems.
 * Host, address, user agent and request id are those of the request for which it is called.
 *
 * @param token a bearer token or key
 */
export const callOperation = async <O extends Operation>(
  app: FastifyInstance,
  { for: request, token }: { for: FastifyRequest; token: string },
  operation: O,
  input: OperationInput<O> = {},
): Promise<OperationResponse<O>> => {
  const response = await requestOperation(app, request, operation, input, { authorization: `Bearer ${token}` })
  const { statusCode: status, headers } = response
  const isOk = status < 400
  return isOk
    ? { isOk, status, headers, value: response.json() as ResponseOf<O> }
    : { isOk, status, headers, problem: response.json() as CallProblem }
}

/** What an operation is called with if it is known only when it is called. */
export interface UntypedInput {
  params?: unknown
  query?: unknown
  body?: unknown
  ifMatch?: string | undefined
  idempotencyKey?: string | undefined
  file?: SentFile | undefined
}

/** The same with any credential, in headers, and with the response as it was sent. */
export const requestOperation = (
  app: FastifyInstance,
  request: FastifyRequest,
  operation: Operation,
  input: UntypedInput,
  headers: Record<string, string>,
): Promise<LightMyRequestResponse> => {
  const { body, ifMatch, idempotencyKey, file } = input
  return app.inject({
    method: operation.method,
    url: addressOf(operation, input),
    remoteAddress: request.ip,
    headers: {
      ...headers,
      [NAMED_OPERATION]: operationKey(operation),
      accept: 'application/json',
      host: request.host,
      'user-agent': request.headers['user-agent'] ?? 'pages',
      'x-request-id': request.id,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(file && { 'content-type': file.type }),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
    ...(file && { payload: file.stream }),
  })
}

/** Clients and servers resolve these parts of a path, also in percent-encoding. */
const DOT_SEGMENT = /^(?:\.|%2e){1,2}$/i

/** A parameter of a path as its segment. @throws 400 for a text that is none, so that the path would be another one. */
const segmentOf = (name: string, value: unknown): string => {
  const text = String(value ?? '')
  if (text !== '' && !DOT_SEGMENT.test(text)) return encodeURIComponent(text)
  throw badInput(`path:${name}`, text === '' ? 'is missing' : 'must not be "." or ".."')
}

/** The path with its parameters and the query; lists and objects of the query as JSON text. */
const addressOf = ({ url }: Operation, { params, query }: UntypedInput): string => {
  const values = new Map<string, unknown>(Object.entries(params ?? {}))
  const path = url.replace(/:(\w+)/g, (_all, name: string) => segmentOf(name, values.get(name)))
  const sent = Object.entries(query ?? {}).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || value === null) return []
    return [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]]
  })
  return sent.length === 0 ? path : `${path}?${new URLSearchParams(sent)}`
}
