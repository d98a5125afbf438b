import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/integration/logs'
import { serve } from '#kernel/http/serve'
import { parseEvents } from './external-events.input.ts'
import { acceptEvents } from './external-events.service.ts'

/** The intake of events of external systems. */
export const externalEvents: FastifyPluginAsync = async (app) => {
  serve(app, operations.acceptLogEvent, async ({ scope, body }) => {
    await acceptEvents(
      scope,
      app.files,
      parseEvents(scope, [body], () => ''),
    )
    return {}
  })

  serve(app, operations.acceptLogEvents, async ({ scope, body }) => {
    await acceptEvents(
      scope,
      app.files,
      parseEvents(scope, body, (index) => `/${index}`),
    )
    return {}
  })
}
