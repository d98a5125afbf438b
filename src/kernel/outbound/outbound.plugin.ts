import fp from 'fastify-plugin'
import type { Sealer } from '../crypto/seal.ts'
import type { Outbound } from './outbound.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The way to servers that users name. */
    outbound: Outbound
    /** Seals the secrets that such calls are made with. */
    sealer: Sealer
  }
}

/** What areas that call other servers need, on the application. */
export const outboundDoor = fp<{ outbound: Outbound; sealer: Sealer }>(async (app, { outbound, sealer }) => {
  app.decorate('outbound', outbound)
  app.decorate('sealer', sealer)
})
