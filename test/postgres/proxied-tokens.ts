import { expect } from 'vitest'
import {
  authorizeUrl,
  Browser,
  exchange,
  pkcePair,
  REDIRECT,
  refresh,
  type TestClient,
} from '../support/identity/oauth.ts'
import type { RoutedCaller } from './installation.ts'
import { requestsTo } from './requests.ts'

const clientOf = async (caller: RoutedCaller, scope: string): Promise<TestClient> => {
  const {
    ApplicationPermissionId: id,
    ClientId: clientId,
    ClientSecret: secret,
  } = await caller.post<{
    ApplicationPermissionId: number
    ClientId: string
    ClientSecret: string
  }>('/api/applicationpermissions/oauthclients/0', {
    ApplicationName: scope,
    GlobalOAuthRedirectUrls: REDIRECT,
    OAuthClientInfoJson: JSON.stringify({ Scopes: [scope] }),
  })
  return { id, clientId, secret }
}

/** Lets a client request access in a browser, and returns its tokens. `signIn` fills in the page of the sign-in. */
export const tokensOf = async (
  origin: string,
  caller: RoutedCaller,
  scope: string,
  signIn: (browser: Browser, next: string) => Promise<void>,
) => {
  const client = await clientOf(caller, scope)
  const browser = new Browser(requestsTo(origin))
  const { verifier, challenge } = pkcePair()
  const url = authorizeUrl({ client_id: client.clientId, redirect_uri: REDIRECT, code_challenge: challenge })
  await signIn(browser, url)
  await browser.open(url)
  const { headers, body } = await browser.submit(url, { decision: 'allow' })
  expect(headers.location, body).toContain(REDIRECT)
  const code = new URL(String(headers.location)).searchParams.get('code') ?? ''
  return { client, tokens: (await exchange(requestsTo(origin), client, code, verifier)).json() as Tokens }
}

interface Tokens {
  access_token: string
  refresh_token: string
  tenant_key: string
}

/** Expects that tokens are of a tenant, grant access to a path, and can be refreshed. */
export const expectTokens = async (
  origin: string,
  { key }: RoutedCaller,
  path: string,
  { client, tokens }: { client: TestClient; tokens: Tokens },
) => {
  expect(tokens.tenant_key).toBe(key)
  const refreshed = (await refresh(requestsTo(origin), client, tokens.refresh_token)).json()
  for (const token of [tokens.access_token, refreshed.access_token]) {
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(`${origin}${path}`, { headers })).status).toBe(200)
  }
}
