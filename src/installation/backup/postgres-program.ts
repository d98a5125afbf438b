import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '#kernel/errors/operator-error'

type ProgramName = 'pg_dump' | 'pg_restore'

const DEBIAN = '/usr/lib/postgresql'

/** The possible paths of a program: POSTGRES_BIN, those of Debian's packages with the newest first, and PATH. */
const candidatesOf = (name: ProgramName): string[] => {
  const { POSTGRES_BIN } = process.env
  if (POSTGRES_BIN) return [join(POSTGRES_BIN, name)]
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number).filter(Boolean) : []
  return [...versions.sort((a, b) => b - a).map((version) => join(DEBIAN, String(version), 'bin', name)), name]
}

const versionOf = (path: string): number | undefined => {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  return status === 0 ? Number(/\) (\d+)/.exec(stdout)?.[1]) : undefined
}

/**
 * Finds a program of PostgreSQL that works with a server of this major version.
 * @throws OperatorError that says what to install
 */
export const findProgram = (name: ProgramName, major: number): string => {
  const found = candidatesOf(name).map((path) => ({ path, version: versionOf(path) }))
  const fitting = found.find(({ version }) => version !== undefined && version >= major)
  if (fitting) return fitting.path
  const newest = found.find(({ version }) => version !== undefined)
  const state = newest ? `is of version ${newest.version}` : 'is not installed'
  throw new OperatorError(
    `${name} of PostgreSQL ${major} or newer is needed, but it ${state}. Install postgresql-client-${major}, or set ` +
      'POSTGRES_BIN to the folder of the programs.',
  )
}

/** The environment with which a program connects. A password in its arguments would be visible to every user. */
const environmentOf = (url: string): NodeJS.ProcessEnv => {
  const { hostname, port, username, password, pathname, searchParams: options } = new URL(url)
  const given = (name: string, value: string | null) => (value ? { [name]: value } : {})
  return {
    ...process.env,
    PGAPPNAME: 'guildhall backup',
    ...given('PGHOST', options.get('host') ?? hostname.replace(/^\[|\]$/g, '')),
    ...given('PGPORT', port),
    ...given('PGUSER', decodeURIComponent(username)),
    ...given('PGPASSWORD', decodeURIComponent(password)),
    ...given('PGDATABASE', decodeURIComponent(pathname.slice(1))),
    ...given('PGSSLMODE', options.get('sslmode')),
    ...given('PGSSLROOTCERT', options.get('sslrootcert')),
  }
}

/**
 * Runs a program of PostgreSQL on a database, and returns its output.
 * @throws OperatorError with what the program has written
 */
export const runProgram = (path: string, args: readonly string[], url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(path, args, { env: environmentOf(url), stdio: ['ignore', 'pipe', 'pipe'] })
    let out = ''
    let err = ''
    child.stdout.on('data', (part) => {
      out += part
    })
    child.stderr.on('data', (part) => {
      err += part
    })
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve(out) : reject(new OperatorError(failureOf(path, err)))))
  })

const failureOf = (path: string, text: string): string => `${path} failed: ${text.trim().slice(0, 2000)}`
