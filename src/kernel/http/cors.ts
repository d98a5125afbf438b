import fastifyCors from '@fastify/cors'
import fp from 'fastify-plugin'
import type { Database } from '../database/database.ts'

const KEPT_MS = 10_000

/** What a browser's script may read of an answer. */
const EXPOSED = [
  'etag',
  'link',
  'location',
  'content-location',
  'retry-after',
  'ratelimit',
  'ratelimit-policy',
  'idempotent-replayed',
  'x-request-id',
  'api-version',
  'x-api-key',
  'x-client-secret',
]

/**
 * CORS for staff web front ends. A preflight carries no credential, so it is answered for every origin that any tenant
 * or client lists; the answer itself is readable only for an origin that the caller's own tenant or client lists.
 */
export const cors = fp<{ system: Database['system'] }>(async (app, { system }) => {
  const knownOrigins = keptFor(KEPT_MS, () => listOrigins(system))
  await app.register(fastifyCors, {
    origin: async (origin: string | undefined) => origin !== undefined && (await knownOrigins()).has(origin),
    credentials: false,
    exposedHeaders: EXPOSED,
    maxAge: 600,
  })
  app.addHook('onSend', async (request, reply) => {
    const { caller } = request
    const { origin } = request.headers
    if (!caller || origin === undefined) return
    const allowed = [...caller.tenant.corsOrigins, ...caller.credential.corsOrigins]
    if (!allowed.includes(origin)) reply.removeHeader('access-control-allow-origin')
  })
})

const listOrigins = async (system: Database['system']): Promise<ReadonlySet<string>> => {
  const rows = await system.$queryRaw<{ origin: string }[]>`
    select unnest(cors_origins) as origin from tenant
    union select unnest(cors_origins) from application_permission where revoked_at is null`
  return new Set(rows.map(({ origin }) => origin))
}

/** Remembers what was loaded for a while; a failure is not remembered. */
const keptFor = <T>(milliseconds: number, load: () => Promise<T>): (() => Promise<T>) => {
  let kept: { value: Promise<T>; until: number } | undefined
  return () => {
    if (kept && kept.until > Date.now()) return kept.value
    const value = load()
    kept = { value, until: Date.now() + milliseconds }
    value.catch(() => {
      kept = undefined
    })
    return value
  }
}
