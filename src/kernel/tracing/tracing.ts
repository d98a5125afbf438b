/**
 * Traces by OpenTelemetry. Off by default: then nothing of it is loaded, and each function below only calls its work.
 * `openTracing` sets the tracer before anything is traced.
 */
import type { Attributes, Context, Span, SpanKind, Tracer } from '@opentelemetry/api'

/** The functions of OpenTelemetry that are used here; loaded only if traces are on. */
export interface TracingApi {
  readonly tracer: Tracer
  readonly kinds: typeof SpanKind
  active(): Context
  with<T>(context: Context, work: () => T): T
  spanOf(context: Context): Span | undefined
  withSpan(context: Context, span: Span): Context
  /** Returns the context of the header traceparent of another process. */
  extract(traceparent: string): Context
  /** Returns the header traceparent of a context; undefined if it has no span. */
  inject(context: Context): string | undefined
}

let api: TracingApi | undefined

/** Sets or, with undefined, removes the functions. */
export const setTracing = (tracing: TracingApi | undefined): void => {
  api = tracing
}

export const tracing = (): TracingApi | undefined => api

/** Returns the parent of work that another transaction requested; null if nothing is traced. */
export const getTraceparent = (): string | null => api?.inject(api.active()) ?? null

/** Returns the ids of the current span, for lines of the log. */
export const traceIds = (): { trace_id: string; span_id: string } | undefined => {
  const span = api?.spanOf(api.active())
  if (!span) return undefined
  const { traceId, spanId } = span.spanContext()
  return { trace_id: traceId, span_id: spanId }
}

export interface SpanRequest {
  name: string
  kind: 'CLIENT' | 'CONSUMER' | 'INTERNAL'
  attributes: Attributes
  /** The header traceparent of the work that caused this one; the current span if it is absent. */
  traceparent?: string | undefined
  /** Whether nothing is recorded outside of a trace: work that repeats all the time would fill the storage. */
  needsParent?: boolean
}

const ERROR = 2

/** Runs work in a span that ends with it. Its error is recorded by type and code: messages can contain values. */
export const inSpan = async <T>(request: SpanRequest, work: () => Promise<T>): Promise<T> => {
  const { name, kind, attributes, traceparent, needsParent = false } = request
  if (!api) return work()
  const parent = traceparent === undefined ? api.active() : api.extract(traceparent)
  if (needsParent && !api.spanOf(parent)) return work()
  const span = api.tracer.startSpan(name, { kind: api.kinds[kind], attributes }, parent)
  try {
    return await api.with(api.withSpan(parent, span), work)
  } catch (error) {
    failSpan(span, error)
    throw error
  } finally {
    span.end()
  }
}

export const failSpan = (span: Span, error: unknown): void => {
  const { name = 'Error', code } = error as { name?: string; code?: unknown }
  span.setAttribute('error.type', typeof code === 'string' ? code : name)
  span.setStatus({ code: ERROR })
}
