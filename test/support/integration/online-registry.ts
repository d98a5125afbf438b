import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A change that the stand-in has accepted. */
export interface AcceptedChange {
  requestId: string
  NationalID: number | null
  ChangeType: string
  Tags: string[]
  Contact: Record<string, unknown>
}

/** A stand-in of an online registry on loopback. */
export interface OnlineRegistryServer {
  readonly url: string
  readonly key: string
  /** The settings of the server under test. */
  readonly config: { outboundAllowed: string }
  /** Accepted changes; a repeated request is not accepted again. */
  readonly accepted: AcceptedChange[]
  /** The number of requests that send a change. */
  requests(): number
  /** The next requests respond so instead of, or after, their work. */
  fail(...responses: (number | 'reset' | 'reset-after')[]): void
  /** Adds a change that the national body made. */
  publish(operation: string, transaction: object): void
  close(): Promise<void>
}

const FIRST_NUMBER = 700_001

export const startOnlineRegistry = async (): Promise<OnlineRegistryServer> => {
  const key = 'nr_0123456789abcdef'
  const accepted: AcceptedChange[] = []
  const published: { Id: string; Operation: string; Transaction: object }[] = []
  const faults: (number | 'reset' | 'reset-after')[] = []
  let requests = 0
  const accept = (requestId: string, body: Omit<AcceptedChange, 'requestId'>): number => {
    const known = accepted.find((change) => change.requestId === requestId)
    const number = known?.NationalID ?? body.NationalID ?? FIRST_NUMBER + accepted.length
    if (!known) accepted.push({ ...body, requestId, NationalID: number })
    return number
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.headers.authorization !== `Bearer ${key}`) return send(401, {})
    if (request.method === 'GET') {
      const after = Number(new URL(request.url ?? '', 'http://registry').searchParams.get('after') ?? 0)
      const page = published.slice(after, after + 2)
      const Cursor = String(after + page.length)
      return send(200, { Changes: page, Cursor, HasMore: after + page.length < published.length })
    }
    requests++
    const fault = faults.shift()
    if (fault === 'reset') return request.socket.destroy()
    if (typeof fault === 'number') return send(fault, { detail: 'The license has expired.' })
    const NationalID = accept(String(request.headers['idempotency-key']), JSON.parse(String(Buffer.concat(chunks))))
    if (fault === 'reset-after') return request.socket.destroy()
    return send(200, { NationalID })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/api/`,
    key,
    accepted,
    config: { outboundAllowed: '127.0.0.0/8' },
    requests: () => requests,
    fail: (...responses) => void faults.push(...responses),
    publish: (Operation, Transaction) => {
      published.push({ Id: `c-${published.length + 1}`, Operation, Transaction })
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
