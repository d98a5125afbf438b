import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runServer } from '../support/processes/server-run.ts'
import { account, type Cluster, freePort, isOpen, newFolder, startCluster } from './cluster.ts'
import { codeOfGuide } from './guide.ts'

let cluster: Cluster
let pooler: ChildProcess | undefined
const folder = newFolder()
beforeAll(async () => {
  cluster = await startCluster()
  await cluster.run('postgres', codeOfGuide('-- The user creates the roles and their logins.'))
}, 240_000)
afterEach(async () => {
  if (!pooler) return
  const ended = once(pooler, 'exit')
  pooler.kill('SIGQUIT')
  await ended
})
afterAll(async () => {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts PgBouncer and returns its connection string. */
const startPooler = async (settings: string[]): Promise<string> => {
  const { host, pathname, port: upstream } = new URL(cluster.url('guildhall', 'guildhall'))
  const port = await freePort()
  const users = join(folder, 'users.txt')
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(users, '"guildhall" ""\n')
  const common = ['listen_addr=127.0.0.1', `listen_port=${port}`, 'unix_socket_dir=', 'auth_type=trust']
  const databases = `guildhall = host=${host.split(':')[0]} port=${upstream} dbname=${pathname.slice(1)}`
  writeFileSync(
    file,
    ['[databases]', databases, '[pgbouncer]', ...common, `auth_file=${users}`, ...settings, ''].join('\n'),
  )
  pooler = spawn(process.env.PGBOUNCER ?? '/usr/sbin/pgbouncer', [file], { ...account(), cwd: '/', stdio: 'ignore' })
  await expect.poll(() => isOpen(port), { timeout: 10_000 }).toBe(true)
  return `postgresql://guildhall@127.0.0.1:${port}/guildhall`
}

test.each([
  ['session', []],
  ['transaction', []],
  ['session', ['ignore_startup_parameters=options']],
  ['transaction', ['ignore_startup_parameters=options']],
  ['statement', ['ignore_startup_parameters=options']],
])('the start says in one sentence that PgBouncer in %s mode is none, with %j', async (mode, settings) => {
  const url = await startPooler([`pool_mode=${mode}`, ...settings])
  const { code, out, err } = await runServer({ DATABASE_URL: url, PORT: '0' })
  expect({ code, out, err }).toEqual({
    code: 1,
    out: '',
    err:
      `A connection pooler such as PgBouncer responds at ${new URL(url).host}. ` +
      'Guildhall needs PostgreSQL itself: set DATABASE_URL to its own address.\n',
  })
})
