import type { Logger } from 'pino'
import { listTracingWarnings } from '#kernel/tracing/open-tracing'
import { checkDatabaseOf } from './database.ts'
import { checked, type Finding, ok } from './finding.ts'
import { checkFolder, checkPorts, checkSecretFile, checkSettings } from './machine.ts'
import { checkFiles, checkMail, checkTraces } from './services.ts'

/**
 * Checks an installation: settings, folders, ports, database, background work, mail, files and traces. It applies no migration
 * and changes no record. A check that fails does not prevent the others.
 */
export const examine = async (env: Readonly<Record<string, string | undefined>>, log: Logger): Promise<Finding[]> => {
  const node = ok('node', `Node.js ${process.versions.node} is supported.`)
  const { config, findings } = checkSettings(env)
  if (!config) return [node, ...findings]
  return [
    node,
    ...findings,
    checkSecretFile(config),
    checkFolder('data', config.dataDir),
    ...(await checked('ports', () => checkPorts(config))),
    ...(await checkDatabaseOf(config, log)),
    ...(await checked('mail', () => checkMail(config))),
    ...(await checked('files', () => checkFiles(config))),
    ...(await checked('traces', () => checkTraces(config, listTracingWarnings(env)))),
  ]
}
