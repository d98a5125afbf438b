import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { readConfig, unknownVariables } from '#kernel/config/config'
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
  expect(unknownVariables(given)).toEqual([
    'GUILDHALL_DATADIR is not a setting and has no effect. Did you mean GUILDHALL_DATA_DIR?',
    'GUILDHALL_ROEL is not a setting and has no effect. Did you mean GUILDHALL_ROLE?',
    'GUILDHALL_PORT is not a setting and has no effect. Did you mean PORT?',
    'GUILDHALL_COLOR is not a setting and has no effect. List the settings with: guildhall config',
  ])
})

test('the variables that Kubernetes sets for a service called guildhall are no settings of anybody', () => {
  const given = {
    GUILDHALL_SERVICE_HOST: '10.0.0.1',
    GUILDHALL_SERVICE_PORT_HTTP: '80',
    GUILDHALL_PORT: 'tcp://10.0.0.1:80',
    GUILDHALL_PORT_80_TCP_ADDR: '10.0.0.1',
  }
  expect(unknownVariables(given)).toEqual([])
})
