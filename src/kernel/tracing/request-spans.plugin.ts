import type { Context, Span } from '@opentelemetry/api'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { tracing } from './tracing.ts'

interface Traced {
  span: Span
  context: Context
}

const traced = new WeakMap<FastifyRequest, Traced>()

/** Returns the ids of the span of a request, for its line in the log, which is written outside of its context. */
export const requestTraceIds = (request: FastifyRequest): { trace_id: string; span_id: string } | undefined => {
  const found = traced.get(request)?.span.spanContext()
  return found && { trace_id: found.traceId, span_id: found.spanId }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requests that repeat all the time, such as those of proxies, would fill the storage of traces. */
    isUntraced?: boolean
  }
}

/**
 * A span for each request, named by its route: paths and queries contain ids and names. A caller's traceparent is its parent
 * (W3C Trace Context). Register it first. Without traces it adds no hooks.
 */
export const requestSpans = fp(async (app) => {
  const api = tracing()
  if (!api) return
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.isUntraced) return done()
    const { traceparent } = request.headers
    const parent = typeof traceparent === 'string' ? api.extract(traceparent) : api.active()
    const route = request.routeOptions.url ?? 'unknown route'
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'url.scheme': request.protocol,
      'guildhall.request_id': request.id,
    }
    const span = api.tracer.startSpan(`${request.method} ${route}`, { kind: api.kinds.SERVER, attributes }, parent)
    const context = api.withSpan(parent, span)
    traced.set(request, { span, context })
    api.with(context, done)
  })
  // The body arrives in events of the socket, which have no context.
  app.addHook('preValidation', (request, _reply, done) => {
    const found = traced.get(request)
    if (found) api.with(found.context, done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const found = traced.get(request)
    if (found) {
      found.span.setAttribute('http.response.status_code', reply.statusCode)
      if (request.caller) found.span.setAttribute('guildhall.tenant', request.caller.tenant.key)
      if (reply.statusCode >= 500) found.span.setStatus({ code: 2 })
      found.span.end()
    }
    done()
  })
})
