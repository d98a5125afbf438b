import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { databaseProblem } from '#kernel/errors/database-problem'
import { Problem } from '#kernel/errors/problem'

/** The codes of RFC 6749 (4.1.2.1 and 5.2) and RFC 8707 that this server uses. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied'
  | 'temporarily_unavailable'
  | 'server_error'

/** An error of the OAuth endpoints, sent in the form of RFC 6749, section 5.2, not as a problem document. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly code: OAuthErrorCode
  readonly status: number
  readonly headers: Record<string, string>

  constructor(code: OAuthErrorCode, description: string, status = 400, headers: Record<string, string> = {}) {
    super(description)
    this.code = code
    this.status = status
    this.headers = headers
  }
}

export const invalidRequest = (description: string) => new OAuthError('invalid_request', description)

/** Returns one response for every error of a code or refresh token, so that guesses disclose nothing. */
export const invalidGrant = () =>
  new OAuthError(
    'invalid_grant',
    'The code or refresh token is unknown, expired, used, revoked or not for this client.',
  )

/** Returns 401; names the Basic scheme if the client used it (RFC 6749, section 5.2) or did not authenticate. */
export const invalidClient = (description: string, namesBasic: boolean) =>
  new OAuthError(
    'invalid_client',
    description,
    401,
    namesBasic ? { 'www-authenticate': 'Basic realm="guildhall"' } : {},
  )

/** Converts any error to an OAuthError. */
export const toOAuthError = (error: FastifyError): OAuthError => {
  if (error instanceof OAuthError) return error
  const problem = error instanceof Problem ? error : databaseProblem(error)
  if (problem && (problem.status === 429 || problem.status === 503)) {
    return new OAuthError('temporarily_unavailable', problem.message, problem.status, problem.headers)
  }
  const status = problem?.status ?? error.statusCode ?? 500
  if (status < 500) return new OAuthError('invalid_request', (problem ?? error).message, status)
  return new OAuthError('server_error', 'The server failed unexpectedly.', 500)
}

/** Sends errors of the endpoints for programs. */
export const sendOAuthError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
  const known = toOAuthError(error)
  if (known.status >= 500) request.log.error({ err: error }, 'request failed')
  else request.log.info({ code: known.code, status: known.status }, 'request refused')
  return reply
    .code(known.status)
    .headers({ ...known.headers, 'cache-control': 'no-store' })
    .send({ error: known.code, error_description: describable(known.message) })
}

/** Returns a description in ASCII without quotes and backslashes (RFC 6749, section 5.2). */
export const describable = (text: string): string => text.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "'").slice(0, 300)
