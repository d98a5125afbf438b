import fp from 'fastify-plugin'

/** What every answer carries: the request's id, the interface's version, and that answers with records are not kept. */
export const commonHeaders = fp(async (app) => {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (request.routeOptions.config.isPublic) return
    reply.headers({ 'api-version': '1.0', 'cache-control': 'private, no-store' })
  })
})
