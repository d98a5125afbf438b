import fp from 'fastify-plugin'
import type { Config } from '#kernel/config/settings'
import type { Sealer } from '#kernel/crypto/seal'
import type { Database } from '#kernel/database/database'
import { Problem } from '#kernel/errors/problem'
import { isOriginKnown, publicOrigin } from '#kernel/http/public-origin'
import type { RateCounter } from '#kernel/http/rate-counter'
import type { Clock } from '#kernel/time/clock'
import type { CredentialService } from '../auth/credential-service.ts'
import type { CredentialUses } from '../auth/credential-uses.ts'
import type { PageCallers } from '../auth/page-callers.ts'
import type { AccessTokens } from './access-token.ts'
import { openIdentity } from './identity.ts'
import { memberSessions } from './members/member-sessions.ts'
import { openMemberVisits } from './members/member-visits.ts'
import { oauthEndpoints } from './oauth/endpoints.plugin.ts'
import type { PagesContext } from './pages/context.ts'
import { signInPages } from './pages/pages.plugin.ts'
import { knownBrowsers } from './sign-in/known-browsers.ts'
import { rateSessions } from './sign-in/rate-sessions.ts'
import { databaseSessions } from './sign-in/sessions.ts'
import { signInThrottle } from './sign-in/throttle.ts'
import { staffPageMaker } from './staff-pages.ts'

export interface AuthServerOptions {
  config: Pick<
    Config,
    | 'host'
    | 'publicUrl'
    | 'installation'
    | 'accessTokenSeconds'
    | 'refreshTokenDays'
    | 'refreshFamilyDays'
    | 'sessionHours'
    | 'sessionIdleMinutes'
    | 'addressRate'
  >
  database: Database
  credentials: CredentialService
  tokens: AccessTokens
  uses: CredentialUses
  pages: PageCallers
  sealer: Sealer
  clock: Clock
  /** Counts cookies without a session. */
  counter: RateCounter
}

/** The OAuth server, and the pages for sign-in, consent and the own account. Decorates the application with `staffPage`. */
export const authServer = fp<AuthServerOptions>(async (app, options) => {
  const { config, database, credentials, tokens, uses, clock } = options
  const times = { absolute: config.sessionHours * 3_600_000, idle: config.sessionIdleMinutes * 60_000 }
  const context: PagesContext = {
    system: database.system,
    credentials,
    tokens,
    uses,
    clock,
    accessSeconds: config.accessTokenSeconds,
    refreshSeconds: config.refreshTokenDays * 86_400,
    familySeconds: config.refreshFamilyDays * 86_400,
    issuer: (request) => publicOrigin(request, config.publicUrl),
    sessions: databaseSessions(database, times),
    memberSessions: memberSessions(database, times),
    installation: config.installation,
    sessionSeconds: config.sessionHours * 3600,
    throttle: signInThrottle(database),
    browsers: knownBrowsers(options.sealer),
    sealer: options.sealer,
    isSecure: (request) => config.publicUrl.startsWith('https:') || request.protocol === 'https',
  }
  app.decorate('staffPage', staffPageMaker(app, context, options.pages))
  app.decorate('identity', openIdentity(context))
  app.decorate('memberVisits', openMemberVisits(context, options.pages, isOriginKnown(config)))
  app.decorate('findRateSession', rateSessions({ context, counter: options.counter, limit: config.addressRate }))
  await app.register(async (scope) => {
    if (!isOriginKnown(config)) {
      app.log.warn('PUBLIC_URL is not set, and HOST is public: OAuth and the sign-in pages are off. Set PUBLIC_URL.')
      scope.addHook('onRequest', async () => {
        throw nameNeeded()
      })
    }
    await scope.register(oauthEndpoints, { context })
    await scope.register(signInPages, { context })
  })
})

const nameNeeded = () =>
  new Problem(
    503,
    'public-url-needed',
    'OAuth and sign-in are off, because this server listens on a public address without a name. Set PUBLIC_URL.',
  )
