import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { plugins } from '#areas/joined'
import type { Config } from '#kernel/config/settings'
import { checkRoute } from '#kernel/contract/catalogue'
import type { Sealer } from '#kernel/crypto/seal'
import type { Database } from '#kernel/database/database'
import { sendConnectionProblem } from '#kernel/errors/connection-problem'
import { problemHandler, sendRoutingProblem } from '#kernel/errors/problem-handler'
import { commonHeaders } from '#kernel/http/common-headers'
import { dailyQuotas } from '#kernel/http/daily-quotas'
import { forwardedFor } from '#kernel/http/forwarded-for'
import { health, type Readiness } from '#kernel/http/health'
import { hostHeader } from '#kernel/http/host-header'
import { idempotency } from '#kernel/http/idempotency'
import { jsonBody } from '#kernel/http/json-body'
import { namedOperations } from '#kernel/http/named-operation.plugin'
import { rateCounter } from '#kernel/http/rate-counter'
import { rateLimit } from '#kernel/http/rate-limit'
import { rateRejections } from '#kernel/http/rate-rejections'
import { requestIds } from '#kernel/http/request-id'
import { requestLog } from '#kernel/http/request-log'
import { unknownInput } from '#kernel/http/unknown-input.plugin'
import { unusedConnections } from '#kernel/http/unused-connections'
import { schemaController } from '#kernel/http/validation'
import type { Metrics } from '#kernel/metrics/metrics'
import type { Clock } from '#kernel/time/clock'
import { requestSpans } from '#kernel/tracing/request-spans.plugin'
import { access } from '#services/auth/access'
import { captchaKeysPlugin } from '#services/auth/captcha-keys.plugin'
import { cors } from '#services/auth/cors'
import type { CredentialService } from '#services/auth/credential-service'
import { credentialUses } from '#services/auth/credential-uses'
import { feedAddresses } from '#services/auth/feed-addresses.plugin'
import { pageCallers } from '#services/auth/page-callers'
import { visitors } from '#services/auth/visitor.plugin'
import { wrongCredentials } from '#services/auth/wrong-credentials'
import { filesPlugin } from '#services/files/files.plugin'
import type { Files } from '#services/files/open-files'
import type { AccessTokens } from '#services/identity/access-token'
import { authServer } from '#services/identity/auth-server.plugin'
import { mailTracking } from '#services/mail/tracking/tracking.plugin'
import { unsubscribePages } from '#services/mail/unsubscribe/unsubscribe.plugin'
import type { Migrations } from '#services/migrations/migrations'
import { migrationsPlugin } from '#services/migrations/migrations.plugin'
import type { Outbound } from '#services/outbound/outbound'
import { outboundPlugin } from '#services/outbound/outbound.plugin'
import { showProblem } from '#services/pages/show-problem'
import { unknownRoutes } from '#services/pages/unknown-routes.plugin'
import { peersPlugin } from '#services/peers/peers.plugin'
import { reference } from '#services/reference/reference.plugin'
import { openapi } from '#services/reference/swagger.plugin'
import { consolePages } from './console/console.plugin.ts'
import { home } from './home/home.plugin.ts'
import { mcp } from './mcp/mcp.plugin.ts'

/** The dependencies of the application; tests and production pass the same. */
export interface Dependencies {
  config: Config
  database: Database
  credentials: CredentialService
  tokens: AccessTokens
  /** Encrypts stored secrets. */
  sealer: Sealer
  /** Sign the challenges of captchas, the current key first. */
  captchaKeys: readonly [Uint8Array, ...Uint8Array[]]
  /** The access to servers whose addresses users enter. */
  outbound: Outbound
  /** The store of files, and what uploads need. */
  files: Files
  /** The migrations of this build. */
  migrations: Migrations
  clock: Clock
  log: FastifyBaseLogger
  readiness: Readiness
  metrics?: Metrics
}

/** Registers the kernel in the order of a request, then the areas. */
export const buildApp = async (deps: Dependencies): Promise<FastifyInstance> => {
  const { config, database } = deps
  const app = Fastify({
    ...serverOptions(config),
    loggerInstance: deps.log,
    schemaController: schemaController(),
    ...requestIds,
    ...requestLog,
  })
  deps.metrics?.observe(app)
  await app.register(unusedConnections)
  await app.register(requestSpans)
  await app.register(problemHandler, { showProblem })
  await app.register(namedOperations)
  await app.register(unknownRoutes)
  await app.register(commonHeaders)
  await app.register(hostHeader)
  await app.register(forwardedFor)
  await app.register(cors, { system: database.system, credentials: deps.credentials })
  const counter = rateCounter(database.systemPool)
  const wrong = wrongCredentials(counter, config.addressRate, Date.now)
  const { publicUrl } = config
  const uses = credentialUses(database.systemPool, deps.clock, deps.log)
  const pages = pageCallers()
  await app.register(access, {
    database,
    store: deps.credentials,
    tokens: deps.tokens,
    publicUrl,
    clock: deps.clock,
    wrong,
    uses,
    pages,
  })
  await app.register(visitors, deps)
  await app.register(feedAddresses, deps)
  const rejections = rateRejections(database.systemPool, deps.log)
  await app.register(rateLimit, { limits: config, counter, rejections })
  await app.register(dailyQuotas, { pool: database.systemPool })
  await app.register(jsonBody)
  await app.register(unknownInput)
  await app.register(idempotency, deps)
  await app.register(outboundPlugin, deps)
  await app.register(peersPlugin, deps)
  await app.register(captchaKeysPlugin, deps)
  await app.register(filesPlugin, deps)
  await app.register(migrationsPlugin, deps)
  await app.register(openapi)
  app.addHook('onRoute', checkRoute)
  await app.register(reference, { config })
  await app.register(home, { config })
  await app.register(health, deps)
  await app.register(authServer, { ...deps, uses, pages, counter })
  await app.register(consolePages, { config })
  await app.register(unsubscribePages, deps)
  await app.register(mailTracking, deps)
  await app.register(mcp, { config })
  for (const plugin of plugins) await app.register(plugin)
  return app
}

const serverOptions = (config: Config) => ({
  routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 500 },
  bodyLimit: config.bodyLimit,
  requestTimeout: config.requestTimeout,
  // Without Host, Node sends a response without a body; host-header.ts sends a problem document.
  http: { headersTimeout: config.headersTimeout, connectionsCheckingInterval: 1000, requireHostHeader: false },
  trustProxy: config.trustProxy === '' ? false : config.trustProxy.split(',').map((entry) => entry.trim()),
  clientErrorHandler: sendConnectionProblem,
  frameworkErrors: sendRoutingProblem(showProblem),
  // While closing, a request that still arrives on an open connection gets a normal response.
  return503OnClosing: false,
  // Idle keep-alive connections close immediately, others after the response to their request.
  forceCloseConnections: 'idle' as const,
})
