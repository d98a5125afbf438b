import type { LightMyRequestResponse } from 'fastify'
import type { TestApp, TestCaller } from '../build-app.ts'
import { exchange, obtainCode, registerClient, registerLogin, type TestClient } from '../identity/oauth.ts'

/** A member of staff with the tokens of an application. */
export interface TestStaff {
  email: string
  id: number
  client: TestClient
  access: string
  refresh: string
  get(url: string): Promise<LightMyRequestResponse>
  post(url: string, body?: unknown): Promise<LightMyRequestResponse>
  delete(url: string): Promise<LightMyRequestResponse>
}

interface Wanted {
  role?: string
  /** Scopes of the application. */
  scopes?: string[]
  /** The address of an existing login. */
  email?: string
}

/** Creates a login of staff, signs it in, and lets a client get its tokens. */
export const staffTokens = async (server: TestApp, admin: TestCaller, wanted: Wanted = {}): Promise<TestStaff> => {
  const email = wanted.email ?? (await registerLogin(server, admin.tenant, wanted.role))
  const client = await registerClient(admin, { Scopes: wanted.scopes ?? ['admin'] })
  const { code, verifier } = await obtainCode(server, client, email)
  const tokens = (await exchange(server, client, code, verifier)).json()
  const { id } = await server.database.system.login.findFirstOrThrow({ where: { email } })
  return { email, id, client, ...callsWith(server, tokens.access_token), refresh: tokens.refresh_token }
}

/** Calls with an access token. */
export const callsWith = (
  { app }: Pick<TestApp, 'app'>,
  access: string,
): Pick<TestStaff, 'access' | 'get' | 'post' | 'delete'> => {
  const call = (method: 'GET' | 'POST' | 'DELETE', url: string, body?: unknown) =>
    app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${access}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
  return {
    access,
    get: (url) => call('GET', url),
    post: (url, body = {}) => call('POST', url, body),
    delete: (url) => call('DELETE', url),
  }
}
