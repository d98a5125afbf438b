import { type OAuthClientProvider, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestCaller } from '../support/build-app.ts'
import { type McpBench, openMcp } from '../support/client/mcp.ts'
import {
  authorizeUrl,
  Browser,
  pkcePair,
  postAsClient,
  registerClient,
  registerLogin,
} from '../support/identity/oauth.ts'

const RETURN = 'http://127.0.0.1/returned'

let bench: McpBench
let admin: TestCaller
beforeAll(async () => {
  bench = await openMcp()
  admin = await bench.server.tenant()
})
afterAll(() => bench.close())

/** The part of a client that keeps its registration and its tokens. */
class Provider implements OAuthClientProvider {
  readonly redirectUrl = RETURN
  readonly clientMetadata = { redirect_uris: [RETURN] }
  readonly #clientId: string
  #verifier = ''
  #tokens: OAuthTokens | undefined
  authorization: URL | undefined

  constructor(clientId: string) {
    this.#clientId = clientId
  }

  clientInformation = () => ({ client_id: this.#clientId })
  tokens = () => this.#tokens
  saveTokens = (tokens: OAuthTokens) => {
    this.#tokens = tokens
  }
  redirectToAuthorization = (url: URL) => {
    this.authorization = url
  }
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier
  }
  codeVerifier = () => this.#verifier
}

const connectWith = async (authProvider: Provider) => {
  const transport = new StreamableHTTPClientTransport(new URL(`${bench.origin}/mcp`), { authProvider })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport as Parameters<Client['connect']>[0])
  return client
}

describe('a client without a token', () => {
  test('finds the OAuth server by itself, and connects after the user has signed in and agreed', async () => {
    const email = await registerLogin(bench.server, admin.tenant)
    const { clientId } = await registerClient(
      admin,
      { IsPublic: true, Scopes: ['contacts:read'] },
      { GlobalOAuthRedirectUrls: RETURN },
    )
    const provider = new Provider(clientId)
    const transport = new StreamableHTTPClientTransport(new URL(`${bench.origin}/mcp`), { authProvider: provider })
    const connecting = new Client({ name: 'test', version: '1' }).connect(transport as never)
    await expect(connecting).rejects.toThrow(UnauthorizedError)
    expect(provider.authorization?.searchParams.get('resource')).toBe(`${bench.origin}/mcp`)

    const browser = new Browser(bench.server)
    await browser.signIn(email)
    const url = `${provider.authorization?.pathname}${provider.authorization?.search}`
    await browser.open(url)
    const answer = await browser.submit(url, { decision: 'allow' })
    const code = new URL(String(answer.headers.location)).searchParams.get('code') ?? ''
    await transport.finishAuth(code)

    const client = await connectWith(provider)
    const { tools } = await client.listTools()
    const names = tools.map(({ name }) => name)
    expect(names).toContain('listContacts')
    expect(names).not.toContain('listInvoices')
    await client.close()
  })
})

describe('GET /.well-known/oauth-protected-resource', () => {
  test.each(['', '/mcp'])('names the OAuth server of the resource "%s"', async (path) => {
    const response = await fetch(`${bench.origin}/.well-known/oauth-protected-resource${path}`)
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'public, max-age=300'])
    expect(await response.json()).toMatchObject({
      resource: `${bench.origin}${path}`,
      authorization_servers: [bench.origin],
    })
  })

  test('is off on a public address without a name, and the challenge then names no metadata', async () => {
    const unnamed = await openMcp({ config: { host: '0.0.0.0' } })
    const response = await fetch(`${unnamed.origin}/.well-known/oauth-protected-resource/mcp`)
    expect(response.status).toBe(503)
    const refused = await unnamed.send({ jsonrpc: '2.0', id: 1, method: 'ping' })
    expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="guildhall", ApiKey realm="guildhall"')
    await unnamed.close()
  })
})

describe('the parameter resource', () => {
  test('of another server is refused with invalid_target', async () => {
    const client = await registerClient(admin)
    const grant = { grant_type: 'client_credentials' }
    const wrong = await postAsClient(bench.server, '/oauth2/token', client, { ...grant, resource: 'https://x.example' })
    expect([wrong.statusCode, wrong.json().error]).toEqual([400, 'invalid_target'])
    const own = await postAsClient(bench.server, '/oauth2/token', client, { ...grant, resource: `${bench.origin}/mcp` })
    expect(own.statusCode).toBe(200)
  })

  test('of another server is refused at the authorization endpoint, too', async () => {
    const { clientId } = await registerClient(admin, {}, { GlobalOAuthRedirectUrls: RETURN })
    const { challenge } = pkcePair()
    const parameters = { client_id: clientId, redirect_uri: RETURN, code_challenge: challenge }
    const url = authorizeUrl({ ...parameters, resource: 'https://x.example' })
    const { headers } = await bench.server.app.inject({ url })
    expect(new URL(String(headers.location)).searchParams.get('error')).toBe('invalid_target')
  })
})
