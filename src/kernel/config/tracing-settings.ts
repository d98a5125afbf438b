import { checked, flag, integer, oneOf, requireUrl, type Setting, text } from './setting.ts'

const address = (env: string, about: string) => checked(text(env, about, ''), requireUrl('http:', 'https:'))

const requireRatio = (value: string): void => {
  if (!/^(0(\.\d+)?|1(\.0+)?)$/.test(value)) throw new RangeError('must be a number from 0 to 1')
}

const requireExporter = (value: string): void => {
  if (!['otlp', 'none'].includes(value.toLowerCase())) throw new RangeError('must be otlp or none')
}

/** A name of a header (RFC 9110), =, and a percent-encoded value. The SDK accepts spaces in it, as in `Bearer abc`. */
const HEADER = /^[\w!#$%&'*+.^`|~-]+\s*=([^%]|%[0-9a-f]{2})*$/i

/** Checks headers. The message repeats nothing, because headers contain keys. */
const requireHeaders = (value: string): void => {
  const headers = value.split(',').map((header) => header.trim())
  // The SDK accepts a comma at the end.
  if (!headers.filter(Boolean).every((header) => HEADER.test(header)))
    throw new RangeError('must be headers as name=value, separated by commas, with percent-encoded values')
}

const headers = (env: string, about: string): Setting<string> => checked(text(env, about, '', true), requireHeaders)

const HOUR = 3_600_000
const timeout = (env: string, about: string, fallback: number): Setting<number> =>
  integer(env, about, fallback, 1, HOUR)

const SIGNALS = ['', 'TRACES_', 'METRICS_', 'LOGS_']
const VARIABLES = ['ENDPOINT', 'HEADERS', 'TIMEOUT', 'PROTOCOL', 'COMPRESSION', 'INSECURE']
const CERTIFICATES = ['CERTIFICATE', 'CLIENT_KEY', 'CLIENT_CERTIFICATE']

export const OTLP_PREFIX = 'OTEL_EXPORTER_OTLP_'

/** The standard variables of an exporter. Those of metrics and logs have no effect here, but programs share an environment. */
export const OTLP_VARIABLES: readonly string[] = [
  ...SIGNALS.flatMap((signal) => [...VARIABLES, ...CERTIFICATES].map((name) => `${OTLP_PREFIX}${signal}${name}`)),
  `${OTLP_PREFIX}METRICS_TEMPORALITY_PREFERENCE`,
  `${OTLP_PREFIX}METRICS_DEFAULT_HISTOGRAM_AGGREGATION`,
]

/** Settings of traces, by the standard variables of OpenTelemetry. The SDK reads them again, and others that are not listed here. */
export const tracingSettings = {
  traceReceiver: address(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'Receiver of traces by OTLP over HTTP (JSON), such as http://127.0.0.1:4318. Empty: no traces.',
  ),
  traceAddress: address(
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    'Complete address for traces. Empty: v1/traces below OTEL_EXPORTER_OTLP_ENDPOINT.',
  ),
  traceHeaders: headers(
    'OTEL_EXPORTER_OTLP_HEADERS',
    'Headers for the receiver of traces: name=value, separated by commas, percent-encoded.',
  ),
  traceOwnHeaders: headers(
    'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
    'Further headers in the same form, which replace those of the same name.',
  ),
  traceTimeout: timeout(
    'OTEL_EXPORTER_OTLP_TIMEOUT',
    'Milliseconds in which the receiver must accept a batch of traces.',
    10_000,
  ),
  traceOwnTimeout: timeout(
    'OTEL_EXPORTER_OTLP_TRACES_TIMEOUT',
    'The same, with precedence over OTEL_EXPORTER_OTLP_TIMEOUT.',
    10_000,
  ),
  traceServiceName: text('OTEL_SERVICE_NAME', 'Name of this server in traces.', 'guildhall'),
  traceSampler: oneOf(
    'OTEL_TRACES_SAMPLER',
    'Which traces are recorded; parentbased: as the caller decided, if it did.',
    'parentbased_always_on',
    [
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ],
  ),
  traceRatio: checked(
    text('OTEL_TRACES_SAMPLER_ARG', 'Share of the traces that a sampler by ratio records, from 0 to 1.', '1'),
    requireRatio,
  ),
  traceExporter: checked(
    text('OTEL_TRACES_EXPORTER', 'otlp, or none: no traces, whatever else is set.', 'otlp'),
    requireExporter,
  ),
  traceDisabled: flag('OTEL_SDK_DISABLED', 'No traces, whatever else is set.', false),
} as const
