import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/settings.ts'
import { setTracing } from './tracing.ts'

type TraceSettings = Pick<
  Config,
  'traceReceiver' | 'traceAddress' | 'traceServiceName' | 'traceExporter' | 'traceDisabled'
>

/** Returns whether the settings name a receiver of traces and do not switch them off. */
export const hasTraces = ({ traceReceiver, traceAddress, traceExporter, traceDisabled }: TraceSettings): boolean =>
  (traceReceiver !== '' || traceAddress !== '') && !traceDisabled && traceExporter.toLowerCase() !== 'none'

/** Returns the receiver of traces, without its path, which can contain a key. */
export const traceReceiverOf = ({ traceReceiver, traceAddress }: TraceSettings): string =>
  new URL(traceAddress || traceReceiver).origin

const GRPC =
  'OTEL_EXPORTER_OTLP_PROTOCOL is grpc, but traces are sent by HTTP: name the port of the receiver for HTTP, usually 4318.'

/** Lists warnings about variables that have another effect than in other programs. */
export const listTracingWarnings = (env: Readonly<Record<string, string | undefined>>): string[] =>
  (env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || env.OTEL_EXPORTER_OTLP_PROTOCOL) === 'grpc' ? [GRPC] : []

/** Sends what is left and ends the traces. */
export interface OpenTracing {
  close(): Promise<void>
}

/**
 * Starts the traces if the settings name a receiver; undefined otherwise. The SDK reads the standard variables itself: sampler,
 * headers, attributes, limits of the batches. What it complains about, and a receiver that is unavailable, is in the log.
 */
export const openTracing = async (config: TraceSettings, log: FastifyBaseLogger): Promise<OpenTracing | undefined> => {
  if (!hasTraces(config)) return undefined
  const { startSdk } = await import('./sdk.ts')
  const { api, close } = startSdk(config.traceServiceName, log)
  setTracing(api)
  log.info({ to: traceReceiverOf(config) }, 'traces are sent')
  return {
    close: async () => {
      setTracing(undefined)
      await close()
    },
  }
}
