import fp from 'fastify-plugin'
import type { Sealer } from '../crypto/seal.ts'
import type { Outbound } from './outbound.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The only access to servers whose addresses come from users. */
    outbound: Outbound
    /** Seals the secrets of such calls. */
    sealer: Sealer
  }
}

/** Decorates the application with what areas need to call other servers. */
export const outboundPlugin = fp<{ outbound: Outbound; sealer: Sealer }>(async (app, { outbound, sealer }) => {
  app.decorate('outbound', outbound)
  app.decorate('sealer', sealer)
})
