import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Milliseconds after which a client that sends nothing more is disconnected. */
const IDLE_MS = 2000
/** Milliseconds after which a client that keeps sending is disconnected. */
const LIMIT_MS = 10_000

/**
 * Whether a response ends the connection before the body of its request has arrived. The kernel then resets the
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
export const lingeringBody = (text: string, { raw }: FastifyRequest): Readable => {
  const body = new Readable({ read: () => undefined })
  body.push(text)
  const end = () => {
    clearTimeout(idle)
    clearTimeout(limit)
    raw.off('data', note).off('end', end).off('close', end).off('error', end)
    body.push(null)
  }
  const idle = setTimeout(end, IDLE_MS)
  const limit = setTimeout(end, LIMIT_MS)
  const note = () => void idle.refresh()
  raw.on('data', note).once('end', end).once('close', end).once('error', end)
  raw.resume()
  return body
}
