import { constants } from 'node:os'
import { ConfigError, readConfig } from '#kernel/config/config'
import { bufferedOutput, createLogger } from '#kernel/logging/logger'
import { welcome } from './first-start/welcome.ts'
import { openInstallation } from './installation/installation.ts'
import { startServer } from './server.ts'

/** The process: starts, tells where it is, and stops on SIGTERM or SIGINT. A second signal ends it at once. */
const main = async (): Promise<void> => {
  // Process 1 of a container is ended by no signal that it does not handle, and starting may take a while.
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
    // A job that does not end is left to another worker: it counts as cut off, and is run again.
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

/** Sets what SIGTERM and SIGINT do from now on. */
const onSignals = (react: (signal: NodeJS.Signals) => void): void => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.removeAllListeners(signal).on(signal, react)
}

/** As a shell reports a process that a signal has ended. */
const exitAtOnce = (signal: NodeJS.Signals): never => process.exit(128 + constants.signals[signal])

/** What to look at, where the reason for not starting is outside. By the codes of Node and PostgreSQL. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'PostgreSQL does not answer: check DATABASE_URL, and that it runs.',
  ENOTFOUND: 'The host of DATABASE_URL is not known.',
  ETIMEDOUT: 'PostgreSQL does not answer: check DATABASE_URL, and what lies between.',
  '28P01': 'PostgreSQL refused the user name or password of DATABASE_URL.',
  '3D000': 'The database of DATABASE_URL does not exist.',
  '57P03': 'PostgreSQL is still starting, or stopping.',
  EADDRINUSE: 'Another process listens there: set PORT, or METRICS_PORT.',
  EACCES: 'This user may not: look at PORT and at the data directory.',
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
