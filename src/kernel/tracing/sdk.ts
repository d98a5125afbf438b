/** The SDK of OpenTelemetry: loaded only if traces are on. */
import { context, defaultTextMapGetter, defaultTextMapSetter, propagation, SpanKind, trace } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { TracingApi } from './tracing.ts'

export const startSdk = (serviceName: string): { api: TracingApi; close: () => Promise<void> } => {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
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
    },
  }
}
