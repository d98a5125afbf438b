import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '#kernel/config/settings'
import type { Sealer } from '#kernel/crypto/seal'
import { publicOrigin } from '#kernel/http/public-origin'
import { type FeedSecrets, feedSecrets } from './feed-secrets.ts'

/** Addresses that grant access by themselves, without a credential. */
export interface FeedAddresses extends FeedSecrets {
  origin(request: FastifyRequest): string
}

declare module 'fastify' {
  interface FastifyInstance {
    feedAddresses: FeedAddresses
  }
}

/** Decorates the application with `feedAddresses`, for areas that publish feeds. */
export const feedAddresses = fp<{ config: Pick<Config, 'publicUrl'>; sealer: Sealer }>(
  async (app, { config: { publicUrl }, sealer }) => {
    app.decorate('feedAddresses', {
      origin: (request) => publicOrigin(request, publicUrl),
      ...feedSecrets(sealer),
    } satisfies FeedAddresses)
  },
)
