import { isAbsolute, relative } from 'node:path'
import type { Logger } from 'pino'
import type { Installation } from '../installation/installation.ts'
import type { RunningServer } from '../server.ts'
import type { FirstStart } from './demo-tenant.ts'
import { isDemoIncomplete, isFirstStart } from './first-start.ts'

/**
 * Does the work of a first start that a first request needs, then reports readiness and prints the address of the server
 * and how to use it. The rest of the demonstration follows. Secrets stay in their files.
 * @param isStopping whether the process is ending, which interrupts the demonstration
 */
export const welcome = async (
  installation: Installation,
  server: RunningServer,
  log: Logger,
  isStopping: () => boolean,
): Promise<void> => {
  const { config } = installation
  const first = config.demo && (await isFirstStart(installation.database)) ? await begin(installation, log) : undefined
  server.open()
  const say = (words: string) => {
    if (server.address !== undefined) process.stdout.write(words)
  }
  const address = config.publicUrl === '' ? (server.address ?? '') : config.publicUrl.replace(/\/$/, '')
  say(first ? firstWords(address, first) : laterWords(address))
  if (!config.demo || !(await isDemoIncomplete(installation.database))) return
  if (await complete(installation, log, isStopping)) say('\nThe demonstration is complete.\n')
}

/** A server that already responds does not end because of its demonstration. */
const complete = async (installation: Installation, log: Logger, isStopping: () => boolean): Promise<boolean> => {
  try {
    const { completeDemo } = await import('./demo-tenant.ts')
    return await completeDemo(installation, log)
  } catch (error) {
    const message = 'the demonstration is incomplete: the next start continues'
    // The stop has closed the connections of the load.
    if (isStopping()) log.info(message)
    else log.warn({ err: error }, message)
    return false
  }
}

/** Loads modules that only a first start needs. */
const begin = async (installation: Installation, log: Logger): Promise<FirstStart | undefined> => {
  const { makeDemoTenant } = await import('./demo-tenant.ts')
  return makeDemoTenant(installation, log)
}

const laterWords = (address: string): string => `
Guildhall runs at ${address}
API reference:       ${address}/reference
Guides:              ${address}/
`

const firstWords = (address: string, { keyFile, loginFile, email }: FirstStart): string => `${laterWords(address)}
This is the first start: there is a tenant "demo" now, with made-up people and organizations. Their memberships,
events, invoices, tasks and workflows follow within a minute.
  API key:      ${near(keyFile)}
  Staff login:  ${email}, its password is in ${near(loginFile)}

A first request:
  curl -s -H "Authorization: ApiKey $(cat ${near(keyFile)})" '${address}/api/contacts?$top=5'

Stop with Ctrl-C. The data stays, in ${near(installationFolder(keyFile))}.
`

const installationFolder = (file: string): string => file.replace(/[\\/][^\\/]*$/, '')

/** The shortest path from the current folder. */
const near = (path: string): string => {
  const short = relative(process.cwd(), path)
  return short === '' || short.startsWith('..') || isAbsolute(short) ? path : short
}
