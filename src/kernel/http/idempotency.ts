import { createHash, randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { IdempotencyKey } from '#prisma/client'
import type { Sealer } from '../crypto/seal.ts'
import { badInput, conflict, ruleRefused } from '../errors/problem.ts'
import type { Scope } from '../tenancy/scope.ts'

/** Hours for which the first response is repeated. */
const STORED_HOURS = 24
/**
 * Age at which a claim without a response counts as abandoned by a dead process. It must be longer than any request: a
 * transaction waits 10 s for a connection and runs 25 s, three times at most.
 */
const CLAIM_MS = 180_000
/** Statuses that state nothing about the effect of a request: the next attempt runs again. */
const NOT_STORED = new Set([400, 401, 403, 413, 415, 429])

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while this request has the claim on its Idempotency-Key. */
    idempotencyClaim: { fingerprint: string } | undefined
  }
}

/**
 * Idempotency-Key on any POST (draft-ietf-httpapi-idempotency-key-header): a repeat gets the first response, another
 * body is rejected, a request that is still running returns 409. The response is stored encrypted, since it can contain
 * a secret that is shown once.
 */
export const idempotency = fp<{ sealer: Sealer }>(async (app, { sealer }) => {
  const processId = randomUUID()
  app.decorateRequest('idempotencyClaim', undefined)

  // After validation: an invalid request is never stored.
  app.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'POST' || !request.caller) return
    const key = request.headers['idempotency-key']
    if (key === undefined) return
    const scope = request.scope
    const fingerprint = fingerprintOf(request)
    const stored = await claim(scope, parseKey(key), fingerprint, processId)
    if (!stored) request.idempotencyClaim = { fingerprint }
    else return replay(stored, fingerprint, sealer, reply)
  })

  app.addHook('onSend', async (request, reply, payload) => {
    if (request.idempotencyClaim) await storeResponse(request, reply, asText(payload, reply), sealer)
    return payload
  })
})

const parseKey = (key: string | string[]): string => {
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw badInput('header:Idempotency-Key', 'must be 1 to 255 visible ASCII characters')
}

/** Same method, path, query and body: the same request. */
const fingerprintOf = (request: FastifyRequest): string =>
  createHash('sha256')
    .update(`${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .digest('hex')

const identity = (scope: Scope) => {
  if (!scope.idempotency) throw new Error('This request has no Idempotency-Key.')
  return { tenantId: scope.db.tenantId, ...scope.idempotency }
}

/** Claims the key, or returns the stored response. */
const claim = async (
  scope: Scope,
  key: string,
  fingerprint: string,
  processId: string,
): Promise<IdempotencyKey | undefined> => {
  const where = { ...identity(scope), key }
  const now = scope.clock.now()
  const claimed = {
    fingerprint,
    state: 'running',
    claimedBy: processId,
    claimedAt: now,
    expiresAt: new Date(now.getTime() + STORED_HOURS * 3_600_000),
  }
  const { idempotencyKey } = scope.db.prisma
  const made = await idempotencyKey.createMany({ data: [{ ...where, ...claimed }], skipDuplicates: true })
  if (made.count === 1) return undefined
  const taken = await idempotencyKey.updateMany({
    where: {
      ...where,
      OR: [{ expiresAt: { lt: now } }, { state: 'running', claimedAt: { lt: new Date(now.getTime() - CLAIM_MS) } }],
    },
    data: claimed,
  })
  if (taken.count === 1) return undefined
  const stored = await idempotencyKey.findFirst({ where })
  if (!stored) throw stillRunning()
  return stored
}

const stillRunning = () =>
  conflict(
    'idempotency-running',
    'The first request with this Idempotency-Key is still running. Try again in a moment.',
  )

const replay = (stored: IdempotencyKey, fingerprint: string, sealer: Sealer, reply: FastifyReply) => {
  if (stored.fingerprint !== fingerprint) {
    throw ruleRefused(
      'idempotency-key-reused',
      'This Idempotency-Key was already used for another request. Use a new key for each request.',
    )
  }
  if (stored.state === 'running') throw stillRunning()
  if (stored.status === null || stored.body === null) {
    throw conflict(
      'idempotency-answer-lost',
      'The first request with this Idempotency-Key was carried out, but its response was lost in a crash. Read the record. Do not repeat the request.',
    )
  }
  const { headers, text } = JSON.parse(sealer.open(stored.body, stored.key)) as SealedResponse
  return reply
    .code(stored.status)
    .headers({ ...(stored.headers as Record<string, string>), ...headers, 'idempotent-replayed': 'true' })
    .serializer((body: unknown) => body as string)
    .send(text)
}

/** The encrypted part of a stored response. */
interface SealedResponse {
  headers: Record<string, string>
  text: string
}

const STORED_HEADERS = ['content-type', 'etag', 'location', 'content-location', 'guildhall-ignored-fields']
/** A repeat matters most for a secret that is shown once. */
const SEALED_HEADERS = ['x-api-key', 'x-client-secret']

/** JSON that PostgreSQL made is sent as bytes (serve.ts). */
const asText = (payload: unknown, reply: FastifyReply): unknown =>
  Buffer.isBuffer(payload) && /^\w+\/json\b/.test(String(reply.getHeader('content-type')))
    ? payload.toString()
    : payload

/** Stores the response, or releases the key if nothing was done. */
const storeResponse = async (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  sealer: Sealer,
): Promise<void> => {
  const where = identity(request.scope)
  request.idempotencyClaim = undefined
  const { idempotencyKey } = request.scope.db.prisma
  const isText = payload === undefined || payload === null || typeof payload === 'string'
  // A stream is not stored either: if the request made a change, a repeat reports that the response is lost.
  if (NOT_STORED.has(reply.statusCode) || reply.statusCode >= 500 || !isText) {
    await idempotencyKey.deleteMany({ where: { ...where, state: 'running' } })
    return
  }
  const response: SealedResponse = { headers: headersOf(reply, SEALED_HEADERS), text: payload ?? '' }
  const body = sealer.seal(JSON.stringify(response), where.key)
  const headers = headersOf(reply, STORED_HEADERS)
  await idempotencyKey.updateMany({ where, data: { state: 'answered', status: reply.statusCode, headers, body } })
}

const headersOf = (reply: FastifyReply, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (reply.hasHeader(name) ? [[name, String(reply.getHeader(name))]] : [])))
