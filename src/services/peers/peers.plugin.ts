import fp from 'fastify-plugin'
import type { Sealer } from '#kernel/crypto/seal'
import type { Database } from '#kernel/database/database'
import { openPeers, type Peers } from './peers.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The other installations that the operator has listed. */
    peers: Peers
  }
}

/** Decorates the application with the listed installations. */
export const peersPlugin = fp<{ database: Database; sealer: Sealer }>(async (app, { database, sealer }) => {
  app.decorate('peers', openPeers(database, sealer))
})
