import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { areas } from './areas/index.ts'
import { access } from './kernel/auth/access.ts'
import type { AccessTokens } from './kernel/auth/access-token.ts'
import { authServer } from './kernel/auth/auth-server.plugin.ts'
import type { CredentialService } from './kernel/auth/credential-service.ts'
import { visitors } from './kernel/auth/visitor.plugin.ts'
import { wrongCredentials } from './kernel/auth/wrong-credentials.ts'
import type { Config } from './kernel/config/settings.ts'
import { checkRoute } from './kernel/contract/catalogue.ts'
import { reference } from './kernel/contract/reference.ts'
import { openapi } from './kernel/contract/swagger.plugin.ts'
import type { Sealer } from './kernel/crypto/seal.ts'
import type { Database } from './kernel/database/database.ts'
import { answerConnectionFault } from './kernel/errors/connection-problem.ts'
import { answerRoutingFault, problemHandler } from './kernel/errors/problem-handler.ts'
import { problemPage } from './kernel/errors/problem-page.ts'
import { commonHeaders } from './kernel/http/common-headers.ts'
import { cors } from './kernel/http/cors.ts'
import { feedAddresses } from './kernel/http/feed-addresses.plugin.ts'
import { health, type Readiness } from './kernel/http/health.ts'
import { idempotency } from './kernel/http/idempotency.ts'
import { jsonBody } from './kernel/http/json-body.ts'
import { rateCounter } from './kernel/http/rate-counter.ts'
import { rateLimit } from './kernel/http/rate-limit.ts'
import { requestIds } from './kernel/http/request-id.ts'
import { requestLog } from './kernel/http/request-log.ts'
import { schemaController } from './kernel/http/validation.ts'
import { mailTracking } from './kernel/mail/tracking/tracking.plugin.ts'
import { unsubscribePages } from './kernel/mail/unsubscribe/unsubscribe.plugin.ts'
import type { Metrics } from './kernel/metrics/metrics.ts'
import { outboundDoor } from './kernel/outbound/outbound.plugin.ts'
import type { Outbound } from './kernel/outbound/outbound.ts'
import type { Clock } from './kernel/time/clock.ts'

/** All that an application needs from outside; tests and production pass the same things. */
export interface Dependencies {
  config: Config
  database: Database
  credentials: CredentialService
  tokens: AccessTokens
  /** Seals what rests encrypted. */
  sealer: Sealer
  /** The way to servers that users name. */
  outbound: Outbound
  clock: Clock
  log: FastifyBaseLogger
  readiness: Readiness
  metrics?: Metrics
}

/** The kernel in the order in which a request meets it, then the areas. */
export const buildApp = async (deps: Dependencies): Promise<FastifyInstance> => {
  const { config, database } = deps
  const { system } = database
  const app = Fastify({
    ...serverOptions(config),
    loggerInstance: deps.log,
    schemaController,
    ...requestIds,
    ...requestLog,
  })
  deps.metrics?.observe(app)
  await app.register(problemHandler)
  await app.register(commonHeaders)
  await app.register(cors, { system })
  const counter = rateCounter(database.systemPool)
  const wrong = wrongCredentials(counter, config.addressRate, Date.now)
  await app.register(access, { database, store: deps.credentials, tokens: deps.tokens, clock: deps.clock, wrong })
  await app.register(visitors, deps)
  await app.register(feedAddresses, deps)
  await app.register(rateLimit, { limits: config, counter })
  await app.register(jsonBody)
  await app.register(idempotency, { sealer: deps.sealer })
  await app.register(outboundDoor, deps)
  await app.register(openapi)
  app.addHook('onRoute', checkRoute)
  await app.register(reference)
  await app.register(problemPage)
  await app.register(health, { system, readiness: deps.readiness })
  await app.register(authServer, deps)
  await app.register(unsubscribePages, deps)
  await app.register(mailTracking, deps)
  for (const area of areas) await app.register(area)
  return app
}

const serverOptions = (config: Config) => ({
  routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 500 },
  bodyLimit: config.bodyLimit,
  requestTimeout: config.requestTimeout,
  http: { headersTimeout: config.headersTimeout, connectionsCheckingInterval: 1000 },
  trustProxy: config.trustProxy === '' ? false : config.trustProxy.split(',').map((entry) => entry.trim()),
  clientErrorHandler: answerConnectionFault,
  frameworkErrors: answerRoutingFault,
  // While closing, what still arrives on an open connection is answered like any other request.
  return503OnClosing: false,
  // Keep-alive connections that are idle close at once, those with a request when it is answered.
  forceCloseConnections: 'idle' as const,
})
