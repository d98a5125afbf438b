import { createHash, randomBytes } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import type { Tenant } from '#prisma/client'
import { createLogin } from '#services/identity/logins'
import type { TestApp, TestCaller } from '../build-app.ts'

export const PASSWORD = 'correct horse battery staple'
export const REDIRECT = 'https://desk.example/signed-in'

export interface TestClient {
  id: number
  clientId: string
  /** Undefined for a public client. */
  secret: string | undefined
}

/** Registers an OAuth client by the API; `info` goes into OAuthClientInfoJson. */
export const registerClient = async (caller: TestCaller, info: object = {}, edit: object = {}): Promise<TestClient> => {
  const answer = await caller.post('/api/applicationpermissions/oauthclients/0', {
    ApplicationName: 'Member desk',
    GlobalOAuthRedirectUrls: REDIRECT,
    OAuthClientInfoJson: JSON.stringify({ Scopes: ['admin'], ...info }),
    ...edit,
  })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  const { ApplicationPermissionId: id, ClientId: clientId, ClientSecret } = answer.json()
  return { id, clientId, secret: ClientSecret ?? undefined }
}

/** Creates a login that is staff of the tenant. Returns its credentials. */
export const registerLogin = async (
  server: TestApp,
  tenant: Tenant,
  role = 'Administrator',
  email = `${randomBytes(6).toString('hex')}@staff.example`,
): Promise<string> => {
  await createLogin(server.database, {
    tenantKey: tenant.key,
    email,
    displayName: 'Ada Lovelace',
    password: PASSWORD,
    role,
  })
  return email
}

export const pkcePair = (): { verifier: string; challenge: string } => {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** The address to which a client redirects its user. */
export const authorizeUrl = (parameters: Record<string, string>): string =>
  `/oauth2/authorize?${new URLSearchParams({ response_type: 'code', code_challenge_method: 'S256', ...parameters })}`

/** A server that receives requests: injected, or over the network. */
export interface Requests {
  app: {
    inject(options: {
      method: 'GET' | 'POST'
      url: string
      headers: Record<string, string>
      payload?: string
      remoteAddress?: string
    }): Promise<Reply>
  }
}

type Reply = Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'cookies' | 'body' | 'json'>

/** A simple browser: keeps cookies, and sends the forms of its page. */
export class Browser {
  readonly #app: Requests['app']
  readonly #remoteAddress: string | undefined
  readonly #cookies = new Map<string, string>()
  page = ''

  /** @param remoteAddress the address of the browser, if it is not to share the limits of others. */
  constructor({ app }: Requests, remoteAddress?: string) {
    this.#app = app
    this.#remoteAddress = remoteAddress
  }

  get cookies(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  open(url: string): Promise<Reply> {
    return this.#send({ method: 'GET', url, headers: {} })
  }

  /** Sends the form of the page with this action, with its hidden fields and the given ones. */
  submit(action: string, fields: Record<string, string>): Promise<Reply> {
    return this.submitTo(action, action, fields)
  }

  /** Sends the form of the page with this action to another address, as a button with `formaction` does. */
  submitTo(action: string, url: string, fields: Record<string, string>): Promise<Reply> {
    return this.#send({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ ...hiddenFields(this.page, action), ...fields }).toString(),
    })
  }

  async signIn(email: string, password = PASSWORD): Promise<Reply> {
    await this.open('/sign-in')
    return this.submit('/sign-in', { email, password })
  }

  async #send(options: Parameters<Requests['app']['inject']>[0]): Promise<Reply> {
    const remoteAddress = this.#remoteAddress
    const headers = { accept: 'text/html', ...options.headers, cookie: this.cookies }
    const answer = await this.#app.inject({ ...options, headers, ...(remoteAddress && { remoteAddress }) })
    for (const { name, value } of answer.cookies) {
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    this.page = answer.body
    return answer
  }
}

const hiddenFields = (page: string, action: string): Record<string, string> => {
  const escaped = action.replaceAll('&', '&amp;')
  const form = page.split('<form ').find((part) => part.includes(`action="${escaped}"`)) ?? ''
  const found = form.split('</form>')[0]?.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g) ?? []
  return Object.fromEntries([...found].map(([, name, value]) => [name, value?.replaceAll('&amp;', '&') ?? '']))
}

/** Signs a user in, consents, and returns the code and its verifier. */
export const obtainCode = async (
  server: TestApp,
  client: TestClient,
  email: string,
  more: Record<string, string> = {},
): Promise<{ code: string; verifier: string; location: URL }> => {
  const { verifier, challenge } = pkcePair()
  const browser = new Browser(server)
  await browser.signIn(email)
  const url = authorizeUrl({ client_id: client.clientId, redirect_uri: REDIRECT, code_challenge: challenge, ...more })
  let answer = await browser.open(url)
  if (answer.statusCode === 200) answer = await browser.submit(url, { decision: 'allow' })
  const location = new URL(String(answer.headers.location))
  return { code: location.searchParams.get('code') ?? '', verifier, location }
}

/** Sends a form to an endpoint as the client. */
export const postAsClient = (
  { app }: Requests,
  url: string,
  client: TestClient,
  form: Record<string, string>,
): Promise<Reply> =>
  app.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(client.secret !== undefined && {
        authorization: `Basic ${Buffer.from(`${client.clientId}:${client.secret}`).toString('base64')}`,
      }),
    },
    payload: new URLSearchParams({
      ...(client.secret === undefined && { client_id: client.clientId }),
      ...form,
    }).toString(),
  })

export const exchange = (server: Requests, client: TestClient, code: string, verifier: string, redirect = REDIRECT) =>
  postAsClient(server, '/oauth2/token', client, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: redirect,
  })

export const refresh = (server: Requests, client: TestClient, token: string, more: Record<string, string> = {}) =>
  postAsClient(server, '/oauth2/token', client, { grant_type: 'refresh_token', refresh_token: token, ...more })

/** Returns the status of a request with an access token. */
export const statusWith = async ({ app }: TestApp, token: string, headers: Record<string, string> = {}) =>
  (
    await app.inject({
      url: '/api/applicationpermissions/apikeys',
      headers: { authorization: `Bearer ${token}`, ...headers },
    })
  ).statusCode
