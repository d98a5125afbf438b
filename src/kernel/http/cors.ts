import fastifyCors from '@fastify/cors'
import fp from 'fastify-plugin'
import type { Database } from '../database/database.ts'

const CACHE_MS = 10_000

/** The methods of the API. The plugin's default lacks DELETE. */
const METHODS = ['GET', 'HEAD', 'POST', 'DELETE']

/** Headers of a response that a script in the browser can read. */
const EXPOSED = [
  'etag',
  'link',
  'location',
  'content-location',
  'content-disposition',
  'retry-after',
  'ratelimit',
  'ratelimit-policy',
  'idempotent-replayed',
  'guildhall-ignored-fields',
  'preference-applied',
  'x-request-id',
  'api-version',
  'x-api-key',
  'x-client-secret',
]

/**
 * CORS for staff web front ends. A preflight has no credential, so it is allowed for every origin that any tenant or
 * client lists. The response itself is readable only for an origin that the caller's own tenant or client lists.
 */
export const cors = fp<{ system: Database['system'] }>(async (app, { system }) => {
  const knownOrigins = cachedFor(CACHE_MS, () => listOrigins(system))
  await app.register(fastifyCors, {
    origin: async (origin: string | undefined) => origin !== undefined && (await knownOrigins()).has(origin),
    methods: METHODS,
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
    SELECT unnest(cors_origins) AS origin FROM tenant
    UNION SELECT unnest(cors_origins) FROM application_permission WHERE revoked_at IS NULL`
  return new Set(rows.map(({ origin }) => origin))
}

/** Caches a loaded value for a while; a failure is not cached. */
const cachedFor = <T>(milliseconds: number, load: () => Promise<T>): (() => Promise<T>) => {
  let cached: { value: Promise<T>; until: number } | undefined
  return () => {
    if (cached && cached.until > Date.now()) return cached.value
    const value = load()
    cached = { value, until: Date.now() + milliseconds }
    value.catch(() => {
      cached = undefined
    })
    return value
  }
}
