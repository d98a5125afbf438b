// A worker in a separate process, to be killed: everything as in production.

import { readConfig } from '#kernel/config/config'
import { createLogger } from '#kernel/logging/logger'
import { openInstallation } from '#src/installation/installation'
import { startServer } from '#src/server'

const config = readConfig({ ...process.env, GUILDHALL_ROLE: 'worker' })
const log = createLogger(config.logLevel)
await startServer(await openInstallation(config, log), log)
process.send?.('working')
