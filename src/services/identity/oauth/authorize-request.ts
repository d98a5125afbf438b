import { findFirstBeyond, SELF_SCOPE } from '#kernel/contract/scopes'
import { findClient, type OAuthClient } from '../clients.ts'
import type { OAuthContext } from './context.ts'
import { describable, invalidRequest, OAuthError } from './oauth-error.ts'
import type { Parameters } from './parameters.ts'

/** The return address of a user: a known client and a URL that it has registered. */
export interface ReturnAddress {
  client: OAuthClient
  redirectUri: string
  state: string | undefined
}

/** A valid authorization request. */
export interface AuthorizeRequest extends ReturnAddress {
  scopes: string[]
  codeChallenge: string
  /** Our extension: the key of the tenant of a member, for clients of every tenant. */
  tenantKey: string | undefined
}

/** The response must not be a redirect, because its target is not trusted (RFC 9700, section 4.11). */
export class UntrustedRequest extends Error {
  override readonly name = 'UntrustedRequest'
}

/** Parses only the client and the redirect URL. Throws an UntrustedRequest if either is not as registered. */
export const parseReturnAddress = async (context: OAuthContext, query: Parameters): Promise<ReturnAddress> => {
  const clientId = trusted(() => query.need('client_id'))
  const client = await findClient(context.system, clientId)
  if (!client) throw new UntrustedRequest('The application that sent you here is not known, or was removed.')
  const redirectUri = trusted(() => query.need('redirect_uri'))
  if (!client.redirectUrls.some((registered) => isSameReturn(registered, redirectUri))) {
    throw new UntrustedRequest(
      `The address to which ${client.applicationName} wants you to return (redirect_uri) is not one that it has registered.`,
    )
  }
  // A repeated state is the client's mistake and is reported to it without a state.
  const state = attempt(() => query.get('state'))
  return { client, redirectUri, state }
}

const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\])(?::[1-9]\d{0,4})?(?=[/?]|$)/

/**
 * Returns whether two addresses are equal in each character. Only the port of a loopback address can differ: a native
 * app listens on a free one (RFC 8252, section 7.3). A browser opens no address with a port above 65535.
 */
const isSameReturn = (registered: string, asked: string): boolean =>
  registered === asked ||
  (LOOPBACK.test(registered) &&
    LOOPBACK.test(asked) &&
    URL.canParse(asked) &&
    registered.replace(LOOPBACK, '$1') === asked.replace(LOOPBACK, '$1'))

const attempt = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}

const trusted = (read: () => string): string => {
  try {
    return read()
  } catch (error) {
    throw new UntrustedRequest(`The application that sent you here made a mistake: ${(error as Error).message}.`)
  }
}

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/

/** Parses the rest of the request; throws an OAuthError, which is reported to the client at its redirect URL. */
export const readAuthorizeRequest = (place: ReturnAddress, query: Parameters): AuthorizeRequest => {
  query.get('state')
  const type = query.need('response_type')
  if (type !== 'code') throw new OAuthError('unsupported_response_type', 'response_type must be code')
  const mode = query.get('response_mode')
  if (mode !== undefined && mode !== 'query') throw invalidRequest('response_mode must be query')
  const codeChallenge = query.get('code_challenge')
  if (codeChallenge === undefined) throw invalidRequest('code_challenge is missing: PKCE is required (RFC 7636)')
  if (query.get('code_challenge_method') !== 'S256') throw invalidRequest('code_challenge_method must be S256')
  if (!CHALLENGE.test(codeChallenge)) throw invalidRequest('code_challenge must be a SHA-256 hash in base64url')
  return { ...place, codeChallenge, scopes: readScopes(place.client, query), tenantKey: query.get('tenant_key') }
}

const readScopes = (client: OAuthClient, query: Parameters): string[] => {
  const wanted = query.scopes() ?? defaultScopes(client)
  if (wanted.includes(SELF_SCOPE) && wanted.length > 1)
    throw new OAuthError('invalid_scope', 'The scope self is for members, who have no others. Request it separately')
  const beyond = findFirstBeyond(wanted, client.scopes)
  if (beyond !== undefined)
    throw new OAuthError('invalid_scope', `The scope ${beyond} is not among those of this client`)
  return wanted
}

/** Returns the scopes for staff, if the client has any. */
const defaultScopes = ({ scopes }: OAuthClient): string[] => {
  const ofStaff = scopes.filter((scope) => scope !== SELF_SCOPE)
  return ofStaff.length > 0 ? ofStaff : scopes
}

/** Returns whether the user must be a member: the request is for the scope `self`. */
export const isForMembers = ({ scopes }: Pick<AuthorizeRequest, 'scopes'>): boolean => scopes.includes(SELF_SCOPE)

/**
 * Returns the client's URL with the response to its request: it returns state, and iss identifies this server (RFC
 * 9207).
 */
export const redirectUrl = (
  { redirectUri, state }: ReturnAddress,
  issuer: string,
  answer: Record<string, string>,
): string => {
  const parameters = new URLSearchParams({ ...answer, ...(state !== undefined && { state }), iss: issuer })
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${parameters}`
}

export const errorRedirectUrl = (place: ReturnAddress, issuer: string, error: OAuthError): string =>
  redirectUrl(place, issuer, { error: error.code, error_description: describable(error.message) })
