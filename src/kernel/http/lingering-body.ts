import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Milliseconds after which a client that sends nothing more is disconnected. */
const IDLE_MS = 2000
/** Milliseconds after which a client that keeps sending is disconnected. */
const LIMIT_MS = 10_000

/**
 * Returns whether a response ends the connection before the body of its request has arrived. The kernel then resets the
 * connection, and a client that is still sending its body loses the response.
 */
export const mustLinger = ({ raw, headers }: FastifyRequest, reply: FastifyReply): boolean =>
  !raw.complete &&
  !raw.readableEnded &&
  !raw.destroyed &&
  (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) &&
  /\bclose\b/i.test(`${String(reply.getHeader('connection'))} ${headers.connection ?? ''}`)

/**
 * Returns a response body that is sent immediately and ends when the body of the request has arrived and is dropped, at
 * the latest after 10 seconds. Until then the connection stays open.
 */
export const lingeringBody = (text: string, request: FastifyRequest): Readable => {
  const body = new Readable({ read: () => undefined })
  body.push(text)
  void dropBody(request, LIMIT_MS).then(() => body.push(null))
  return body
}

/**
 * Drops the rest of the body of a request. Resolves when it has arrived, or when the client has sent nothing for 2 seconds
 * or has sent it for too long. A browser reads the response only after it has sent the whole body.
 *
 * @param limit milliseconds
 */
export const dropBody = ({ raw }: FastifyRequest, limit: number): Promise<void> =>
  new Promise((resolve) => {
    if (raw.readableEnded || raw.destroyed) return resolve()
    const end = () => {
      clearTimeout(idle)
      clearTimeout(latest)
      raw.off('data', note).off('end', end).off('close', end).off('error', end)
      resolve()
    }
    const idle = setTimeout(end, IDLE_MS)
    const latest = setTimeout(end, limit)
    const note = () => void idle.refresh()
    raw.on('data', note).once('end', end).once('close', end).once('error', end)
    raw.unpipe()
    raw.resume()
  })
