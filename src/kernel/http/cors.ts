import fastifyCors from '@fastify/cors'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Database } from '../database/database.ts'
import { listClientOrigins } from '../identity/clients.ts'

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
    origin: (origin: string | undefined, allow: (error: Error | null, isAllowed: boolean) => void) => {
      if (origin === undefined) allow(null, false)
      else
        knownOrigins().then(
          (known) => allow(null, known.has(origin)),
          (error: Error) => allow(error, false),
        )
    },
    methods: METHODS,
    credentials: false,
    exposedHeaders: EXPOSED,
    maxAge: 600,
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const { origin } = request.headers
    if (origin !== undefined && !isAllowed(request, origin)) reply.removeHeader('access-control-allow-origin')
    done(null, payload)
  })
})

/** Whether the caller's tenant or client lists an origin. A response without a caller contains nothing of a tenant. */
const isAllowed = ({ caller }: FastifyRequest, origin: string): boolean =>
  !caller || caller.tenant.corsOrigins.includes(origin) || caller.credential.corsOrigins.includes(origin)

const listOrigins = async (system: Database['system']): Promise<ReadonlySet<string>> => {
  const rows = await system.$queryRaw<{ origin: string }[]>`
    SELECT DISTINCT unnest(cors_origins) AS origin FROM tenant`
  return new Set([...rows.map(({ origin }) => origin), ...(await listClientOrigins(system))])
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
