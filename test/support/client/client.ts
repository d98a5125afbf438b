import { type Client, type ClientOptions, createClient } from '#client/client'
import { buildTestApp, type TestApp, type TestAppOptions, type TestCaller } from '../build-app.ts'

export interface ClientBench {
  server: TestApp
  mine: TestCaller
  /** `http://127.0.0.1:<port>`. */
  baseUrl: string
  /** A client with the key of `mine`. */
  client: Client
  /** Another client of the same server, by default with the key of `mine`. */
  open(options?: Partial<ClientOptions>): Client
  close(): Promise<void>
}

/** Opens a server that listens on loopback, and a client of it. Its pauses between attempts are short. */
export const openClientBench = async (options: TestAppOptions = {}): Promise<ClientBench> => {
  const server = await buildTestApp({ ...options, config: { ...options.config } })
  const baseUrl = await server.app.listen({ host: '127.0.0.1', port: 0 })
  const mine = await server.tenant()
  const open = (special: Partial<ClientOptions> = {}) =>
    createClient({ baseUrl, key: mine.key, retry: { firstPause: 1 }, ...special } as ClientOptions)
  return { server, mine, baseUrl, client: open(), open, close: () => server.close() }
}
