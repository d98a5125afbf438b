import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { listUnknownVariables, readConfig } from '#kernel/config/config'
import { settings } from '#kernel/config/settings'

test('reports all faults of the configuration at once, each by its variable', () => {
  const bad = {
    PORT: '0x10',
    DATABASE_POOL_SIZE: ' ',
    DATABASE_URL: 'mysql://here',
    PUBLIC_URL: 'guildhall.example',
    TRUST_PROXY: 'loopback, 10.1',
    GUILDHALL_ROLE: 'everything',
    GUILDHALL_DEMO: 'perhaps',
    GUILDHALL_SECRET: 'short',
    BODY_LIMIT_BYTES: '1e6',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
    OTEL_TRACES_SAMPLER: 'half',
    OTEL_TRACES_SAMPLER_ARG: '5',
    OTEL_TRACES_EXPORTER: 'console',
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=x,short',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'api-key=100%',
    OTEL_EXPORTER_OTLP_TIMEOUT: '10s',
    OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '0',
  }
  const message = (() => {
    try {
      readConfig(bad)
      return ''
    } catch (error) {
      return (error as Error).message
    }
  })()
  for (const name of Object.keys(bad)) expect(message).toContain(name)
  expect(message).not.toContain('short')
})

test('accepts valid values', () => {
  const config = readConfig({
    TRUST_PROXY: 'loopback, 10.0.0.0/8,2001:db8::/32',
    PUBLIC_URL: 'https://guildhall.example',
    DATABASE_URL: 'postgresql:///guildhall?host=/run/postgresql',
    PORT: '8080',
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b, Authorization=Bearer abc==,',
    OTEL_TRACES_EXPORTER: 'None',
    OTEL_EXPORTER_OTLP_TIMEOUT: '5000',
  })
  expect(config).toMatchObject({ port: 8080, publicUrl: 'https://guildhall.example' })
})

test('every setting is used somewhere', () => {
  const words = execFileSync('grep', ['-rhoE', '\\w+', 'src', '--include=*.ts', '--exclude=settings.ts'], {
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  })
  const used = new Set(words.split('\n'))
  expect(Object.keys(settings).filter((name) => !used.has(name))).toEqual([])
})

test('variables that look like settings and are none are named, with the setting that was meant', () => {
  const given = {
    GUILDHALL_ROLE: 'web',
    GUILDHALL_PASSWORD: 'for the command line',
    GUILDHALL_DATADIR: '/data',
    GUILDHALL_ROEL: 'web',
    GUILDHALL_PORT: '8080',
    GUILDHALL_COLOR: 'green',
    DATABASE: 'of another program',
  }
  expect(listUnknownVariables(given)).toEqual([
    'GUILDHALL_DATADIR is not a setting and has no effect. Did you mean GUILDHALL_DATA_DIR?',
    'GUILDHALL_ROEL is not a setting and has no effect. Did you mean GUILDHALL_ROLE?',
    'GUILDHALL_PORT is not a setting and has no effect. Did you mean PORT?',
    'GUILDHALL_COLOR is not a setting and has no effect. List the settings with: guildhall config',
  ])
})

test('unknown variables of the exporter of traces are named, but not those of metrics and logs', () => {
  const given = {
    OTEL_EXPORTER_OTLP_ENDPOINTS: 'http://127.0.0.1:4318',
    OTEL_EXPORTER_OTLP_TRACE_HEADERS: 'a=b',
    OTEL_EXPORTER_OTLP_COLOR: 'green',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://127.0.0.1:4318',
    OTEL_RESOURCE_ATTRIBUTES: 'a=b',
  }
  expect(listUnknownVariables(given)).toEqual([
    'OTEL_EXPORTER_OTLP_ENDPOINTS is not a setting and has no effect. Did you mean OTEL_EXPORTER_OTLP_ENDPOINT?',
    'OTEL_EXPORTER_OTLP_TRACE_HEADERS is not a setting and has no effect. Did you mean OTEL_EXPORTER_OTLP_TRACES_HEADERS?',
    'OTEL_EXPORTER_OTLP_COLOR is not a setting and has no effect. List the settings with: guildhall config',
  ])
})

test('the variables that Kubernetes sets for a service called guildhall are no settings of anybody', () => {
  const given = {
    GUILDHALL_SERVICE_HOST: '10.0.0.1',
    GUILDHALL_SERVICE_PORT_HTTP: '80',
    GUILDHALL_PORT: 'tcp://10.0.0.1:80',
    GUILDHALL_PORT_80_TCP_ADDR: '10.0.0.1',
  }
  expect(listUnknownVariables(given)).toEqual([])
})
