import { createHash, randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { IdempotencyKey } from '#prisma/client'
import type { Sealer } from '../crypto/seal.ts'
import { badInput, conflict, ruleRefused } from '../errors/problem.ts'
import type { Scope } from '../tenancy/scope.ts'

/** Hours for which a first answer is repeated. */
const KEPT_HOURS = 24
/**
 * After this long a claim without an answer is taken for a dead process's. It must outlast any living request: a
 * transaction waits 10 s for a connection and runs 25 s, three times at most.
 */
const CLAIM_MS = 180_000
/** Answers that say nothing about the request's effect: the next try runs anew. */
const NOT_KEPT = new Set([400, 401, 403, 413, 415, 429])

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while this request holds the claim on its Idempotency-Key. */
    idempotencyClaim: { fingerprint: string } | undefined
  }
}

/**
 * Idempotency-Key on any POST (draft-ietf-httpapi-idempotency-key-header): a repeat gets the first answer, another
 * body is refused, one still running is 409. The answer rests encrypted, since it may hold a secret shown once.
 */
export const idempotency = fp<{ sealer: Sealer }>(async (app, { sealer }) => {
  const processId = randomUUID()
  app.decorateRequest('idempotencyClaim', undefined)

  // After validation: what is not valid is never kept.
  app.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'POST' || !request.caller) return
    const key = request.headers['idempotency-key']
    if (key === undefined) return
    const scope = request.scope
    const fingerprint = fingerprintOf(request)
    const kept = await claim(scope, checkedKey(key), fingerprint, processId)
    if (!kept) request.idempotencyClaim = { fingerprint }
    else return replay(kept, fingerprint, sealer, reply)
  })

  app.addHook('onSend', async (request, reply, payload) => {
    if (request.idempotencyClaim) await settle(request, reply, asText(payload, reply), sealer)
    return payload
  })
})

const checkedKey = (key: string | string[]): string => {
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw badInput('header:Idempotency-Key', 'must be 1 to 255 visible ASCII characters')
}

/** Same method, path, query and body: the same request. */
const fingerprintOf = (request: FastifyRequest): string =>
  createHash('sha256')
    .update(`${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .digest('hex')

const identity = (scope: Scope) => {
  if (!scope.idempotency) throw new Error('This request carries no Idempotency-Key')
  return { tenantId: scope.db.tenantId, ...scope.idempotency }
}

/** Claims the key, or answers what is kept under it. */
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
    expiresAt: new Date(now.getTime() + KEPT_HOURS * 3_600_000),
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
  const kept = await idempotencyKey.findFirst({ where })
  if (!kept) throw stillRunning()
  return kept
}

const stillRunning = () =>
  conflict(
    'idempotency-running',
    'The first request with this Idempotency-Key is still running. Try again in a moment.',
  )

const replay = (kept: IdempotencyKey, fingerprint: string, sealer: Sealer, reply: FastifyReply) => {
  if (kept.fingerprint !== fingerprint) {
    throw ruleRefused(
      'idempotency-key-reused',
      'This Idempotency-Key was used for another request. Use a new key for each request.',
    )
  }
  if (kept.state === 'running') throw stillRunning()
  if (kept.status === null || kept.body === null) {
    throw conflict(
      'idempotency-answer-lost',
      'The first request with this Idempotency-Key was carried out, but its answer was lost in a crash. Read the record instead of repeating.',
    )
  }
  const { headers, text } = JSON.parse(sealer.open(kept.body, kept.key)) as SealedAnswer
  return reply
    .code(kept.status)
    .headers({ ...(kept.headers as Record<string, string>), ...headers, 'idempotent-replayed': 'true' })
    .serializer((body: unknown) => body as string)
    .send(text)
}

/** What rests encrypted of an answer. */
interface SealedAnswer {
  headers: Record<string, string>
  text: string
}

const KEPT_HEADERS = ['content-type', 'etag', 'location', 'content-location']
/** A secret that is shown once is what a repeat is most needed for. */
const SEALED_HEADERS = ['x-api-key', 'x-client-secret']

/** JSON that PostgreSQL made is sent as bytes (serve.ts). */
const asText = (payload: unknown, reply: FastifyReply): unknown =>
  Buffer.isBuffer(payload) && /^\w+\/json\b/.test(String(reply.getHeader('content-type')))
    ? payload.toString()
    : payload

/** Keeps the answer, or gives the key back where nothing was done. */
const settle = async (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  sealer: Sealer,
): Promise<void> => {
  const where = identity(request.scope)
  request.idempotencyClaim = undefined
  const { idempotencyKey } = request.scope.db.prisma
  const isText = payload === undefined || payload === null || typeof payload === 'string'
  // A stream is not kept either: where it made a change, a repeat is told that the answer is gone.
  if (NOT_KEPT.has(reply.statusCode) || reply.statusCode >= 500 || !isText) {
    await idempotencyKey.deleteMany({ where: { ...where, state: 'running' } })
    return
  }
  const answer: SealedAnswer = { headers: headersOf(reply, SEALED_HEADERS), text: payload ?? '' }
  const body = sealer.seal(JSON.stringify(answer), where.key)
  const headers = headersOf(reply, KEPT_HEADERS)
  await idempotencyKey.updateMany({ where, data: { state: 'answered', status: reply.statusCode, headers, body } })
}

const headersOf = (reply: FastifyReply, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (reply.hasHeader(name) ? [[name, String(reply.getHeader(name))]] : [])))
