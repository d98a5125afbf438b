import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { figures } from '#areas/joined'
import { readConfig } from '#kernel/config/config'
import { settings } from '#kernel/config/settings'
import { openDatabase } from '#kernel/database/database'
import { createMetrics } from '#kernel/metrics/metrics'
import { createTestDatabase } from './support/database/database.ts'
import { LOGIN_KEY } from './support/database/login-key.ts'

interface Service {
  image?: string
  command?: string[]
  environment?: Record<string, string>
  healthcheck?: { disable?: boolean; test?: string[] }
  depends_on?: Record<string, { condition: string }>
  volumes?: string[]
  networks?: string[]
  stop_grace_period?: string
  read_only?: boolean
}

const root = join(import.meta.dirname, '..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const composeText = read('docker-compose.yml')
const compose = parse(composeText, { merge: true }) as {
  services: Record<string, Service>
  volumes: Record<string, unknown>
  networks: Record<string, unknown>
}
const services = Object.entries(compose.services)
const own = services.filter(([, { image }]) => image === 'guildhall:local')
/** The value of each variable with an empty .env: the text after `:-`. */
const unset = (environment: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      String(value).replaceAll(/\$\{\w+(?::-([^}]*))?[^}]*\}/g, '$1'),
    ]),
  )
/** Of deploy/example.env: name and value. */
const example = new Map(
  read('deploy/example.env')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => line.split('=', 2) as [string, string]),
)
/** The syntax of Compose: `${NAME}`, `${NAME:-default}`, `${NAME:?error}`. */
const filledIn = (text: string) =>
  text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_all, name: string, kind: string, rest: string) =>
    kind === '-' ? rest : `${name.toLowerCase()}-${'x'.repeat(32)}`,
  )

test('has all planned services', () => {
  const expected = ['mail', 'migrate', 'postgres', 'proxy', 's3', 'web-1', 'web-2', 'worker']
  expect(services.map(([name]) => name).sort()).toEqual(expected)
})

test('no secret is committed: each is a required variable of .env, and empty in the example', () => {
  for (const [, { environment = {} }] of services) {
    for (const [name, value] of Object.entries(environment)) {
      if (/SECRET|PASSWORD/.test(name)) expect(value, name).toMatch(/^\$\{\w+:\?[^}]+\}$/)
    }
  }
  expect(composeText).not.toMatch(/postgresql:\/\/\w+:(?!\$\{)/)
  for (const [name, value] of example) if (/SECRET|PASSWORD/.test(name)) expect(value, name).toBe('')
  expect(read('.gitignore').split('\n')).toContain('.env')
})

test('the example has every used variable, and no other', () => {
  const used = new Set([...composeText.matchAll(/\$\{(\w+)/g)].map(([, name]) => name))
  expect([...example.keys()].sort()).toEqual([...used].sort())
})

test('the settings of web and worker are valid settings of Guildhall', () => {
  const known = new Set(Object.values(settings).map(({ env }) => env))
  expect(own.map(([name]) => name).sort()).toEqual(['migrate', 'web-1', 'web-2', 'worker'])
  for (const [name, { environment = {} }] of own) {
    const env = Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, filledIn(value)]))
    expect(Object.keys(env).filter((key) => !known.has(key))).toEqual([])
    const config = readConfig(env)
    expect(config.role).toBe(name === 'migrate' ? 'both' : name.split('-')[0])
    expect(new URL(config.databaseUrl).hostname).toBe('postgres')
  }
})

test('every permanent service has a health check, which its dependents wait for', () => {
  const image = read('Dockerfile')
  expect(image).toMatch(/^HEALTHCHECK .*"deploy\/healthcheck\.mjs"/m)
  for (const [name, { healthcheck, command, image: from }] of services) {
    const isOneShot = command?.includes('migrate') ?? false
    if (!isOneShot) expect(healthcheck?.test !== undefined || from === 'guildhall:local', name).toBe(true)
  }
  for (const [, { depends_on = {} }] of services) {
    for (const [name, { condition }] of Object.entries(depends_on)) {
      expect(condition).toBe(name === 'migrate' ? 'service_completed_successfully' : 'service_healthy')
      expect(compose.services[name], name).toBeDefined()
    }
  }
})

test('every mounted, referenced and copied file exists', () => {
  for (const [name, { volumes = [], networks = [] }] of services) {
    for (const volume of volumes) {
      const source = volume.split(':')[0] ?? ''
      expect(source.startsWith('.') ? existsSync(join(root, source)) : source in compose.volumes, volume).toBe(true)
    }
    expect(networks.length, name).toBeGreaterThan(0)
    for (const network of networks) expect(compose.networks).toHaveProperty(network)
  }
  const copies = [...read('Dockerfile').matchAll(/^COPY (?!--from)(?:--\S+ )?(.+) \S+$/gm)]
  expect(copies.length).toBeGreaterThan(5)
  const allowed = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1))
  for (const name of copies.flatMap(([, names = '']) => names.split(' '))) {
    expect(existsSync(join(root, name)), name).toBe(true)
    expect(
      allowed.some((entry) => name === entry || name.startsWith(`${entry}/`)),
      name,
    ).toBe(true)
  }
})

test('a process has time to drain before it is killed', () => {
  for (const [name, { environment = {}, ...service }] of own.filter(([service]) => service !== 'migrate')) {
    const { shutdownDelay, shutdownGrace } = readConfig({
      ...unset(environment),
      GUILDHALL_SECRET: '',
      DATABASE_URL: '',
    })
    const patience = Number.parseInt(service.stop_grace_period ?? '10', 10) * 1000
    expect(patience, name).toBeGreaterThan(shutdownDelay + shutdownGrace)
  }
})

test('processes run as an ordinary user on a read-only file system', () => {
  expect(read('Dockerfile')).toMatch(/^USER node$/m)
  for (const [name, service] of own) expect(service.read_only, name).toBe(true)
})

test('web and worker can call outside servers, which the processes without requests and jobs cannot', () => {
  expect(compose.networks.inner).toEqual({ internal: true })
  for (const [name, { networks = [] }] of own)
    expect(networks.includes('outward'), name).toBe(['web-1', 'web-2', 'worker'].includes(name))
})

test('the proxy knows every web replica, and checks the readiness of each', () => {
  const proxy = read('deploy/Caddyfile')
  const replicas = own.filter(([, { environment }]) => environment?.GUILDHALL_ROLE === 'web').map(([name]) => name)
  expect(proxy).toContain(`reverse_proxy ${replicas.map((name) => `${name}:3000`).join(' ')} {`)
  expect(proxy).toContain('health_uri /health/ready')
  expect(Object.keys(compose.services.proxy?.depends_on ?? {})).toEqual(replicas)
})

describe('monitoring', () => {
  const alerts = parse(read('deploy/monitoring/guildhall-alerts.yml')) as {
    groups: { rules: { alert: string; expr: string; labels: { severity: string }; annotations: object }[] }[]
  }
  const rules = alerts.groups.flatMap(({ rules: all }) => all)
  const dashboard = JSON.parse(read('deploy/monitoring/grafana-dashboard.json')) as {
    panels: { id: number; title: string; type: string; targets?: { expr: string }[] }[]
  }
  const expressions = [
    ...rules.map(({ expr }) => expr),
    ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ]
  /** The names of metrics: what precedes a selector. */
  const used = new Set(
    expressions.flatMap((expr) => [...expr.matchAll(/([a-z][a-z0-9_]+)\{/g)].map(([, name]) => name)),
  )

  test('alerts and dashboard use only metrics that the server serves', async () => {
    const database = await createTestDatabase()
    const opened = openDatabase({
      loginKey: LOGIN_KEY,
      url: database.url,
      poolSize: 1,
      statementTimeout: 20_000,
      onError: () => undefined,
    })
    try {
      const metrics = createMetrics(opened, figures)
      metrics.observeRunners(() => [])
      const names = (await metrics.registry.getMetricsAsJSON()).flatMap(({ name, type }) =>
        String(type) === 'histogram' ? [`${name}_count`, `${name}_bucket`, `${name}_sum`] : [name],
      )
      expect([...used].filter((name) => name !== 'up' && !names.includes(name ?? ''))).toEqual([])
      const own = names.filter((name) => !/^(nodejs|process)_/.test(name))
      const shown = own.filter((name) => used.has(name) || name.endsWith('_sum'))
      expect(own.filter((name) => !shown.includes(name))).toEqual([])
    } finally {
      await opened.close()
      await database.drop()
    }
  })

  test('each alert has a severity, a summary and what to do, and each panel a title and an id of its own', () => {
    for (const { alert, labels, annotations } of rules) {
      expect(labels.severity, alert).toMatch(/^(warning|critical)$/)
      expect(Object.keys(annotations), alert).toEqual(['summary', 'description'])
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
    for (const { title, type, targets } of dashboard.panels)
      expect([title !== '', type === 'row' || (targets ?? []).length > 0], title).toEqual([true, true])
    expect(expressions.filter((expr) => brackets(expr) !== 0)).toEqual([])
  })
})

const brackets = (expr: string): number => expr.split(/[({[]/).length - expr.split(/[)}\]]/).length

describe('without containers', () => {
  const unit = read('deploy/systemd/guildhall@.service')

  test('the unit and its example set only valid settings, and contain no secret', () => {
    const known = new Set(Object.values(settings).map(({ env }) => env))
    const lines = [...read('deploy/systemd/guildhall.env').matchAll(/^([A-Z_]+)=(.*)$/gm)]
    expect(lines.map(([, name]) => name).filter((name) => !known.has(name ?? ''))).toEqual([])
    const values = Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]))
    expect([values.GUILDHALL_SECRET, values.DATABASE_URL, values.MAIL_URL]).toEqual(['', '', ''])
    expect(() => readConfig(values)).not.toThrow()
    const own = [...unit.matchAll(/\b((?:GUILDHALL|METRICS)_[A-Z_]+)=/g)].map(([, name]) => name)
    expect(own.filter((name) => !known.has(name ?? ''))).toEqual([])
  })

  test('systemd waits longer than a stop can take, and the unit starts what the build writes', () => {
    const { shutdownGrace } = readConfig({})
    const [, delay] = /^SHUTDOWN_DELAY_MS=(\d+)/m.exec(read('deploy/systemd/guildhall.env')) ?? []
    const [, seconds] = /^TimeoutStopSec=(\d+)/m.exec(unit) ?? []
    expect(Number(seconds) * 1000).toBeGreaterThan(Number(delay) + 2 * shutdownGrace + 5000)
    expect(unit).toMatch(/^ExecStart=\/usr\/bin\/node dist\/main\.js$/m)
  })

  test.each(['tls/Caddyfile', 'tls/nginx.conf'])('%s passes to the default port and asks for TLS', (name) => {
    const text = read(`deploy/${name}`)
    const { host, port } = readConfig({})
    expect(text).toContain(`${host}:${port}`)
    expect(text).toContain('Strict-Transport-Security')
    expect(brackets(text.replace(/#.*$/gm, ''))).toBe(0)
  })
})
