import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A delivery that has arrived. */
export interface Arrived {
  path: string
  id: string
  headers: Record<string, string>
  body: string
  /** Milliseconds since 1970. */
  at: number
}

/** The response of a receiver to a delivery on a path. */
export type Behavior = (response: ServerResponse, arrived: Arrived, request: IncomingMessage) => void

export interface Receiver {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string
  readonly arrived: Arrived[]
  /** Sets the behavior on a path; 204 by default. */
  on(path: string, behavior: Behavior): void
  close(): Promise<void>
}

/** Starts a real server on loopback that receives deliveries and records them. */
export const startReceiver = async (): Promise<Receiver> => {
  const arrived: Arrived[] = []
  const behaviors = new Map<string, Behavior>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('error', () => undefined)
    request.on('end', () => {
      const headers = request.headers as Record<string, string>
      const path = request.url ?? ''
      const id = headers['webhook-id'] ?? ''
      const one = { path, id, headers, body: Buffer.concat(parts).toString('utf8'), at: Date.now() }
      arrived.push(one)
      const behave = behaviors.get(path)
      if (behave) behave(response, one, request)
      else response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    on: (path, behavior) => void behaviors.set(path, behavior),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
