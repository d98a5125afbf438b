// A worker in a process of its own, to be killed: everything as in production.
import { openInstallation } from '../../src/installation.ts'
import { readConfig } from '../../src/kernel/config/config.ts'
import { createLogger } from '../../src/kernel/logging/logger.ts'
import { startServer } from '../../src/server.ts'

const config = readConfig({ ...process.env, GUILDHALL_ROLE: 'worker' })
const log = createLogger(config.logLevel)
await startServer(await openInstallation(config, log), log)
process.send?.('working')
