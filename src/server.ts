import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { failureReports } from '#areas/integration/logs/failures/failure-reports.service'
import {
  areaRetention,
  cronTasks,
  figures,
  fileTasks,
  linkTasks,
  loops,
  mailExtensions,
  outsideTasks,
  sealedColumns,
  subscribers,
  tasks,
} from '#areas/joined'
import { type Config, METRICS_PORT } from '#kernel/config/settings'
import { sealer } from '#kernel/crypto/seal'
import { resealing } from '#kernel/crypto/sealed-columns'
import type { Readiness } from '#kernel/http/health'
import { collectWhenIdle } from '#kernel/http/memory'
import { retention } from '#kernel/jobs/retention'
import type { Worker } from '#kernel/jobs/worker'
import { createMetrics, type Metrics, serveMetrics } from '#kernel/metrics/metrics'
import { warmThread } from '#kernel/threads/thread'
import { systemClock } from '#kernel/time/clock'
import { productVersion } from '#services/archive/product-version'
import { type CredentialService, openCredentials } from '#services/auth/credential-service'
import { type Files, openFiles } from '#services/files/open-files'
import { accessTokens } from '#services/identity/access-token'
import { loginMailTasks } from '#services/identity/mail/mail-login'
import { memberLinkTasks } from '#services/identity/members/member-links'
import { expiredIdentity } from '#services/identity/retention'
import { mailRetention } from '#services/mail/sending/mail-retention'
import { mailTasks } from '#services/mail/sending/send-mail'
import { migrationTasks } from '#services/migrations/migrate-database'
import { openOutbound } from '#services/outbound/outbound'
import {
  listenFault,
  type ReservedAddress,
  type ReservedAddresses,
  WEB_SETTINGS,
} from '#src/installation/reserve-address'
import { buildApp } from './app.ts'
import type { Installation } from './installation/installation.ts'
import { ownMigrations } from './installation/migrations/migrations.ts'

/** A running process: web, worker or both. */
export interface RunningServer {
  /** The address of the server; undefined for a worker without web. */
  readonly address: string | undefined
  /** Reports readiness from now on: the first start is complete. */
  open(): void
  /** Ends readiness first, then lets running requests and jobs finish, then closes connections. */
  stop(): Promise<void>
}

export interface ServerOptions {
  /** The addresses that were reserved for this server. */
  reserved?: ReservedAddresses
}

/** Starts the roles of this process (GUILDHALL_ROLE) on an open installation, which stays open when it stops. */
export const startServer = async (
  installation: Installation,
  log: Logger,
  { reserved }: ServerOptions = {},
): Promise<RunningServer> => {
  const { config, database } = installation
  const metrics = createMetrics(database, figures, productVersion())
  const readiness: Readiness = { state: 'starting' }
  const started: { stop(): Promise<unknown> }[] = []
  const stop = async () => {
    for (const part of started.reverse()) await part.stop()
  }
  try {
    const files = await openFiles(config)
    log.info({ store: files.store.name }, 'files are stored')
    await reserved?.metrics.release()
    const metricsServer = await openMetrics(metrics, config, log)
    started.push({ stop: async () => metricsServer.close() })
    await warmThread()
    if (config.role !== 'web') {
      const jobs = await startJobs(installation, files, log)
      metrics.observeRunners(jobs.runners)
      started.push(jobs)
    }
    const isWeb = config.role !== 'worker'
    const web = isWeb
      ? await startWeb(installation, { files, metrics, readiness, reserved: reserved?.web }, log)
      : undefined
    if (web) started.push(web)
    const open = () => {
      if (readiness.state === 'starting') readiness.state = 'ready'
    }
    return { address: web?.address, open, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Lets two installations start on one machine: only a configured metrics address must be available. */
const openMetrics = async ({ registry }: Metrics, { metricsHost, metricsPort }: Config, log: Logger) => {
  try {
    return await serveMetrics(registry, metricsHost, metricsPort)
  } catch (error) {
    if (metricsPort !== METRICS_PORT || (error as { code?: string }).code !== 'EADDRINUSE') throw error
    const server = await serveMetrics(registry, metricsHost, 0)
    log.warn({ address: server.address() }, `port ${METRICS_PORT} is already in use: metrics are served on another`)
    return server
  }
}

const startJobs = async ({ config, database, secret }: Installation, files: Files, log: Logger): Promise<Worker> => {
  const recordSealer = sealer(...secret.keys('sealed-records'))
  const outbound = openOutbound(config.outboundAllowed)
  // A process without jobs does not load their libraries.
  const [{ startWorker }, { openMail }] = await Promise.all([
    import('#kernel/jobs/worker'),
    import('#services/mail/open-mail'),
  ])
  const mail = openMail(config, recordSealer)
  log.info({ to: mail.transport.name }, 'mail is sent')
  const worker = await startWorker({
    context: { database, clock: systemClock, log },
    tasks: {
      ...tasks,
      ...fileTasks(files),
      ...linkTasks(mail.origin),
      ...memberLinkTasks(mail.origin),
      ...migrationTasks(ownMigrations()),
    },
    waitingTasks: {
      ...mailTasks(mail, mailExtensions(files)),
      ...loginMailTasks(mail),
      ...outsideTasks({
        sealer: recordSealer,
        processorUrl: config.processorUrl,
        files,
        outbound,
        connectorConfig: config,
      }),
    },
    cron: [
      retention(config.eventRetentionDays, expiredIdentity),
      mailRetention(config.mailRetentionDays),
      ...areaRetention(config),
      resealing(recordSealer, sealedColumns),
      ...cronTasks,
    ],
    subscribers,
    loops: loops({ outbound, sealer: recordSealer }),
    reports: failureReports,
    concurrency: config.jobConcurrency,
  })
  return {
    runners: worker.runners,
    stop: async () => {
      await worker.stop()
      mail.transport.close()
    },
  }
}

interface WebOptions {
  files: Files
  metrics: Metrics
  readiness: Readiness
  reserved: ReservedAddress | undefined
}

const startWeb = async (
  { config, database, secret }: Installation,
  { files, metrics, readiness, reserved }: WebOptions,
  log: Logger,
) => {
  const credentials = await openCredentials(database, log)
  try {
    const app = await buildApp({
      config,
      database,
      credentials,
      tokens: accessTokens(...secret.keys('access-token')),
      sealer: sealer(...secret.keys('sealed-records')),
      captchaKeys: secret.keys('captcha'),
      outbound: openOutbound(config.outboundAllowed),
      files,
      migrations: ownMigrations(),
      clock: systemClock,
      log,
      readiness,
      metrics,
    })
    const stopCollecting = collectWhenIdle()
    app.addHook('onClose', async () => stopCollecting())
    await app.ready()
    await reserved?.release()
    await app.listen({ host: config.host, port: config.port })
    return { address: addressOf(app), stop: () => drain({ app, credentials, readiness, config, log }) }
  } catch (error) {
    // Its connection would keep the process alive.
    await credentials.close()
    throw listenFault(error, config, WEB_SETTINGS)
  }
}

interface Web {
  app: FastifyInstance
  credentials: CredentialService
  readiness: Readiness
  config: Config
  log: Logger
}

const drain = async ({ app, credentials, readiness, config, log }: Web): Promise<void> => {
  readiness.state = 'draining'
  await sleep(config.shutdownDelay)
  const overdue = setTimeout(() => {
    log.warn('requests still ran at the end of the grace period and were cut')
    app.server.closeAllConnections()
  }, config.shutdownGrace)
  // A connection whose response was sent before its body arrived becomes idle only now, and would delay the end.
  const idle = setInterval(() => app.server.closeIdleConnections(), 250)
  await app.close()
  clearInterval(idle)
  clearTimeout(overdue)
  await credentials.close()
}

const addressOf = (app: FastifyInstance): string => {
  const { address, family, port } = app.server.address() as AddressInfo
  const host = address === '::' || address === '0.0.0.0' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
  return `http://${host}:${port}`
}
