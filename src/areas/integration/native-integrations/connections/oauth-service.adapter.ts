import { createHash } from 'node:crypto'
import { isJsonObject, type Json } from '#kernel/contract/json'
import type { OutboundResponse } from '#services/outbound/exchange'
import type { Outbound } from '#services/outbound/outbound'
import { callOut, NativeFault, type OAuthAddresses, type OAuthService } from '../native-app.port.ts'

export interface Tokens {
  accessToken: string
  /** Seconds until the access token expires. */
  expiresIn: number
  refreshToken: string
}

/** The service rejects a code or a refresh token: it has expired, was revoked, or was used. */
export class GrantRefused extends NativeFault {}

const TIMEOUT_MS = 10_000
const MAX_BYTES = 65_536

/** Returns the page that asks a user for access, with a challenge for the verifier (RFC 7636). */
export const buildAuthorizationUrl = (
  { scope, parameters }: OAuthService,
  { clientId, authorizeUrl }: OAuthAddresses,
  { redirectUrl, state, verifier }: { redirectUrl: string; state: string; verifier: string },
): string => {
  const url = new URL(authorizeUrl)
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const all = {
    ...parameters,
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUrl,
    scope,
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value)
  return url.href
}

/** Exchanges a code for tokens. @throws GrantRefused, NativeFault. */
export const exchangeCode = async (
  outbound: Outbound,
  addresses: OAuthAddresses,
  { code, redirectUrl, verifier }: { code: string; redirectUrl: string; verifier: string },
): Promise<Tokens> => {
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUrl, code_verifier: verifier }
  const tokens = await requestTokens(outbound, addresses, form)
  if (tokens.refreshToken === '') throw new NativeFault('The service issued no refresh token.')
  return tokens
}

/** Exchanges a refresh token for new tokens. Services that do not issue another refresh token keep the current one. */
export const refreshTokens = async (
  outbound: Outbound,
  addresses: OAuthAddresses,
  refreshToken: string,
): Promise<Tokens> => {
  const tokens = await requestTokens(outbound, addresses, { grant_type: 'refresh_token', refresh_token: refreshToken })
  return { ...tokens, refreshToken: tokens.refreshToken || refreshToken }
}

/** Revokes a refresh token with its access tokens (RFC 7009). @throws NativeFault. */
export const revokeToken = async (outbound: Outbound, addresses: OAuthAddresses, token: string): Promise<void> => {
  const { status } = await post(outbound, addresses.revokeUrl, { token, ...clientOf(addresses) })
  if (status >= 300) throw new NativeFault(`The service did not revoke the access (${status}).`)
}

const requestTokens = async (
  outbound: Outbound,
  addresses: OAuthAddresses,
  form: Record<string, string>,
): Promise<Tokens> => {
  const { status, body } = await post(outbound, addresses.tokenUrl, { ...form, ...clientOf(addresses) })
  const found = parseObject(body)
  if (status === 400 && found.error === 'invalid_grant') throw new GrantRefused('The service no longer grants access.')
  if (status >= 500 || status === 429)
    throw new NativeFault(`The service issued no tokens (${status}).`, { isTemporary: true })
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresIn } = found
  if (status !== 200 || typeof accessToken !== 'string')
    throw new NativeFault(`The service issued no tokens (${status}). Ask the operator to check the client.`)
  return {
    accessToken,
    expiresIn: Number(expiresIn) > 0 ? Number(expiresIn) : 0,
    refreshToken: typeof refreshToken === 'string' ? refreshToken : '',
  }
}

/** Returns the client for the body, because services differ in how they read these values from a header. */
const clientOf = ({ clientId, clientSecret }: OAuthAddresses) => ({ client_id: clientId, client_secret: clientSecret })

const post = (outbound: Outbound, url: string, form: Record<string, string>): Promise<OutboundResponse> =>
  callOut(() =>
    outbound.send({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(form).toString(),
      timeout: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    }),
  )

const parseObject = (body: Buffer): Record<string, Json> => {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'))
    return isJsonObject(parsed) ? { ...parsed } : {}
  } catch {
    return {}
  }
}
