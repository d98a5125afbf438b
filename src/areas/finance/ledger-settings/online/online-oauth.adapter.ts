import type { OutboundResponse } from '#services/outbound/exchange'
import type { Outbound } from '#services/outbound/outbound'
import type { ConnectorConfig } from '#services/outbound/outbound.plugin'
import { OutboundFault } from '#services/outbound/outbound-fault'
import { LedgerFault } from '../ledger.port.ts'

/** The OAuth 2 addresses of QuickBooks Online, and the scope of its accounting API. */
const PRODUCTION = {
  authorize: 'https://appcenter.intuit.com/connect/oauth2',
  token: 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer',
  revoke: 'https://developer.api.intuit.com/v2/oauth2/tokens/revoke',
} as const
const SCOPE = 'com.intuit.quickbooks.accounting'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 65_536

/** The tokens that the ledger issues; lifetimes in seconds. */
export interface IssuedTokens {
  accessToken: string
  accessSeconds: number
  refreshToken: string
  refreshSeconds: number
}

/** The ledger rejects a code or a refresh token: it has expired, was revoked, or was used. */
export class GrantRefused extends Error {
  override readonly name = 'GrantRefused'
}

export const isOnlineConfigured = ({ ledgerClientId }: Pick<ConnectorConfig, 'ledgerClientId'>): boolean =>
  ledgerClientId !== ''

/** Returns the address of the page at which a user grants access. */
export const authorizeUrl = (
  config: ConnectorConfig,
  { redirectUrl, state }: { redirectUrl: string; state: string },
) => {
  const url = new URL(config.ledgerAuthorizeUrl || PRODUCTION.authorize)
  const parameters = { client_id: config.ledgerClientId, response_type: 'code', scope: SCOPE }
  for (const [name, value] of Object.entries({ ...parameters, redirect_uri: redirectUrl, state }))
    url.searchParams.set(name, value)
  return url.href
}

/** Exchanges a code for tokens. @throws GrantRefused, LedgerFault. */
export const exchangeCode = (
  outbound: Outbound,
  config: ConnectorConfig,
  { code, redirectUrl }: { code: string; redirectUrl: string },
): Promise<IssuedTokens> =>
  requestTokens(outbound, config, { grant_type: 'authorization_code', code, redirect_uri: redirectUrl })

/** Exchanges a refresh token for new tokens. @throws GrantRefused, LedgerFault. */
export const refreshTokens = (
  outbound: Outbound,
  config: ConnectorConfig,
  refreshToken: string,
): Promise<IssuedTokens> =>
  requestTokens(outbound, config, { grant_type: 'refresh_token', refresh_token: refreshToken })

/** Revokes a refresh token with its access tokens. @throws LedgerFault. */
export const revokeToken = async (outbound: Outbound, config: ConnectorConfig, token: string): Promise<void> => {
  const url = config.ledgerRevokeUrl || PRODUCTION.revoke
  const { status } = await post(outbound, config, url, 'application/json', JSON.stringify({ token }))
  if (status >= 300) throw new LedgerFault('rejected', { detail: `The ledger did not revoke the access (${status}).` })
}

const requestTokens = async (
  outbound: Outbound,
  config: ConnectorConfig,
  form: Record<string, string>,
): Promise<IssuedTokens> => {
  const url = config.ledgerTokenUrl || PRODUCTION.token
  const body = new URLSearchParams(form).toString()
  const response = await post(outbound, config, url, 'application/x-www-form-urlencoded', body)
  const parsed = parseObject(response.body)
  if (response.status === 400 && parsed.error === 'invalid_grant') throw new GrantRefused('invalid_grant')
  if (response.status >= 500 || response.status === 429) throw new LedgerFault('unavailable')
  if (response.status !== 200) throw new LedgerFault('rejected', { detail: rejection(response.status, parsed.error) })
  return tokensOf(parsed)
}

const rejection = (status: number, error: unknown): string =>
  `The ledger issued no tokens (${status}${typeof error === 'string' ? ` ${error.slice(0, 100)}` : ''}). ` +
  'Ask the operator to check LEDGER_CLIENT_ID and LEDGER_CLIENT_SECRET.'

const tokensOf = (parsed: Record<string, unknown>): IssuedTokens => {
  const { access_token: accessToken, refresh_token: refreshToken } = parsed
  const accessSeconds = Number(parsed.expires_in)
  const refreshSeconds = Number(parsed.x_refresh_token_expires_in)
  if (
    typeof accessToken !== 'string' ||
    typeof refreshToken !== 'string' ||
    !(accessSeconds > 0) ||
    !(refreshSeconds > 0)
  )
    throw new LedgerFault('rejected', { detail: 'The ledger issued no complete tokens.' })
  return { accessToken, accessSeconds, refreshToken, refreshSeconds }
}

const post = async (
  outbound: Outbound,
  { ledgerClientId, ledgerClientSecret }: ConnectorConfig,
  url: string,
  type: string,
  body: string,
): Promise<OutboundResponse> => {
  const basic = Buffer.from(`${ledgerClientId}:${ledgerClientSecret}`).toString('base64')
  const headers = { authorization: `Basic ${basic}`, 'content-type': type, accept: 'application/json' }
  try {
    return await outbound.send({ url, method: 'POST', headers, body, timeout: TIMEOUT_MS, maxBytes: MAX_BYTES })
  } catch (error) {
    if (error instanceof OutboundFault) throw new LedgerFault('unavailable', { cause: error })
    throw error
  }
}

const parseObject = (body: Buffer): Record<string, unknown> => {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'))
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  } catch {
    return {}
  }
}
