import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pkcePair } from '../support/identity/oauth.ts'

/** A web application of a third party on another port, which signs its users in at the server under test. */
export interface ClientApp {
  origin: string
  redirectUri: string
  /** The server's response to the last code. */
  answers: { status: number; body: Record<string, string> }[]
  /** The received codes, for replays. */
  codes: { code: string; verifier: string; state: string | null; iss: string | null }[]
  register(clientId: string, issuer: string, scope: string): void
  exchange(code: string, verifier: string): Promise<{ status: number; body: Record<string, string> }>
  close(): Promise<void>
}

export const startClientApp = async (): Promise<ClientApp> => {
  const known = { clientId: '', issuer: '', scope: '' }
  const pair = pkcePair()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', app.origin)
    if (url.pathname === '/start') return response.writeHead(302, { location: authorizeUrl() }).end()
    if (url.pathname !== '/signed-in') return response.writeHead(404).end()
    return void received(url.searchParams).then((text) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>Member desk</title><h1>${text}</h1>`),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const authorizeUrl = () =>
    `${known.issuer}/oauth2/authorize?${new URLSearchParams({
      response_type: 'code',
      client_id: known.clientId,
      redirect_uri: app.redirectUri,
      scope: known.scope,
      state: 'a state/1',
      code_challenge: pair.challenge,
      code_challenge_method: 'S256',
    })}`

  const received = async (answer: URLSearchParams): Promise<string> => {
    const code = answer.get('code')
    if (code === null) return `Refused: ${answer.get('error')}`
    app.codes.push({ code, verifier: pair.verifier, state: answer.get('state'), iss: answer.get('iss') })
    const { status } = await app.exchange(code, pair.verifier)
    return status === 200 ? 'Welcome back' : 'No token'
  }

  const app: ClientApp = {
    origin,
    redirectUri: `${origin}/signed-in`,
    answers: [],
    codes: [],
    register: (clientId, issuer, scope) => void Object.assign(known, { clientId, issuer, scope }),
    exchange: async (code, verifier) => {
      const response = await fetch(`${known.issuer}/oauth2/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: known.clientId,
          redirect_uri: app.redirectUri,
          code,
          code_verifier: verifier,
        }),
      })
      const answer = { status: response.status, body: (await response.json()) as Record<string, string> }
      app.answers.push(answer)
      return answer
    },
    close: () => closed(server),
  }
  return app
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.closeAllConnections()
    server.close(() => resolve())
  })
