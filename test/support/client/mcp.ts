import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { InjectOptions } from 'fastify'
import { buildTestApp, type TestApp, type TestAppOptions } from '../build-app.ts'

/** A connection of the official client library. */
export interface McpConnection {
  client: Client
  /** Calls a tool, which succeeds. Returns its JSON, and the notes after it. */
  call<T = Record<string, unknown>>(name: string, values?: object): Promise<{ value: T; notes: string }>
  /** Calls a tool, which fails. Returns its text. */
  fail(name: string, values?: object): Promise<string>
  toolNames(): Promise<string[]>
}

export interface McpBench {
  /** The application. Requests by `app.inject` have the host of the socket, so that tokens are for the same issuer. */
  server: TestApp
  origin: string
  /** Connects with an Authorization header. @param query of the address: `writes=true`. */
  connect(authorization: string, query?: string): Promise<McpConnection>
  /** Sends a request of the protocol without the library. */
  send(message: unknown, headers?: Record<string, string>, query?: string): Promise<Response>
  close(): Promise<void>
}

/** An application that listens on 127.0.0.1, for clients of the Model Context Protocol. */
export const openMcp = async (options: TestAppOptions = {}): Promise<McpBench> => {
  const server = await buildTestApp({ own: true, ...options })
  const origin = await server.app.listen({ host: '127.0.0.1', port: 0 })
  const clients: Client[] = []
  return {
    server: onSocket(server, new URL(origin).host),
    origin,
    connect: async (authorization, query = '') => {
      const client = new Client({ name: 'test', version: '1' })
      const address = new URL(`${origin}/mcp${query === '' ? '' : `?${query}`}`)
      const transport = new StreamableHTTPClientTransport(address, { requestInit: { headers: { authorization } } })
      // The type of the library lacks the undefined of exactOptionalPropertyTypes.
      await client.connect(transport as Parameters<Client['connect']>[0])
      clients.push(client)
      return connectionOf(client)
    },
    send: (message, headers = {}, query = '') =>
      fetch(`${origin}/mcp${query}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
        body: typeof message === 'string' ? message : JSON.stringify(message),
      }),
    close: async () => {
      for (const client of clients) await client.close()
      await server.close()
    },
  }
}

const connectionOf = (client: Client): McpConnection => {
  const run = async (name: string, values: object) =>
    (await client.callTool({ name, arguments: { ...values } })) as CallToolResult
  const textsOf = ({ content }: CallToolResult) => content.map((part) => (part.type === 'text' ? part.text : part.type))
  return {
    client,
    call: async (name, values = {}) => {
      const result = await run(name, values)
      const [text = '', notes = ''] = textsOf(result)
      if (result.isError) throw new Error(`${name}: ${text}`)
      return { value: JSON.parse(text), notes }
    },
    fail: async (name, values = {}) => {
      const result = await run(name, values)
      const text = textsOf(result).join('\n')
      if (!result.isError) throw new Error(`${name} succeeded: ${text}`)
      return text
    },
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
  }
}

const onSocket = (server: TestApp, host: string): TestApp => ({
  ...server,
  app: new Proxy(server.app, {
    get: (app, name) =>
      name === 'inject'
        ? (sent: InjectOptions) => app.inject({ ...sent, headers: { host, ...sent.headers } })
        : Reflect.get(app, name),
  }),
})
