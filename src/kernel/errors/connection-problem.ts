import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Problem } from './problem.ts'
import { problemDocument } from './problem-handler.ts'

/** What Node's parser and timers report of a connection, by their codes; the rest is malformed. */
const FAULTS: Record<string, () => Problem> = {
  ERR_HTTP_REQUEST_TIMEOUT: () =>
    new Problem(408, 'request-timeout', 'The request did not arrive whole in time. Send it faster, or in parts.'),
  HPE_HEADER_OVERFLOW: () =>
    new Problem(431, 'headers-too-large', 'The request line and headers are larger than 16 KiB.'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () =>
    new Problem(413, 'body-too-large', 'The chunk extensions of the body are too large.'),
}

const malformed = () => new Problem(400, 'malformed-request', 'What was sent is not valid HTTP/1.1.')

/**
 * Answers what never becomes a request (malformed HTTP, headers or a body that come too slowly) with a problem document,
 * and ends the connection. Where an answer is already on its way the connection is only cut: nothing may be written
 * into the middle of it.
 */
export function answerConnectionFault(this: FastifyInstance, error: Error & { code?: string }, socket: Socket): void {
  const code = error.code ?? ''
  if (code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
    socket.destroy()
    return
  }
  const problem = (FAULTS[code] ?? malformed)()
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

/** Node keeps the running answer on the socket; its types do not name it. */
const isAnswering = (socket: Socket): boolean =>
  (socket as Socket & { _httpMessage?: ServerResponse })._httpMessage?.headersSent === true
