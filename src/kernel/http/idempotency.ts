import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Sealer } from '../crypto/seal.ts'
import type { Database } from '../database/database.ts'
import { badInput, conflict, ruleRefused } from '../errors/problem.ts'
import { IdempotencyClaims, type StoredKey, type StoredResponse, stillRunning } from './idempotency-claims.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while this request has the claim on its Idempotency-Key. */
    hasIdempotencyClaim: boolean
  }
}

export interface IdempotencyOptions {
  /** Encrypts stored responses. */
  sealer: Sealer
  database: Pick<Database, 'systemUrl'>
}

/**
 * Idempotency-Key on any POST (draft-ietf-httpapi-idempotency-key-header): a repeat gets the first response, another
 * body is rejected, a request that is still running returns 409. The response of a refused request is stored only if the
 * request made a change: any other refusal can have lost its cause when the request is repeated. Responses are stored
 * encrypted, since they can contain a secret that is shown once.
 */
export const idempotency = fp<IdempotencyOptions>(async (app, { sealer, database }) => {
  const claims = new IdempotencyClaims(database.systemUrl, app.log)
  app.decorateRequest('hasIdempotencyClaim', false)
  app.addHook('onClose', () => claims.close())

  /** Claims the key of a request, or sends the first response again. Returns whether the request is to be handled. */
  const claim = async (request: FastifyRequest, reply: FastifyReply, key: string | string[]): Promise<boolean> => {
    requireKey(key)
    const fingerprint = fingerprintOf(request)
    const stored = await claims.take(request.scope, fingerprint)
    if (stored) replay(stored, fingerprint, sealer, reply)
    else request.hasIdempotencyClaim = true
    return !stored
  }

  const settle = async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<void> => {
    request.hasIdempotencyClaim = false
    const response = responseToStore(request, reply, payload, sealer)
    if (!response) await claims.release(request.scope)
    else if (reply.statusCode >= 400) await claims.storeRefusal(request.scope, response)
    else await claims.storeResponse(request.scope, response)
  }

  // After validation: an invalid request is never stored.
  app.addHook('preHandler', (request, reply, done) => {
    const key = request.headers['idempotency-key']
    if (key === undefined || request.method !== 'POST' || !request.caller) return done()
    claim(request, reply, key).then((isNew) => isNew && done(), done)
  })

  app.addHook('onSend', (request, reply, payload, done) => {
    if (!request.hasIdempotencyClaim) return done(null, payload)
    settle(request, reply, payload).then(() => done(null, payload), done)
  })
})

const requireKey = (key: string | string[]): void => {
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return
  throw badInput('header:Idempotency-Key', 'must be 1 to 255 visible ASCII characters')
}

/** Returns the fingerprint of a request: the same method, path, query and body are the same request. */
const fingerprintOf = (request: FastifyRequest): string =>
  createHash('sha256')
    .update(`${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .digest('hex')

const replay = (stored: StoredKey, fingerprint: string, sealer: Sealer, reply: FastifyReply) => {
  if (stored.fingerprint !== fingerprint) {
    throw ruleRefused(
      'idempotency-key-reused',
      'This Idempotency-Key was already used for another request. Use a new key for each request.',
    )
  }
  if (stored.state === 'running') throw stillRunning()
  const { status, body, key, headers: open } = stored.row
  if (stored.state === 'lost' || status === null || body === null) {
    throw conflict(
      'idempotency-answer-lost',
      'The first request with this Idempotency-Key was carried out, but its response was lost in a crash. Read the record. Do not repeat the request.',
    )
  }
  const { headers, text } = JSON.parse(sealer.open(body, key)) as SealedResponse
  return reply
    .code(status)
    .headers({ ...(open as Record<string, string>), ...headers, 'idempotent-replayed': 'true' })
    .serializer((body: unknown) => body as string)
    .send(text)
}

/** The encrypted part of a stored response. */
interface SealedResponse {
  headers: Record<string, string>
  text: string
}

const STORED_HEADERS = [
  ...['content-type', 'etag', 'location', 'content-location'],
  ...['guildhall-ignored-fields', 'guildhall-similar-fields'],
]
/** A repeat matters most for a secret that is shown once. */
const SEALED_HEADERS = ['x-api-key', 'x-client-secret']

/** Returns undefined if the response cannot be repeated. */
const responseToStore = (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  sealer: Sealer,
): StoredResponse | undefined => {
  const isText = payload === undefined || payload === null || typeof payload === 'string'
  // A stream is not stored either: if the request made a change, a repeat reports that the response is lost.
  if (reply.statusCode >= 500 || !isText) return undefined
  if (reply.statusCode === 422 && isOfAnotherRequest(payload ?? '')) return undefined
  const response: SealedResponse = { headers: headersOf(reply, SEALED_HEADERS), text: payload ?? '' }
  const body = sealer.seal(JSON.stringify(response), request.scope.idempotency?.key ?? '')
  return { status: reply.statusCode, headers: headersOf(reply, STORED_HEADERS), body }
}

/** Returns whether the handler found that its record belongs to another request with this key: then so does the key. */
const isOfAnotherRequest = (problem: string): boolean => problem.includes('"code":"idempotency-key-reused"')

const headersOf = (reply: FastifyReply, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (reply.hasHeader(name) ? [[name, String(reply.getHeader(name))]] : [])))
