import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Logger } from 'pino'
import { readConfig } from '#kernel/config/config'
import type { Config } from '#kernel/config/settings'
import { sealer } from '#kernel/crypto/seal'
import type { Database } from '#kernel/database/database'
import { createLogger } from '#kernel/logging/logger'
import { type Clock, systemClock } from '#kernel/time/clock'
import type { Tenant } from '#prisma/client'
import type { InstallationSecret, KeyPurpose } from '#services/auth/installation-secret'
import { openFiles } from '#services/files/open-files'
import { accessTokens } from '#services/identity/access-token'
import type { Migrations } from '#services/migrations/migrations'
import { openOutbound } from '#services/outbound/outbound'
import { buildApp } from '#src/app'
import { ownMigrations } from '#src/installation/migrations/migrations'
import { makeCaller, type TestCaller } from './server/test-caller.ts'
import { openSharedInstallation, openTestInstallation, type TestInstallation } from './server/test-installation.ts'

export type { TestCaller } from './server/test-caller.ts'

export interface TestAppOptions {
  config?: Partial<Config>
  clock?: Clock
  /** Receives the log, for tests of it. */
  log?: Logger
  /** Additional routes, for tests of the kernel. */
  routes?: FastifyPluginAsync
  /**
   * An app and a database for this test file only, with no tenant in it: for tests that look at all tenants, run the
   * jobs of all, measure the database, listen on a port or break something.
   */
  own?: boolean
  /** Other migrations than those of the build. */
  migrations?: Migrations
  /** Another secret of the installation than that of the other tests. */
  secret?: InstallationSecret
  /** An existing database, for a second replica on it. */
  url?: string
}

export interface TestApp {
  app: FastifyInstance
  database: Database
  url: string
  /** Creates a tenant with a key that has the scopes (`admin` by default). */
  tenant(scopes?: string[]): Promise<TestCaller>
  /** The same, for tests of isolation: no other tenant has the ids of its records, and it has none of theirs. */
  foreignTenant(): Promise<TestCaller>
  /** Creates another key of the same tenant. */
  caller(tenant: Tenant, scopes: string[]): Promise<TestCaller>
  close(): Promise<void>
}

const KEY = Buffer.alloc(32, 7)

// TEST_LOG_LEVEL=error shows why a test got a 500.
const defaultLog = createLogger(process.env.TEST_LOG_LEVEL ?? 'silent', {
  write: (line) => void process.stderr.write(line),
})

/**
 * The application as production builds it. Files of a test process share one database, and where they ask for nothing
 * special one application: building it takes longer than most files. So each file works in tenants of its own.
 */
export const buildTestApp = async (options: TestAppOptions = {}): Promise<TestApp> => {
  const { own, url, clock = systemClock, ...special } = options
  if (own || url !== undefined) {
    const installation = await openTestInstallation(options.log ?? defaultLog, url)
    const app = await startApp(installation, options)
    return handleOf(installation, app, async () => {
      await app.close()
      await installation.close()
    })
  }
  const installation = await sharedInstallation()
  const lease = Object.keys(special).length === 0 ? leaseClock(clock) : undefined
  if (lease) return handleOf(installation, await sharedApp(), lease.release)
  const app = await startApp(installation, options)
  return handleOf(installation, app, () => app.close())
}

const startApp = async (installation: TestInstallation, options: TestAppOptions): Promise<FastifyInstance> => {
  const { database, credentials } = installation
  const config: Config = {
    ...readConfig({
      RATE_LIMIT_PER_CREDENTIAL: '1000000',
      RATE_LIMIT_PER_TENANT: '1000000',
      RATE_LIMIT_PER_ADDRESS: '1000000',
      // Tests solve hundreds of challenges.
      CAPTCHA_MAX_NUMBER: '1000',
    }),
    ...options.config,
  }
  const keysOf = (purpose: KeyPurpose): [Uint8Array, ...Uint8Array[]] => options.secret?.keys(purpose) ?? [KEY]
  const app = await buildApp({
    config,
    database,
    credentials,
    tokens: accessTokens(...keysOf('access-token')),
    sealer: sealer(...keysOf('sealed-records')),
    captchaKeys: keysOf('captcha'),
    // Tests query no name server: no name resolves.
    outbound: openOutbound(config.outboundAllowed, async () => []),
    files: await openFiles({ ...config, dataDir: testFolder() }),
    migrations: options.migrations ?? ownMigrations(),
    clock: options.clock ?? systemClock,
    log: options.log ?? defaultLog,
    readiness: { state: 'ready' },
  })
  if (options.routes) await app.register(options.routes)
  await app.ready()
  return app
}

const handleOf = (installation: TestInstallation, app: FastifyInstance, close: () => Promise<void>): TestApp => {
  const { database, url } = installation
  const caller = (tenant: Tenant, scopes: string[]) => makeCaller(app, database, tenant, scopes)
  return {
    app,
    database,
    url,
    caller,
    tenant: async (scopes = ['admin']) => caller(await installation.newTenant(), scopes),
    foreignTenant: async () => caller(await installation.foreignTenant(), ['admin']),
    close,
  }
}

/** Runs `make` at the first call only. Files of a process share the modules, so they share what this returns. */
const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** The folder of the files of this process. */
const testFolder = once(() => {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-test-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
})

// Neither is closed, because the process ends with its last file, and the run then drops the database.
const sharedInstallation = once(() => openSharedInstallation(defaultLog))
const sharedApp = once(async () =>
  startApp(await sharedInstallation(), { clock: { now: () => sharedClock.leased.now() } }),
)

const sharedClock = { leased: systemClock, leases: 0 }

/** The time of the shared app. Undefined if a test has already set the app to another clock. */
const leaseClock = (clock: Clock): { release: () => Promise<void> } | undefined => {
  if (sharedClock.leases > 0 && sharedClock.leased !== clock) return
  sharedClock.leased = clock
  sharedClock.leases++
  let isReleased = false
  const release = async () => {
    if (isReleased) return
    isReleased = true
    sharedClock.leases--
  }
  return { release }
}
