import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { misspelledFaults } from '../http/ignored-fields.ts'
import { lingeringBody, mustLinger } from '../http/lingering-body.ts'
import { databaseProblem, isRefusedByRowSecurity } from './database-problem.ts'
import { describeFaults } from './fault-messages.ts'
import { badInputs, type FieldFault, forbidden, Problem } from './problem.ts'
import type { ProblemCode } from './problem-types.ts'

/** Fastify's own errors, by their codes. Others that are not client errors are internal errors. */
const FASTIFY_CODES: ReadonlyMap<string, ProblemCode> = new Map(
  Object.entries<ProblemCode>({
    FST_ERR_CTP_EMPTY_JSON_BODY: 'empty-body',
    FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid-content-length',
    FST_ERR_BAD_URL: 'malformed-url',
    FST_ERR_MAX_PARAM_LENGTH: 'url-too-long',
  }),
)

/** The few operations that accept other content state it. */
const UNSUPPORTED =
  'The Content-Type of the request is missing or not supported. Send JSON with Content-Type: application/json, unless the reference states another type for this operation.'

const TOO_LARGE =
  'The body of the request is too large. The limit is 1 MiB, unless the reference states another one for this operation. Send less, or several requests.'

/** Sends a problem as a page, if the request is one of a browser that opens a page; undefined for all others. */
export type ShowProblem = (problem: Problem, request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined

/** The only handler of errors: sends every thrown error as a problem document (RFC 9457), or as a page to a browser. */
export const problemHandler = fp<{ showProblem: ShowProblem }>(async (app, { showProblem }) => {
  app.setErrorHandler((error: FastifyError, request, reply) =>
    sendProblem(beyondChapters(error, request) ?? toProblem(error), { error, request, reply, showProblem }),
  )
})

/** Sends the problem for errors that Fastify finds before any route, hook or handler of ours runs. */
export const sendRoutingProblem =
  (showProblem: ShowProblem) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    reply.header('x-request-id', request.id)
    void sendProblem(toProblem(error), { error, request, reply, showProblem })
  }

/**
 * Returns what the database rejects for a caller limited to chapters; for every other caller it is an internal error.
 */
const beyondChapters = (error: Error, { caller }: FastifyRequest): Problem | undefined =>
  caller?.credential.chapters && isRefusedByRowSecurity(error)
    ? forbidden('The change affects more than the chapters that the caller is limited to.', 'beyond-chapters')
    : undefined

/** Returns the problem that an error means. */
export const toProblem = (error: FastifyError): Problem => {
  if (error instanceof Problem) return error
  if (error.validation) return badInputs(faultsOf(error))
  const known = databaseProblem(error)
  if (known) return known
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Problem(415, 'unsupported-media-type', UNSUPPORTED)
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Problem(413, 'body-too-large', TOO_LARGE)
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500)
    return new Problem(status, FASTIFY_CODES.get(error.code) ?? 'bad-request', error.message)
  return new Problem(500, 'internal-error', 'The server failed unexpectedly. Report it with the requestId.')
}

interface Failed {
  error: Error
  request: FastifyRequest
  reply: FastifyReply
  showProblem: ShowProblem
}

const sendProblem = (problem: Problem, { error, request, reply, showProblem }: Failed) => {
  if (problem.status >= 500 && !problem.isOutside) request.log.error({ err: error }, 'request failed')
  else request.log.info({ code: problem.code, status: problem.status }, 'request refused')
  reply.code(problem.status).headers(problem.headers)
  const page = showProblem(problem, request, reply)
  if (page) return page
  reply.type('application/problem+json; charset=utf-8')
  const document = problemDocument(problem, request)
  if (!mustLinger(request, reply)) return reply.serializer(JSON.stringify).send(document)
  const text = JSON.stringify(document)
  return reply.header('content-length', Buffer.byteLength(text)).send(lingeringBody(text, request))
}

/** Returns the document itself. It never contains a stack trace, SQL, a file path or a secret. */
export const problemDocument = (problem: Problem, request: { url?: string; id: string; body?: unknown }) => ({
  type: `/reference/problems#${problem.code}`,
  title: problem.title,
  status: problem.status,
  detail: problem.message,
  ...(request.url !== undefined && { instance: request.url.split('?')[0] }),
  code: problem.code,
  requestId: request.id,
  ...errorsOf(problem, request.body),
  ...problem.extensions,
})

/** Adds the dropped fields with a name similar to a field of the shape: the fault can be that they were dropped. */
const errorsOf = ({ status, errors }: Problem, body: unknown): { errors?: FieldFault[] } => {
  const isOfInput = status === 400 || status === 422
  const named = new Set(errors.map(({ pointer }) => pointer))
  const all = [...errors, ...(isOfInput ? misspelledFaults(body).filter(({ pointer }) => !named.has(pointer)) : [])]
  return all.length > 0 ? { errors: all } : {}
}

const PREFIXES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({ body: '', querystring: 'query:', params: 'path:', headers: 'header:' }),
)

/** Returns Ajv's errors with pointers: `/FirstName` in the body, `query:top`, `path:contactId`. */
const faultsOf = ({ validation = [], validationContext = 'body' }: FastifyError): FieldFault[] => {
  const prefix = PREFIXES.get(validationContext) ?? ''
  return describeFaults(validation, (path) => (prefix ? prefix + path.slice(1) : path))
}
