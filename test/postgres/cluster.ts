import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

const DEBIAN = '/usr/lib/postgresql'

/** The folder of PostgreSQL's programs, of the newest version that is installed. */
export const binaries = (): string => {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number) : []
  const folder = process.env.POSTGRES_BIN ?? join(DEBIAN, String(Math.max(...versions)), 'bin')
  if (existsSync(join(folder, 'pg_restore')) && existsSync(join(folder, 'initdb'))) return folder
  throw new Error(
    'PostgreSQL is not installed. Run: apt-get install postgresql pgbouncer haproxy, or set POSTGRES_BIN.',
  )
}

/** Neither PostgreSQL nor PgBouncer runs as root: then they run as the user postgres. */
export const account = (): { uid?: number; gid?: number } => {
  if (process.getuid?.() !== 0) return {}
  const ask = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: ask('-u'), gid: ask('-g') }
}

/** A new folder that the account can write to. */
export const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-postgres-'))
  const { uid, gid } = account()
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  chmodSync(folder, 0o755)
  return folder
}

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Whether a server accepts connections at a port. */
export const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('connect', () => socket.destroy()).on('error', () => resolve(false))
  })

/** A PostgreSQL server of its own, as the operating system installs it. */
export interface Cluster {
  /** Connection string of the superuser, or of another user. */
  url(database: string, user?: string, password?: string): string
  /** Runs statements one by one as the superuser. */
  run(database: string, sql: string): Promise<void>
  /** Runs a script as the superuser, in one transaction. */
  script(database: string, sql: string): Promise<void>
  stop(): Promise<void>
}

export const startCluster = async (): Promise<Cluster> => {
  const folder = newFolder()
  const data = join(folder, 'data')
  const as = {
    ...account(),
    cwd: '/',
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' },
    stdio: 'ignore',
  } as const
  execFileSync(join(binaries(), 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-N', '-E', 'UTF8'], as)
  const port = await freePort()
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off`
  const control = (...args: string[]) => execFileSync(join(binaries(), 'pg_ctl'), ['-D', data, '-w', ...args], as)
  control('start', '-l', join(folder, 'log'), '-o', settings)
  const url = (database: string, user = 'postgres', password = 'any') =>
    `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`
  const runAll = async (database: string, statements: string[]) => {
    const client = new pg.Client({ connectionString: url(database) })
    await client.connect()
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
    }
  }
  const run = (database: string, sql: string) =>
    runAll(
      database,
      sql.split(';').filter((part) => part.trim() !== ''),
    )
  const script = (database: string, sql: string) => runAll(database, [sql])
  const stop = async () => {
    control('stop', '-m', 'immediate')
    rmSync(folder, { recursive: true, force: true })
  }
  return { url, run, script, stop }
}
