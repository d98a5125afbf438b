import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Problem } from './problem.ts'
import { problemDocument } from './problem-handler.ts'

/** Errors of Node's parser and timers, by their codes; all others are malformed requests. */
const FAULTS: ReadonlyMap<string, () => Problem> = new Map(
  Object.entries<() => Problem>({
    ERR_HTTP_REQUEST_TIMEOUT: () =>
      new Problem(
        408,
        'request-timeout',
        'The request did not arrive completely in time. Send it faster, or in parts.',
      ),
    HPE_HEADER_OVERFLOW: () =>
      new Problem(431, 'headers-too-large', 'The request line and headers are larger than 16 KiB.'),
    HPE_CHUNK_EXTENSIONS_OVERFLOW: () =>
      new Problem(413, 'body-too-large', 'The chunk extensions of the body are too large.'),
  }),
)

const malformed = () =>
  new Problem(400, 'malformed-request', 'The data is not valid HTTP/1.1. Use an HTTP client library.')

/**
 * Responds with a problem document to data that never becomes a request (malformed HTTP, headers or a body that arrive
 * too slowly), and ends the connection. If a response is already being sent, the connection is only closed: nothing may
 * be written into the middle of it.
 */
export function sendConnectionProblem(this: FastifyInstance, error: Error & { code?: string }, socket: Socket): void {
  const code = error.code ?? ''
  if (code === 'ECONNRESET' || !socket.writable || isResponding(socket)) {
    socket.destroy()
    return
  }
  const problem = (FAULTS.get(code) ?? malformed)()
  const id = randomUUID()
  this.log.info({ reqId: id, code: problem.code, cause: code, ip: socket.remoteAddress }, 'connection refused')
  const body = JSON.stringify(problemDocument(problem, { id }))
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${problem.title}`,
      'Content-Type: application/problem+json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${id}`,
      'X-Content-Type-Options: nosniff',
      'Cache-Control: no-store',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

/** Responds with a problem document to an Expect header that cannot be met. Node would send 417 without a body. */
export function sendExpectationProblem(
  this: FastifyInstance,
  _request: IncomingMessage,
  response: ServerResponse,
): void {
  const detail = 'The header Expect must be 100-continue, or absent.'
  const id = randomUUID()
  this.log.info({ reqId: id, code: 'expectation-failed' }, 'request refused')
  const body = JSON.stringify(problemDocument(new Problem(417, 'expectation-failed', detail), { id }))
  response.writeHead(417, {
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': id,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    // A body may follow, which nothing reads.
    connection: 'close',
  })
  response.end(body)
}

/** Returns whether a response is under way: Node stores it on the socket, and its types do not declare it. */
const isResponding = (socket: Socket): boolean =>
  (socket as Socket & { _httpMessage?: ServerResponse })._httpMessage?.headersSent === true
