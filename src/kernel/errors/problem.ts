import type { CodeOf, ProblemCode } from './problem-types.ts'

/** One error of the input: a JSON pointer into the body (`/FirstName`), or `query:top`, `path:contactId`, `header:X-Tenant-Key`. */
export interface FieldFault {
  pointer: string
  message: string
}

export interface ProblemOptions {
  errors?: FieldFault[]
  headers?: Record<string, string>
  /** Members of the problem document beyond the standard ones (RFC 9457, section 3.2). */
  extensions?: Record<string, unknown>
  cause?: unknown
  /** The failure is outside of the installation, such as a receiver of a tenant: the operator cannot correct it. */
  isOutside?: boolean
}

/** The reason phrases of RFC 9110 and RFC 6585. */
export const reasonPhrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  417: 'Expectation Failed',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

/** An error with an HTTP status and a stable code, sent as application/problem+json (RFC 9457). */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly status: number
  /** Stable, machine readable: `not-found`, `stale-audit-id`; see problem-types. */
  readonly code: ProblemCode
  readonly errors: FieldFault[]
  readonly headers: Record<string, string>
  readonly extensions: Record<string, unknown>
  readonly isOutside: boolean

  constructor(status: number, code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause })
    this.status = status
    this.code = code
    this.errors = options.errors ?? []
    this.headers = options.headers ?? {}
    this.extensions = options.extensions ?? {}
    this.isOutside = options.isOutside ?? false
  }

  /** The status in words. */
  get title(): string {
    return reasonPhrases[this.status] ?? 'Error'
  }
}

/** Returns 400: a field of the input cannot be parsed. */
export const badInput = (pointer: string, message: string, code: CodeOf<400> = 'invalid-input') =>
  badInputs([{ pointer, message }], code)

/** Returns 400 with all errors at once. The detail contains the first, because many clients show nothing else. */
export const badInputs = (errors: FieldFault[], code: CodeOf<400> = 'invalid-input') =>
  new Problem(400, code, `The request is not valid: ${summaryOf(errors)}`, { errors })

/** Returns the first fault as a sentence, and the number of the others. */
export const summaryOf = ([first, ...others]: readonly FieldFault[]): string => {
  if (!first) return 'the contract describes its form.'
  const { pointer, message } = first
  const fault = `${pointer === '' ? 'the body' : pointer} ${message}${/[.!?]$/.test(message) ? '' : '.'}`
  if (others.length === 0) return fault
  return `${fault} \`errors\` names ${others.length === 1 ? 'one more field' : `${others.length} more fields`}.`
}

/** Returns 401: no credential, or an invalid one. `error` is the code of RFC 6750, section 3.1. */
export const unauthorized = (
  detail: string,
  code: CodeOf<401> = 'unauthorized',
  error?: 'invalid_token' | 'invalid_request',
) =>
  new Problem(401, code, detail, {
    headers: {
      'www-authenticate': `ApiKey realm="guildhall", Bearer realm="guildhall"${error ? `, error="${error}"` : ''}`,
    },
  })

/** Returns 403: the credential is valid but does not allow the operation. See insufficientScope for a missing scope. */
export const forbidden = (
  detail: string,
  code: Exclude<CodeOf<403>, 'insufficient-scope'> = 'forbidden',
  errors: FieldFault[] = [],
) => new Problem(403, code, detail, { errors })

/** Returns 403: the credential lacks a scope, which the challenge names (RFC 6750, section 3.1). */
export const insufficientScope = (
  scope: string,
  detail = `This credential lacks the scope ${scope}. Ask an administrator to grant it.`,
) =>
  new Problem(403, 'insufficient-scope', detail, {
    headers: {
      'www-authenticate': `ApiKey realm="guildhall", Bearer realm="guildhall", error="insufficient_scope", scope="${scope}"`,
    },
  })

/**
 * Returns the same refusal as 401, for operations whose documents state 401 for a caller that is not authorized. Other
 * errors are returned unchanged.
 */
export const refusedAsUnauthorized = <E extends Error>(error: E): E | Problem => {
  if (!(error instanceof Problem) || error.status !== 403) return error
  const { code, message, headers, errors, extensions } = error
  const challenge = { 'www-authenticate': 'ApiKey realm="guildhall", Bearer realm="guildhall"', ...headers }
  return new Problem(401, code, message, { headers: challenge, errors, extensions })
}

/** Returns 404: the record does not exist, or belongs to another tenant: both get the same response. */
export const notFound = (what: string) => new Problem(404, 'not-found', `The ${what} does not exist.`)

/**
 * Returns 409: the record has another version by now.
 *
 * @param pointer the field of a nested record's AuditId.
 */
export const staleAuditId = (current: number, pointer?: string) =>
  new Problem(
    409,
    'stale-audit-id',
    pointer
      ? `A part of the record has changed since it was read: ${pointer} is now ${current}.`
      : `The record has changed since it was read. Its AuditId is now ${current}.`,
    { extensions: { AuditId: current }, ...(pointer && { errors: [{ pointer, message: `is now ${current}` }] }) },
  )

/**
 * Returns 409: a change must state the version that it is based on, and states none.
 *
 * @param pointer the field of a nested record's AuditId.
 */
export const missingAuditId = (current: number, pointer?: string) =>
  new Problem(
    409,
    'stale-audit-id',
    `The AuditId is missing${pointer ? `: ${pointer}` : ''}. Send the AuditId that you read. It is now ${current}.`,
    { extensions: { AuditId: current }, ...(pointer && { errors: [{ pointer, message: `is now ${current}` }] }) },
  )

/** Returns 409: the state of the record does not allow this, or it would duplicate another. */
export const conflict = (
  code: CodeOf<409>,
  detail: string,
  extensions: Record<string, unknown> = {},
  errors: FieldFault[] = [],
) => new Problem(409, code, detail, { extensions, errors })

/** Returns 412: If-Match states another version. */
export const preconditionFailed = (current: number) =>
  new Problem(
    412,
    'precondition-failed',
    `If-Match does not match the current version, "${current}". Read the record again and retry.`,
    {
      extensions: { AuditId: current },
    },
  )

/** Returns 422: well formed, but rejected by a rule of the domain. */
export const ruleRefused = (code: CodeOf<422>, detail: string, errors: FieldFault[] = []) => {
  const [first] = errors
  const isNamed = !first || detail.includes(first.message)
  return new Problem(422, code, isNamed ? detail : `${detail} ${summaryOf(errors)}`, { errors })
}

/** Returns 429 with the seconds to wait. */
export const tooManyRequests = (retryAfterSeconds: number, detail: string) =>
  new Problem(429, 'rate-limited', detail, {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) },
  })

/**
 * Returns 503: a service that a tenant has configured does not respond. The log of the installation contains no error.
 */
export const outsideUnavailable = (detail: string, errors: FieldFault[], cause: unknown) =>
  new Problem(503, 'unavailable', detail, { headers: { 'retry-after': '5' }, errors, cause, isOutside: true })

/** Returns 503: a service that this server needs is unavailable; the caller can retry. */
export const unavailable = (detail: string, cause?: unknown) =>
  new Problem(503, 'unavailable', detail, { headers: { 'retry-after': '5' }, cause })
