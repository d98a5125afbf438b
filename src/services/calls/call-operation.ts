import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { BodyOf, Operation, ParamsOf, QueryOf, ResponseOf } from '#kernel/contract/schema'
import { type FieldFault, Problem } from '#kernel/errors/problem'
import { problemDocument } from '#kernel/errors/problem-handler'
import { NAMED_OPERATION, operationKey } from '#kernel/http/named-operation.plugin'
import { ownValue } from '#kernel/lookups/own-value'
import { addressOf, type CallParameters } from './call-parameters.ts'

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
 * Address, host, protocol, user agent and request id are those of the request for which it is called.
 *
 * @param token a bearer token or key
 */
export const callOperation = async <O extends Operation>(
  app: FastifyInstance,
  { for: request, token }: { for: FastifyRequest; token: string },
  operation: O,
  input: OperationInput<O> = {},
): Promise<OperationResponse<O>> => {
  const { status, headers, text } = await requestOperation(app, request, operation, input, {
    authorization: `Bearer ${token}`,
  })
  const isOk = status < 400
  return isOk
    ? { isOk, status, headers, value: JSON.parse(text) as ResponseOf<O> }
    : { isOk, status, headers, problem: JSON.parse(text) as CallProblem }
}

/** What an operation is called with if it is known only when it is called. */
export interface UntypedInput extends CallParameters {
  body?: unknown
  ifMatch?: string | undefined
  idempotencyKey?: string | undefined
  file?: SentFile | undefined
}

export interface SentResponse {
  readonly status: number
  readonly headers: ResponseHeaders
  readonly text: string
}

/**
 * Requests an operation in the same way with any credential, in headers, and with the response as it was sent. A call
 * whose parameters are not those of the operation is not sent: its response is the problem.
 */
export const requestOperation = async (
  app: FastifyInstance,
  request: FastifyRequest,
  operation: Operation,
  input: UntypedInput,
  headers: Record<string, string>,
): Promise<SentResponse> => {
  try {
    const url = addressOf(operation, input)
    return await sendOperation(app, request, operation, { ...input, url, headers })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { status: error.status, headers: {}, text: JSON.stringify(problemDocument(error, { id: request.id })) }
  }
}

const sendOperation = async (
  app: FastifyInstance,
  request: FastifyRequest,
  operation: Operation,
  call: UntypedInput & { url: string; headers: Record<string, string> },
): Promise<SentResponse> => {
  const { url, headers, body, ifMatch, idempotencyKey, file } = call
  const response = await app.inject({
    method: operation.method,
    url,
    remoteAddress: request.socket.remoteAddress ?? request.ip,
    headers: {
      ...headers,
      ...passedOn(request),
      [NAMED_OPERATION]: operationKey(operation),
      accept: 'application/json',
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
  return { status: response.statusCode, headers: response.headers, text: response.payload }
}

/** The headers by which a proxy passes on the address, the host and the protocol of the client. */
const PASSED_ON = ['host', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'] as const

const passedOn = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    PASSED_ON.flatMap((name): [string, string][] => {
      const value = ownValue(headers, name)
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
