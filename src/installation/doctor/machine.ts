import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { ConfigError, listUnknownVariables, readConfig } from '#kernel/config/config'
import { type Config, METRICS_PORT } from '#kernel/config/settings'
import { type Finding, fail, ok, warn } from './finding.ts'

type Env = Readonly<Record<string, string | undefined>>

const LOOPBACK = /^(localhost|127\.|::1$)/

/** Checks the settings. The configuration is absent if they cannot be read. */
export const checkSettings = (env: Env): { config?: Config; findings: Finding[] } => {
  const subject = 'configuration'
  const unknown = listUnknownVariables(env).map((warning) => warn(subject, warning, 'Correct or remove it.'))
  try {
    const config = readConfig(env)
    return { config, findings: [...unknown, ...settingFindings(config), ok(subject, 'All settings can be read.')] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { findings: [...unknown, fail(subject, error.message, 'List the settings with: guildhall config')] }
  }
}

const settingFindings = ({ publicUrl, host, trustProxy, secretPrevious }: Config): Finding[] => {
  const findings: Finding[] = []
  if (publicUrl === '' && !LOOPBACK.test(host))
    findings.push(
      warn('configuration', 'PUBLIC_URL is not set: sign-in and OAuth are off.', 'Set it to the address of clients.'),
    )
  if (publicUrl.startsWith('https:') && LOOPBACK.test(host) && trustProxy === '')
    findings.push(
      warn('configuration', 'TRUST_PROXY is not set: all clients count as one address.', 'List your proxy in it.'),
    )
  if (secretPrevious !== '')
    findings.push(
      warn('secret', 'GUILDHALL_SECRET_PREVIOUS is set.', 'Remove it when the change of the secret is complete.'),
    )
  return findings
}

const MIN_FREE = 200e6
const LOW_FREE = 2e9

/** The existing folder in which a path is or would be created. */
const existingAbove = (path: string): string => {
  let at = resolve(path)
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at)
  return at
}

/** Checks that a folder can be written to, and the space of its disk. */
export const checkFolder = (subject: string, path: string): Finding => {
  const at = existingAbove(path)
  try {
    accessSync(at, constants.W_OK | constants.X_OK)
  } catch {
    return fail(subject, `${path} cannot be written to.`, `Give this user write access to ${at}.`)
  }
  const { bavail, bsize } = statfsSync(at)
  const free = bavail * bsize
  const text = `${path} can be written to, and its disk has ${size(free)} free`
  if (free < MIN_FREE) return fail(subject, `${text}.`, 'Free space, or move the folder to a larger disk.')
  return free < LOW_FREE ? warn(subject, `${text}.`, 'Free space soon.') : ok(subject, `${text}.`)
}

const size = (bytes: number): string =>
  bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(bytes < 1e10 ? 1 : 0)} GB`

/** Checks the file of the secret: without it, or readable for others, the installation is in danger. */
export const checkSecretFile = ({ secret, dataDir }: Config): Finding => {
  if (secret !== '') return ok('secret', 'GUILDHALL_SECRET is set.')
  const path = join(dataDir, 'secret-key')
  if (!existsSync(path))
    return warn('secret', `${path} does not exist yet.`, 'The first start creates it. Replicas need GUILDHALL_SECRET.')
  const mode = statSync(path).mode & 0o777
  if ((mode & 0o077) !== 0 && process.platform !== 'win32')
    return fail('secret', `Other users can read ${path}.`, `Run: chmod 600 ${path}`)
  return ok('secret', `${path} contains it. Keep a copy apart from the backups.`)
}

/** Checks the ports of the process: one that Guildhall uses is as good as a free one. */
export const checkPorts = async ({ role, host, port, metricsHost, metricsPort }: Config): Promise<Finding[]> => [
  ...(role === 'worker' ? [] : [await checkPort('PORT', host, port, '/health/live')]),
  ...(metricsPort === 0 || metricsPort === METRICS_PORT
    ? []
    : [await checkPort('METRICS_PORT', metricsHost, metricsPort, '/metrics')]),
]

const checkPort = async (setting: string, host: string, port: number, path: string): Promise<Finding> => {
  const subject = 'ports'
  const at = `${setting} ${port} of ${host}`
  if (port === 0 || (await isFree(host, port))) return ok(subject, `${at} is free: no server runs there now.`)
  const local = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host
  const response = await fetch(`http://${local}:${port}${path}`, { signal: AbortSignal.timeout(3000) }).catch(
    () => undefined,
  )
  if (response?.ok) return ok(subject, `A server responds at ${at}.`)
  return fail(subject, `${at} is in use by another program.`, `Stop it, or set ${setting} to another port.`)
}

const isFree = (host: string, port: number): Promise<boolean> =>
  new Promise((settle) => {
    const server = createServer()
    server.once('error', () => settle(false))
    server.listen(port, host, () => server.close(() => settle(true)))
  })
