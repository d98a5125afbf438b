import type { ProblemCode } from './generated/facts.ts'
import type { components } from './generated/schema.ts'
import { retryAfter } from './retry-after.ts'

/** The body of an error response, by RFC 9457. Problems of some codes have further members, such as `AuditId`. */
export type Problem = components['schemas']['Problem']

/** One error of the input: a JSON pointer into the body, or `query:`, `path:` or `header:` and a name. */
export interface FieldError {
  pointer: string
  message: string
}

/** A response that the server did not send, mostly that of a proxy before it: no success without a problem document, or no JSON. */
export class ResponseError extends Error {
  override readonly name: string = 'ResponseError'
  readonly status: number
  readonly response: Response
  /** The beginning of the body. */
  readonly body: string
  /** Seconds to wait before the next attempt, if the response states them: the client did not wait for so long. */
  readonly retryAfter: number | undefined

  constructor(message: string, response: Response, body = '') {
    const milliseconds = retryAfter(response.headers)
    const seconds = milliseconds === undefined ? undefined : Math.ceil(milliseconds / 1000)
    super(
      seconds === undefined ? message : `${message} (Retry after ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.)`,
    )
    this.status = response.status
    this.response = response
    this.body = body.slice(0, MAX_BODY)
    this.retryAfter = seconds
  }
}

const MAX_BODY = 2000

/** A problem that the server reports. Its message is the detail, which is written for people, with the time to wait if there is one. */
export class ProblemError<Code extends ProblemCode = ProblemCode> extends ResponseError {
  override readonly name: string = 'ProblemError'
  /** Stable: use it in your code. A newer server can send codes that this version of the client does not know. */
  readonly code: Code
  readonly title: string
  readonly detail: string
  /** The errors of the input, all at once; empty for other problems. */
  readonly errors: readonly FieldError[]
  /** Quote it when you report a problem. */
  readonly requestId: string
  /** The whole document, with the further members of some codes. */
  readonly problem: Problem & Readonly<Record<string, unknown>>

  constructor(problem: Problem & Record<string, unknown>, response: Response) {
    super(problem.detail, response, JSON.stringify(problem))
    this.problem = problem
    this.code = problem.code as Code
    this.title = problem.title
    this.detail = problem.detail
    this.errors = problem.errors ?? []
    this.requestId = problem.requestId
  }
}

/** The codes of a conflict between two versions of a record. */
export type ConflictCode = 'stale-audit-id' | 'precondition-failed'

/** 409 or 412: another caller has changed the record since it was read. Read it again and apply the change to it. */
export class ConflictError extends ProblemError<ConflictCode> {
  override readonly name = 'ConflictError'
  /** The current version of the record. */
  readonly auditId: number

  constructor(problem: Problem & Record<string, unknown>, response: Response) {
    super(problem, response)
    this.auditId = Number(problem.AuditId)
  }
}

/** No response: the server cannot be reached, or the connection broke. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  /** How often the request was sent. */
  readonly attempts: number

  constructor(url: string, attempts: number, cause: unknown) {
    super(`No response from ${url} after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}.`, { cause })
    this.attempts = attempts
  }
}

/**
 * Whether an error is a problem, with one of the codes if any are given: `isProblem(error, 'duplicate')`. It narrows the
 * type of the error to these codes.
 */
export const isProblem = <Code extends ProblemCode = ProblemCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is ProblemError<Code> =>
  error instanceof ProblemError && (codes.length === 0 || (codes as readonly string[]).includes(error.code))

/** Returns the error of a response that is not a success. @param body as parsed: an object, a text, or undefined. */
export const errorOf = (response: Response, body: unknown): ResponseError => {
  if (!isProblemBody(body)) {
    const text = typeof body === 'string' ? body : JSON.stringify(body ?? '')
    return new ResponseError(
      `The response is ${statusOf(response)}, without a problem document${quoted(text)}.`,
      response,
      text,
    )
  }
  const isConflict = CONFLICTS.has(body.code) && typeof body.AuditId === 'number'
  return isConflict ? new ConflictError(body, response) : new ProblemError(body, response)
}

/** Returns the error of a success whose body is not the JSON of the server, such as the page of a proxy. */
export const notJsonError = (response: Response, text: string): ResponseError => {
  const type = response.headers.get('content-type')?.split(';')[0] ?? 'no content type'
  return new ResponseError(
    `The response is ${statusOf(response)}, but its body is not JSON (${type})${quoted(text)}.`,
    response,
    text,
  )
}

const statusOf = ({ status, statusText }: Response): string =>
  statusText === '' ? String(status) : `${status} ${statusText}`

const MAX_QUOTED = 100

/** The beginning of a body for a message, in one line. */
const quoted = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line === '' || line === '""') return ''
  return `: ${line.length > MAX_QUOTED ? `${line.slice(0, MAX_QUOTED)}...` : line}`
}

const CONFLICTS: ReadonlySet<string> = new Set<ConflictCode>(['stale-audit-id', 'precondition-failed'])

const isProblemBody = (body: unknown): body is Problem & Record<string, unknown> =>
  typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string' && 'requestId' in body
