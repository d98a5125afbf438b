import { constants } from 'node:os'
import { ConfigError, readConfig } from '#kernel/config/config'
import { bufferedOutput, createLogger } from '#kernel/logging/logger'
import { welcome } from './first-start/welcome.ts'
import { openInstallation } from './installation/installation.ts'
import { startServer } from './server.ts'

/** The process: starts, prints its address, and stops on SIGTERM or SIGINT. A second signal ends it immediately. */
const main = async (): Promise<void> => {
  // A signal that process 1 of a container does not handle does not end it, and the start can take a while.
  onSignals(exitAtOnce)
  const config = readConfig(process.env)
  const log = createLogger(config.logLevel, bufferedOutput())
  const installation = await openInstallation(config, log)
  const server = await startServer(installation, log).catch(async (error: unknown) => {
    await installation.close()
    throw error
  })
  const stop = async (signal: NodeJS.Signals) => {
    onSignals(() => process.exit(1))
    log.info({ signal }, 'stopping')
    // A job that does not end in time counts as interrupted; another worker runs it again.
    setTimeout(
      () => {
        log.warn('jobs still ran at the end of the grace period and were cut')
        process.exit(1)
      },
      config.shutdownDelay + 2 * config.shutdownGrace + 5000,
    ).unref()
    await server.stop()
    await installation.close()
    log.info('stopped')
  }
  onSignals((signal) => {
    stop(signal).catch((error) => {
      log.error({ err: error }, 'could not stop cleanly')
      process.exit(1)
    })
  })
  await welcome(installation, server, log)
}

/** Sets the handlers of SIGTERM and SIGINT. */
const onSignals = (react: (signal: NodeJS.Signals) => void): void => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.removeAllListeners(signal).on(signal, react)
}

/** The exit code that a shell reports for a process that a signal has ended. */
const exitAtOnce = (signal: NodeJS.Signals): never => process.exit(128 + constants.signals[signal])

/** Advice for outside reasons of a failed start, by the codes of Node and PostgreSQL. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'PostgreSQL does not respond. Check DATABASE_URL, and that it is running.',
  ENOTFOUND: 'The host of DATABASE_URL is unknown. Correct DATABASE_URL.',
  ETIMEDOUT: 'PostgreSQL does not respond. Check DATABASE_URL and the network.',
  '28P01': 'PostgreSQL rejected the user name or password of DATABASE_URL. Correct them.',
  '3D000': 'The database of DATABASE_URL does not exist. Create it, or correct DATABASE_URL.',
  '57P03': 'PostgreSQL is starting or stopping. Try again.',
  EADDRINUSE: 'Another process uses the port. Set PORT or METRICS_PORT.',
  EACCES: 'This user lacks a right. Check PORT and the data directory.',
}

const explain = (error: Error & { code?: string }): string => {
  if (error instanceof ConfigError || 'advice' in error) return error.message
  const reason = REASONS[error.code ?? '']
  return reason ? `${reason}${error.message && ` (${error.message})`}` : (error.stack ?? error.message)
}

main().catch((error: Error) => {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
})
