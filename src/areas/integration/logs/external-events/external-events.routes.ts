import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/integration/logs'
import { serveAction } from '#kernel/http/serve-forms'
import { parseEvents } from './external-events.input.ts'
import { acceptEvents } from './external-events.service.ts'

/** Serves the intake of events of external systems. */
export const externalEvents: FastifyPluginAsync = async (app) => {
  serveAction(app, operations.acceptLogEvent, (scope, { body }) =>
    acceptEvents(
      scope,
      app.files,
      parseEvents(scope, [body], () => ''),
    ),
  )

  serveAction(app, operations.acceptLogEvents, (scope, { body }) =>
    acceptEvents(
      scope,
      app.files,
      parseEvents(scope, body, (index) => `/${index}`),
    ),
  )
}
