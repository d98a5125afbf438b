import fastifyCors from '@fastify/cors'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Database } from '#kernel/database/database'
import type { CredentialService } from '#services/auth/credential-service'
import { listClientOrigins } from '#services/identity/clients'

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
  'guildhall-similar-fields',
  'preference-applied',
  'x-request-id',
  'api-version',
  'x-api-key',
  'x-client-secret',
]

export interface CorsOptions {
  system: Database['system']
  credentials: Pick<CredentialService, 'changes'>
}

/**
 * CORS for staff web front ends. A preflight has no credential, so it is allowed for every origin that any tenant or
 * client lists. The response itself is readable only for an origin that the caller's own tenant or client lists.
 */
export const cors = fp<CorsOptions>(async (app, { system, credentials }) => {
  const isKnown = knownOrigins(
    () => listOrigins(system),
    () => credentials.changes(),
  )
  await app.register(fastifyCors, {
    origin: (origin: string | undefined, allow: (error: Error | null, isAllowed: boolean) => void) => {
      if (origin === undefined) allow(null, false)
      else
        isKnown(origin).then(
          (known) => allow(null, known),
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

/**
 * Returns whether the caller's tenant or client lists an origin. A response without a caller contains nothing of a
 * tenant.
 */
const isAllowed = ({ caller }: FastifyRequest, origin: string): boolean =>
  !caller || caller.tenant.corsOrigins.includes(origin) || caller.credential.corsOrigins.includes(origin)

const listOrigins = async (system: Database['system']): Promise<ReadonlySet<string>> => {
  const rows = await system.$queryRaw<{ origin: string }[]>`
    SELECT DISTINCT unnest(cors_origins) AS origin FROM tenant WHERE cors_origins <> '{}'`
  return new Set([...rows.map(({ origin }) => origin), ...(await listClientOrigins(system))])
}

interface Cached {
  origins: Promise<ReadonlySet<string>>
  until: number
  changes: number | undefined
}

/**
 * Returns whether an origin is listed. Caches the list for a while. An unknown origin reads it again if a tenant or client
 * has changed since, so that a new origin works immediately. A failure is not cached.
 */
const knownOrigins = (
  load: () => Promise<ReadonlySet<string>>,
  changes: () => number | undefined,
): ((origin: string) => Promise<boolean>) => {
  let cached: Cached | undefined
  const loaded = (): Cached => {
    const entry = { origins: load(), until: Date.now() + CACHE_MS, changes: changes() }
    cached = entry
    entry.origins.catch(() => {
      cached = undefined
    })
    return entry
  }
  return async (origin) => {
    const entry = cached && cached.until > Date.now() ? cached : loaded()
    if ((await entry.origins).has(origin)) return true
    const now = changes()
    if (now !== undefined && now === entry.changes) return false
    return (await loaded().origins).has(origin)
  }
}
