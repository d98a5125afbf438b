import { assertUrl, checked, flag, oneOf, text } from './setting.ts'

const address = (env: string, about: string) => checked(text(env, about, ''), assertUrl('http:', 'https:'))

const assertRatio = (value: string): void => {
  if (!/^(0(\.\d+)?|1(\.0+)?)$/.test(value)) throw new RangeError('must be a number from 0 to 1')
}

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
  traceHeaders: text(
    'OTEL_EXPORTER_OTLP_HEADERS',
    'Headers for the receiver of traces: name=value, separated by commas, percent-encoded.',
    '',
    true,
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
    assertRatio,
  ),
  traceExporter: text('OTEL_TRACES_EXPORTER', 'none: no traces, whatever else is set.', 'otlp'),
  traceDisabled: flag('OTEL_SDK_DISABLED', 'No traces, whatever else is set.', false),
} as const
