import type { Logger } from 'pino'
import { readConfig, unknownVariables } from '#kernel/config/config'
import { limitHeapGrowth } from '#kernel/http/memory'
import { reserveAddresses } from '#kernel/http/reserve-address'
import { createLogger, openLogOutput } from '#kernel/logging/logger'
import { openTracing } from '#kernel/tracing/open-tracing'
import { describeFailure } from './failure.ts'
import { welcome } from './first-start/welcome.ts'
import { type DatabaseServer, openInstallation } from './installation/installation.ts'
import { startServer } from './server.ts'
import { exitAtOnce, onSignals } from './signals.ts'

/** The process: starts, prints its address, and stops on SIGTERM or SIGINT. A second signal ends it immediately. */
export const run = async (): Promise<void> => {
  limitHeapGrowth()
  const started = startedParts()
  let isStopping = false
  try {
    const config = readConfig(process.env)
    const traces = await openTracing(process.env)
    if (traces) started.add(() => traces.close())
    const log = createLogger(config.logLevel, openLogOutput(config.logFormat))
    for (const warning of unknownVariables(process.env)) log.warn(warning)
    const reserved = await reserveAddresses(config)
    const installation = await openInstallation(config, log, (database) =>
      onSignals((signal) => {
        isStopping = true
        leave(signal, database)
      }),
    )
    started.add(() => installation.close())
    const server = await startServer(installation, log, { reserved })
    started.add(() => server.stop())
    onSignals((signal) => {
      isStopping = true
      stop(signal, started, log, config.shutdownDelay + 2 * config.shutdownGrace + 5000)
    })
    await welcome(installation, server, log)
  } catch (error) {
    // The stop has closed what the first start was using.
    if (isStopping) return
    process.stderr.write(`${describeFailure(error)}\n`)
    await started.stop().catch(() => undefined)
    // A connection that is still open must not keep a failed process alive.
    process.exit(1)
  }
}

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

/** Ends a start that is not complete: an embedded PostgreSQL would outlive the process. */
const leave = (signal: NodeJS.Signals, database: DatabaseServer): void => {
  onSignals(exitAtOnce)
  const exit = () => exitAtOnce(signal)
  database.stop().then(exit, exit)
}

/** @param limit milliseconds after which jobs are cut */
const stop = (signal: NodeJS.Signals, started: StartedParts, log: Logger, limit: number): void => {
  onSignals(() => process.exit(1))
  log.info({ signal }, 'stopping')
  // A job that does not end in time counts as interrupted; another worker runs it again.
  setTimeout(() => {
    log.warn('jobs still ran at the end of the grace period and were cut')
    process.exit(1)
  }, limit).unref()
  started.stop().then(
    () => log.info('stopped'),
    (error) => {
      log.error({ err: error }, 'could not stop cleanly')
      process.exit(1)
    },
  )
}
