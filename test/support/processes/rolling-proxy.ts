import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A proxy in front of replicas, which sends requests only to those that are ready. */
export interface RollingProxy {
  readonly url: string
  add(port: number): void
  /** Resolves when the proxy sends requests to the replica. */
  isServing(port: number): Promise<void>
  close(): Promise<void>
}

const CHECK_MS = 50

/**
 * Starts a proxy as deployments have one: it asks each replica for its readiness, passes requests on in turn, and sends a
 * request again only if the replica refused the connection.
 */
export const startRollingProxy = async (): Promise<RollingProxy> => {
  const replicas = new Map<number, boolean>()
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  let turn = 0
  let isClosed = false

  const readiness = async (): Promise<void> => {
    while (!isClosed) {
      for (const port of replicas.keys()) replicas.set(port, await isReady(port))
      await sleep(CHECK_MS)
    }
  }
  const next = (): number | undefined => {
    const ready = [...replicas].flatMap(([port, isUp]) => (isUp ? [port] : []))
    return ready[turn++ % ready.length]
  }
  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', () => passOn({ incoming, outgoing, body: Buffer.concat(parts) }, next, agent))
  })
  // Clients keep their connections for less: none sends a request into a connection that is about to close.
  server.keepAliveTimeout = 600_000
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const checking = readiness()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (port) => void replicas.set(port, false),
    isServing: async (port) => {
      while (!replicas.get(port)) await sleep(CHECK_MS)
    },
    close: async () => {
      isClosed = true
      await checking
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/health/ready`).then(
    ({ status }) => status === 200,
    () => false,
  )

interface Passed {
  incoming: IncomingMessage
  outgoing: ServerResponse
  body: Buffer
}

const passOn = ({ incoming, outgoing, body }: Passed, next: () => number | undefined, agent: Agent): void => {
  const { method, url, headers } = incoming
  const port = next()
  const fail = (error: Error & { code?: string }) => {
    if (error.code === 'ECONNREFUSED') passOn({ incoming, outgoing, body }, next, agent)
    else if (!outgoing.headersSent) outgoing.writeHead(502).end(`${port}: ${error.code} ${error.message}`)
  }
  if (port === undefined) {
    outgoing.writeHead(503).end('no replica is ready')
    return
  }
  const sent = request({ agent, host: '127.0.0.1', port, method, path: url, headers }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, { ...response.headers, 'x-replica': String(port) })
    response.pipe(outgoing)
  })
  sent.on('error', fail)
  sent.end(body)
}
