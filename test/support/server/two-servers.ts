import { type ServerChild, startServerChild } from '../processes/server-child.ts'

/** A request to one of the servers, with a body of JSON. */
export interface SentRequest {
  /** POST if absent. */
  method?: string
  path: string
  headers?: Readonly<Record<string, string>>
  body?: object
}

/** A response with its body of JSON. */
export interface ServerResponse {
  status: number
  body: Record<string, unknown>
}

/** Two server processes on one database. */
export interface TwoServers {
  /** Sends a request to one of the servers, and repeats it to the other one while it is busy (503), as clients do. */
  send(at: number, request: SentRequest): Promise<ServerResponse>
  close(): Promise<void>
}

const UNLIMITED = Object.fromEntries(
  ['CREDENTIAL', 'TENANT', 'ADDRESS'].map((name) => [`RATE_LIMIT_PER_${name}`, '10000000']),
)

/** Starts both servers without rate limits. @param env more of their settings. */
export const startTwoServers = async (
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<TwoServers> => {
  const settings = { ...UNLIMITED, ...env }
  const servers: ServerChild[] = [
    await startServerChild(databaseUrl, settings),
    await startServerChild(databaseUrl, settings),
  ]
  const send: TwoServers['send'] = async (at, request) => {
    const { method = 'POST', path, headers, body } = request
    const response = await fetch(`http://127.0.0.1:${servers[at % 2]?.port}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    const parsed = (await response.json()) as Record<string, unknown>
    return response.status === 503 ? send(at + 1, request) : { status: response.status, body: parsed }
  }
  return {
    send,
    close: async () => {
      for (const { process } of servers) process.kill('SIGTERM')
      await Promise.all(servers.map(({ ended }) => ended))
    },
  }
}
