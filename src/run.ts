import { constants } from 'node:os'
import type { Logger } from 'pino'
import { listUnknownVariables, readConfig } from '#kernel/config/config'
import type { Config } from '#kernel/config/settings'
import { limitHeapGrowth } from '#kernel/http/memory'
import { createLogger, openLogOutput } from '#kernel/logging/logger'
import { hasTraces, listTracingWarnings, openTracing } from '#kernel/tracing/open-tracing'
import { reserveAddresses } from '#src/installation/reserve-address'
import { describeFailure } from './failure.ts'
import { welcome } from './first-start/welcome.ts'
import { type DatabaseServer, openInstallation } from './installation/installation.ts'
import { startServer } from './server.ts'
import { exitAtOnce, onSignals } from './signals.ts'

/**
 * The process: starts, prints its address, and stops on SIGTERM, SIGINT or SIGHUP. A second signal cuts running requests and
 * jobs, a third one ends it immediately.
 */
export const run = async (): Promise<void> => {
  limitHeapGrowth()
  const started = startedParts()
  let isStopping = false
  try {
    const config = readConfig(process.env)
    const log = createLogger(config.logLevel, openLogOutput(config.logFormat), hasTraces(config))
    for (const warning of [...listUnknownVariables(process.env), ...listTracingWarnings(process.env)]) log.warn(warning)
    const traces = await openTracing(config, log)
    if (traces) started.add(() => traces.close())
    const reserved = await reserveAddresses(config)
    const { installation, server: database } = await open(config, log, () => {
      isStopping = true
    })
    started.add(() => installation.close())
    const server = await startServer(installation, log, { reserved })
    started.add(() => server.stop())
    log.info({ role: config.role }, 'started')
    onSignals((signal) => {
      isStopping = true
      log.info({ signal }, 'stopping')
      const limit = config.shutdownDelay + 2 * config.shutdownGrace + 5000
      stop(started, () => leave(database, 1), log, limit)
    })
    await welcome(installation, server, log, () => isStopping)
  } catch (error) {
    // The stop has closed what the first start was using.
    if (isStopping) return
    process.stderr.write(`${describeFailure(error)}\n`)
    await started.stop().catch(() => undefined)
    // A connection that is still open must not keep a failed process alive.
    process.exit(1)
  }
}

/** A server waits so long for a PostgreSQL that starts or is busy. A command does not wait: somebody sees its message. */
const DATABASE_PATIENCE_MS = 30_000

interface StartedParts {
  add(stop: () => Promise<void>): void
  /** Stops all parts, the last one first. */
  stop(): Promise<void>
}

const startedParts = (): StartedParts => {
  const stops: (() => Promise<void>)[] = []
  return {
    add: (stop) => void stops.push(stop),
    stop: async () => {
      for (const stop of stops.splice(0).reverse()) await stop()
    },
  }
}

/**
 * Opens the installation. A signal before it is open ends the process, after an embedded database: that would outlive it, so one
 * that is still starting is awaited. A second signal ends the process immediately.
 */
const open = async (config: Config, log: Logger, onLeave: () => void) => {
  let requested: NodeJS.Signals | undefined
  let server: DatabaseServer | undefined
  const end = (signal: NodeJS.Signals) => {
    onLeave()
    leave(server, 128 + constants.signals[signal])
  }
  if (config.databaseUrl === '')
    onSignals((signal) => {
      requested = signal
      onSignals(exitAtOnce)
    })
  const onServer = (running: DatabaseServer) => {
    server = running
    if (requested) end(requested)
    else onSignals(end)
  }
  const installation = await openInstallation(config, log, onServer, DATABASE_PATIENCE_MS)
  return { installation, server }
}

/** Ends the process without waiting for its work. An embedded PostgreSQL would outlive the process. */
const leave = (database: DatabaseServer | undefined, code: number): void => {
  onSignals(exitAtOnce)
  const exit = () => process.exit(code)
  if (database) database.stop().then(exit, exit)
  else exit()
}

/**
 * @param cut ends the process without waiting for its work
 * @param limit milliseconds after which jobs are cut
 */
const stop = (started: StartedParts, cut: () => void, log: Logger, limit: number): void => {
  onSignals(cut)
  // A job that does not end in time counts as interrupted; another worker runs it again.
  setTimeout(() => {
    log.warn('jobs still ran at the end of the grace period and were cut')
    cut()
  }, limit).unref()
  started.stop().then(
    () => log.info('stopped'),
    (error) => {
      log.error({ err: error }, 'could not stop cleanly')
      process.exit(1)
    },
  )
}
