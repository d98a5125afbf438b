import { setTracing } from './tracing.ts'

/** The standard variables of OpenTelemetry that decide whether there are traces. */
const isOn = (env: Readonly<Record<string, string | undefined>>): boolean =>
  Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) &&
  env.OTEL_SDK_DISABLED?.toLowerCase() !== 'true' &&
  env.OTEL_TRACES_EXPORTER?.toLowerCase() !== 'none'

/** Sends what is left and ends the traces. */
export interface OpenTracing {
  close(): Promise<void>
}

/**
 * Starts the traces if the standard variables name a receiver; undefined otherwise. The SDK reads the other standard variables
 * itself: sampler, headers, attributes, limits of the batches.
 */
export const openTracing = async (
  env: Readonly<Record<string, string | undefined>>,
): Promise<OpenTracing | undefined> => {
  if (!isOn(env)) return undefined
  const { startSdk } = await import('./sdk.ts')
  const { api, close } = startSdk(env.OTEL_SERVICE_NAME ?? 'guildhall')
  setTracing(api)
  return {
    close: async () => {
      setTracing(undefined)
      await close()
    },
  }
}
