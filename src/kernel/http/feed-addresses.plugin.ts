import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '../config/settings.ts'
import type { Sealer } from '../crypto/seal.ts'
import { type FeedSecrets, feedSecrets } from './feed-secrets.ts'
import { publicOrigin } from './public-origin.ts'

/** Addresses that are keys themselves: whoever has one reads what it leads to. */
export interface FeedAddresses extends FeedSecrets {
  /** PUBLIC_URL's host name; null where none is configured. */
  readonly host: string | null
  origin(request: FastifyRequest): string
}

declare module 'fastify' {
  interface FastifyInstance {
    feedAddresses: FeedAddresses
  }
}

/** What areas that publish feeds need, on the application. */
export const feedAddresses = fp<{ config: Pick<Config, 'publicUrl'>; sealer: Sealer }>(
  async (app, { config: { publicUrl }, sealer }) => {
    app.decorate('feedAddresses', {
      host: publicUrl === '' ? null : new URL(publicUrl).hostname,
      origin: (request) => publicOrigin(request, publicUrl),
      ...feedSecrets(sealer),
    } satisfies FeedAddresses)
  },
)
