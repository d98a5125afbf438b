import { welcome } from './first-start/welcome.ts'
import { openInstallation } from './installation.ts'
import { ConfigError, readConfig } from './kernel/config/config.ts'
import { createLogger } from './kernel/logging/logger.ts'
import { startServer } from './server.ts'

/** The process: starts, tells where it is, and stops on SIGTERM or SIGINT. A second signal ends it at once. */
const main = async (): Promise<void> => {
  const config = readConfig(process.env)
  const log = createLogger(config.logLevel)
  const installation = await openInstallation(config, log)
  const server = await startServer(installation, log).catch(async (error: unknown) => {
    await installation.close()
    throw error
  })
  let stopping = false
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1)
    stopping = true
    log.info({ signal }, 'stopping')
    await server.stop()
    await installation.close()
    log.info('stopped')
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop(signal).catch((error) => {
        log.error({ err: error }, 'could not stop cleanly')
        process.exit(1)
      })
    })
  }
  await welcome(installation, server, log)
}

main().catch((error: Error) => {
  const isOurs = error instanceof ConfigError || 'advice' in error
  process.stderr.write(`${isOurs ? error.message : (error.stack ?? error.message)}\n`)
  process.exitCode = 1
})
