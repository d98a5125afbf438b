import type { FastifyPluginAsync } from 'fastify'
import type { Config } from '../config/settings.ts'
import type { Database } from '../database/database.ts'
import { publicOrigin } from '../http/public-origin.ts'
import type { Clock } from '../time/clock.ts'
import type { AccessTokens } from './access-token.ts'
import type { CredentialService } from './credential-service.ts'
import { oauthEndpoints } from './oauth/endpoints.plugin.ts'
import type { PagesContext } from './pages/context.ts'
import { staffPages } from './pages/pages.plugin.ts'
import { cookieNames } from './sign-in/forms.ts'
import { databaseSessions } from './sign-in/sessions.ts'
import { signInThrottle } from './sign-in/throttle.ts'

export interface AuthServerOptions {
  config: Pick<Config, 'publicUrl' | 'accessTokenSeconds' | 'refreshTokenDays' | 'sessionHours'>
  database: Database
  credentials: CredentialService
  tokens: AccessTokens
  clock: Clock
}

/** The OAuth server, and the pages for sign-in and consent. */
export const authServer: FastifyPluginAsync<AuthServerOptions> = async (app, options) => {
  const { config, database, credentials, tokens, clock } = options
  const isSecure = config.publicUrl.startsWith('https:')
  const context: PagesContext = {
    system: database.system,
    credentials,
    tokens,
    clock,
    accessSeconds: config.accessTokenSeconds,
    refreshSeconds: config.refreshTokenDays * 86_400,
    issuer: (request) => publicOrigin(request, config.publicUrl),
    sessions: databaseSessions(database, config.sessionHours),
    sessionSeconds: config.sessionHours * 3600,
    throttle: signInThrottle(database),
    cookies: cookieNames(isSecure),
    isSecure,
  }
  await app.register(oauthEndpoints, { context })
  await app.register(staffPages, { context })
}
