import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ChannelTools, originOf } from './channel.model.ts'

/** The tools of a request. */
export const toolsOf = (app: FastifyInstance, request: FastifyRequest): ChannelTools => ({
  sealer: app.sealer,
  outbound: app.outbound,
  peers: app.peers,
  origin: originOf(app.connectorConfig),
  scopeOf: (key) => app.visitorScope(request, { key }),
})
