import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { operations } from '#contract/integration/logs'
import { readJson } from '#kernel/http/json-body'
import { serve } from '#kernel/http/serve'
import { serveAction, serveList } from '#kernel/http/serve-forms'
import { parseListQuery } from '#kernel/listing/input'
import { parseEvents } from './external-events/external-events.input.ts'
import { acceptEvents } from './external-events/external-events.service.ts'
import { jobList } from './jobs/jobs.listing.ts'
import { retryJob } from './jobs/jobs.service.ts'
import { acceptPublicEvent } from './public-events/public-events.service.ts'
import { tenantEvents } from './tenant-events/tenant-events.routes.ts'

export const logs: FastifyPluginAsync = async (app) => {
  await app.register(externalEvents)
  await app.register(publicEvents)
  await app.register(tenantEvents)
  await app.register(tenantJobs)
}

/** Fields of events whose empty text means that the value is absent: loggers send all their fields. */
const CAN_BE_EMPTY: ReadonlySet<string> = new Set(['Severity', 'CreatedDate', 'Level', 'OccurredDate'])

/** Returns an event, or a list of events, without these fields where they are empty. Anything else is returned unchanged. */
const withoutEmptyFields = (body: unknown): unknown => {
  if (Array.isArray(body)) return body.map(withoutEmptyFields)
  if (typeof body !== 'object' || body === null) return body
  const isKept = ([name, value]: [string, unknown]) => !(CAN_BE_EMPTY.has(name) && isEmpty(value))
  return Object.fromEntries(Object.entries(body).filter(isKept))
}

const isEmpty = (value: unknown): boolean => typeof value === 'string' && value.trim() === ''

/** Loggers send empty texts for what they do not know. */
const readEmptyFields = async (request: FastifyRequest): Promise<void> => {
  request.body = withoutEmptyFields(request.body)
}

const tenantJobs: FastifyPluginAsync = async (app) => {
  serveList(app, operations.listJobs, jobList, parseListQuery)

  serveAction(app, operations.retryJob, (scope, { params }) => retryJob(scope, params.jobid))
}

/** Serves the intake of events of external systems. */
const externalEvents: FastifyPluginAsync = async (app) => {
  app.addHook('preValidation', readEmptyFields)

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

const MAX_BYTES = 16_384

/** Accepts errors of web pages, without a credential. An unknown tenant gets the same response as any other. */
const publicEvents: FastifyPluginAsync = async (app) => {
  app.addHook('preValidation', readEmptyFields)
  // What navigator.sendBeacon sends of a text: another type would need a preflight, which a page that is closed does not wait for.
  app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      done(null, readJson(body as Buffer, request.headers['content-type'] ?? ''))
    } catch (error) {
      done(error as Error)
    }
  })

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
