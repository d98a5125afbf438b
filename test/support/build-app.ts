import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyPluginAsync, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Logger } from 'pino'
import { tenantSeeds } from '#areas/index'
import { accessTokens } from '#kernel/auth/access-token'
import { hashToken, makeToken } from '#kernel/auth/api-key'
import { openCredentials } from '#kernel/auth/credential-service'
import { readConfig } from '#kernel/config/config'
import type { Config } from '#kernel/config/settings'
import { sealer } from '#kernel/crypto/seal'
import { type Database, openDatabase } from '#kernel/database/database'
import { createLogger } from '#kernel/logging/logger'
import { openOutbound } from '#kernel/outbound/outbound'
import { provisionTenant } from '#kernel/tenancy/provision'
import { type Clock, systemClock } from '#kernel/time/clock'
import type { Tenant } from '#prisma/client'
import { buildApp } from '#src/app'
import { createTestDatabase } from './database.ts'

export interface TestAppOptions {
  config?: Partial<Config>
  clock?: Clock
  /** An existing database, for a second replica on it. */
  url?: string
  /** What is logged, for tests of that. */
  log?: Logger
  /** Routes of the test's own, to see the kernel at work. */
  routes?: FastifyPluginAsync
}

/** A caller: a tenant and a credential of its own. */
export interface TestCaller {
  tenant: Tenant
  /** The API key, whole. */
  key: string
  permissionId: number
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  post(url: string, body?: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  delete(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
}

export interface TestApp {
  app: FastifyInstance
  database: Database
  url: string
  /** A new tenant with a key that holds the scopes (`admin` where none are named). */
  tenant(scopes?: string[]): Promise<TestCaller>
  /** Another key of the same tenant. */
  caller(tenant: Tenant, scopes: string[]): Promise<TestCaller>
  close(): Promise<void>
}

const KEY = Buffer.alloc(32, 7)

/** The application as production builds it, on a database of its own. */
export const buildTestApp = async (options: TestAppOptions = {}): Promise<TestApp> => {
  const own = options.url === undefined ? await createTestDatabase() : undefined
  const url = options.url ?? own?.url ?? ''
  const database = openDatabase({ url, poolSize: 6, statementTimeout: 20_000, onError: () => undefined })
  // TEST_LOG_LEVEL=error shows why a test got a 500.
  const log =
    options.log ??
    createLogger(process.env.TEST_LOG_LEVEL ?? 'silent', { write: (line) => void process.stderr.write(line) })
  const credentials = await openCredentials(database, log)
  const config: Config = {
    ...readConfig({
      RATE_LIMIT_PER_CREDENTIAL: '1000000',
      RATE_LIMIT_PER_TENANT: '1000000',
      RATE_LIMIT_PER_ADDRESS: '1000000',
    }),
    ...options.config,
  }
  const app = await buildApp({
    config,
    database,
    credentials,
    tokens: accessTokens(KEY),
    sealer: sealer(KEY),
    // Tests ask no name server: no name leads anywhere.
    outbound: openOutbound(config.outboundAllowed, async () => []),
    clock: options.clock ?? systemClock,
    log,
    readiness: { draining: false },
  })
  if (options.routes) await app.register(options.routes)
  await app.ready()
  const caller = (tenant: Tenant, scopes: string[]) => makeCaller(app, database, tenant, scopes)
  return {
    app,
    database,
    url,
    caller,
    tenant: async (scopes = ['admin']) => {
      const key = `t-${randomBytes(5).toString('hex')}`
      return caller(await provisionTenant(database, { key, name: `Tenant ${key}` }, tenantSeeds), scopes)
    },
    close: async () => {
      await app.close()
      await credentials.close()
      await database.close()
      await own?.drop()
    },
  }
}

const makeCaller = async (
  app: FastifyInstance,
  { system }: Database,
  tenant: Tenant,
  scopes: string[],
): Promise<TestCaller> => {
  const key = makeToken('ghk')
  const permission = await system.applicationPermission.create({
    data: {
      tenantId: tenant.id,
      kind: 'apikey',
      applicationName: 'test',
      scopes,
      createdBy: 'system',
      secrets: { create: { hash: hashToken(key), hint: key.slice(-4) } },
    },
  })
  const call = (
    method: NonNullable<InjectOptions['method']>,
    url: string,
    headers: Record<string, string> = {},
    body?: unknown,
  ) =>
    app.inject({
      method,
      url,
      headers: {
        authorization: `ApiKey ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  return {
    tenant,
    key,
    permissionId: permission.id,
    get: (url, headers) => call('GET', url, headers),
    post: (url, body, headers) => call('POST', url, headers, body ?? {}),
    delete: (url, headers) => call('DELETE', url, headers),
  }
}
