import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/integration/logs'
import { serve } from '#kernel/http/serve'
import { acceptPublicEvent } from './public-events.service.ts'

const MAX_BYTES = 16_384

/** Accepts errors of web pages, without a credential. An unknown tenant gets the same response as any other. */
export const publicEvents: FastifyPluginAsync = async (app) => {
  serve(
    app,
    operations.acceptPublicLog,
    async (request) => {
      const { body, headers } = request
      const scope = await app.visitorScope(request, { key: body.TenantKey })
      if (scope) await acceptPublicEvent(scope, app.dailyQuotas, body, headers['user-agent'])
      return {}
    },
    { bodyLimit: MAX_BYTES },
  )
}
