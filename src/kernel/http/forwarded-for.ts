import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

/**
 * Warns once if X-Forwarded-For arrives from a peer that TRUST_PROXY does not list. If the peer is the operator's proxy,
 * all clients share its address, and so the limits per address.
 */
export const forwardedFor = fp(async (app) => {
  let isWarned = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isWarned && isIgnored(request)) {
      isWarned = true
      const peer = request.socket.remoteAddress
      request.log.warn(
        { peer },
        `X-Forwarded-For arrived from ${peer}, which TRUST_PROXY does not list: the header is ignored, and requests by ` +
          'way of this address count as requests of one client. If it is your proxy, add it to TRUST_PROXY.',
      )
    }
    done()
  })
})

/**
 * Returns whether forwarded addresses are ignored: `ips` starts with the peer and contains a second address only if the
 * peer is trusted.
 */
const isIgnored = ({ headers, ips = [] }: FastifyRequest): boolean =>
  Boolean(headers['x-forwarded-for']) && ips.length < 2
