/** The SDK of OpenTelemetry: loaded only if traces are on. */
import {
  context,
  DiagLogLevel,
  defaultTextMapGetter,
  defaultTextMapSetter,
  diag,
  propagation,
  SpanKind,
  trace,
} from '@opentelemetry/api'
import {
  type ExportResult,
  ExportResultCode,
  setGlobalErrorHandler,
  W3CTraceContextPropagator,
} from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node'
import type { FastifyBaseLogger } from 'fastify'
import type { TracingApi } from './tracing.ts'

/** Reports complaints of the SDK about variables, and about spans that it drops, as lines of the log. */
const reportComplaints = (log: FastifyBaseLogger): void => {
  const report = (message: string) => log.warn({ reason: message }, 'OpenTelemetry reports a problem')
  const ignore = () => undefined
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  // Failed batches, which the exporter below reports once instead of every few seconds.
  setGlobalErrorHandler(() => undefined)
}

/** Returns an exporter that logs when the receiver begins to refuse batches, and when it accepts them again. */
const reportingExporter = (log: FastifyBaseLogger): SpanExporter => {
  const exporter = new OTLPTraceExporter()
  let fails = false
  const report = ({ code, error }: ExportResult) => {
    if (fails === (code === ExportResultCode.FAILED)) return
    fails = !fails
    if (fails) log.warn({ reason: reasonOf(error) }, 'traces could not be sent; later ones are tried')
    else log.info('traces are sent again')
  }
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        report(result)
        done(result)
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  }
}

/** Returns the status or code of the transport, with its message; never the body of the response. */
const reasonOf = (error: (Error & { code?: string | number }) | undefined): string => {
  const { code, message = 'unknown' } = error ?? {}
  return code === undefined || message.includes(String(code)) ? message : `${code} ${message}`
}

const PROBE_MS = 3000

/** Sends no spans to the receiver of the variables. Returns why it does not accept them; undefined if it does. */
export const probeReceiver = async (): Promise<string | undefined> => {
  const exporter = new OTLPTraceExporter({ timeoutMillis: PROBE_MS })
  const none: ReadableSpan[] = []
  const { code, error } = await new Promise<ExportResult>((resolve) => exporter.export(none, resolve))
  await exporter.shutdown()
  return code === ExportResultCode.SUCCESS ? undefined : reasonOf(error)
}

export const startSdk = (
  serviceName: string,
  log: FastifyBaseLogger,
): { api: TracingApi; close: () => Promise<void> } => {
  reportComplaints(log)
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    spanProcessors: [new BatchSpanProcessor(reportingExporter(log))],
  })
  const propagator = new W3CTraceContextPropagator()
  // Only traceparent: baggage would carry texts of callers into jobs.
  provider.register({ propagator })
  const api: TracingApi = {
    tracer: provider.getTracer('guildhall'),
    kinds: SpanKind,
    active: () => context.active(),
    with: (at, work) => context.with(at, work),
    spanOf: (at) => trace.getSpan(at),
    withSpan: (at, span) => trace.setSpan(at, span),
    extract: (traceparent) => propagator.extract(context.active(), { traceparent }, defaultTextMapGetter),
    inject: (at) => {
      const carrier: { traceparent?: string } = {}
      propagator.inject(at, carrier, defaultTextMapSetter)
      return carrier.traceparent
    },
  }
  return {
    api,
    close: async () => {
      await provider.shutdown()
      trace.disable()
      context.disable()
      propagation.disable()
      diag.disable()
    },
  }
}
