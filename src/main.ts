import { constants } from 'node:os'
import { welcome } from './first-start/welcome.ts'
import { openInstallation } from './installation.ts'
import { ConfigError, readConfig } from './kernel/config/config.ts'
import { createLogger } from './kernel/logging/logger.ts'
import { startServer } from './server.ts'

/** The process: starts, tells where it is, and stops on SIGTERM or SIGINT. A second signal ends it at once. */
const main = async (): Promise<void> => {
  // Process 1 of a container is ended by no signal that it does not handle, and starting may take a while.
  onSignals(exitAtOnce)
  const config = readConfig(process.env)
  const log = createLogger(config.logLevel)
  const installation = await openInstallation(config, log)
  const server = await startServer(installation, log).catch(async (error: unknown) => {
    await installation.close()
    throw error
  })
  const stop = async (signal: NodeJS.Signals) => {
    onSignals(() => process.exit(1))
    log.info({ signal }, 'stopping')
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

main().catch((error: Error) => {
  const isOurs = error instanceof ConfigError || 'advice' in error
  process.stderr.write(`${isOurs ? error.message : (error.stack ?? error.message)}\n`)
  process.exitCode = 1
})
