import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#kernel/config/config'
import { DATABASE_ROLES, loginOf } from '#kernel/database/logins'
import { deriveFrom } from '#services/auth/installation-secret'
import { loginStatements } from '#src/installation/database/logins'
import { readPostmaster } from '#src/installation/embedded/postmaster'
import { reserveAddresses } from '#src/installation/reserve-address'
import { createTestDatabase, type TestDatabase } from '../support/database/database.ts'
import { builtProgram } from '../support/processes/built-program.ts'
import { type ServerChild, startServerChild } from '../support/processes/server-child.ts'
import { runServer } from '../support/processes/server-run.ts'
import { withAdmin } from '../support/server/test-server.ts'

const portOf = (server: Server): string => String((server.address() as AddressInfo).port)

const listening = async (): Promise<Server> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

describe('a port that is in use', () => {
  let taken: Server
  let database: Server
  let connections = 0
  beforeAll(async () => {
    taken = await listening()
    database = await listening()
    database.on('connection', () => connections++)
  })
  afterAll(() => {
    taken.close()
    database.close()
  })

  test.each([
    ['PORT', 'both'],
    ['METRICS_PORT', 'worker'],
  ])('%s ends the process with one sentence, before it connects to the database', async (setting, role) => {
    const port = portOf(taken)
    const { code, out, err } = await runServer({
      DATABASE_URL: `postgres://guildhall@127.0.0.1:${portOf(database)}/guildhall`,
      GUILDHALL_ROLE: role,
      PORT: '0',
      [setting]: port,
    })
    expect({ code, out, err }).toEqual({
      code: 1,
      out: '',
      err: `Port ${port} of 127.0.0.1 is already in use. Stop the program that uses it, or set ${setting} to another port.\n`,
    })
    expect(connections).toBe(0)
  })

  test('while the database is prepared, the reserved port reports that the process lives and is not ready', async () => {
    const free = await listening()
    const port = portOf(free)
    await new Promise((resolve) => free.close(resolve))
    const reserved = await reserveAddresses(readConfig({ PORT: port }))
    const live = await fetch(`http://127.0.0.1:${port}/health/live`)
    expect([live.status, await live.json()]).toEqual([200, { status: 'ok' }])
    const ready = await fetch(`http://127.0.0.1:${port}/health/ready`)
    expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await ready.json()).toMatchObject({ status: 503, code: 'unavailable', instance: '/health/ready' })
    await reserved.web.release()
    const next = createServer().listen(Number(port), '127.0.0.1')
    await once(next, 'listening')
    next.close()
  })
})

describe('the first start', () => {
  let database: TestDatabase
  let folder: string
  let server: ServerChild
  beforeEach(async () => {
    database = await createTestDatabase()
    folder = mkdtempSync(join(tmpdir(), 'guildhall-start-'))
    server = await startServerChild(database.url, { GUILDHALL_DEMO: 'true', GUILDHALL_DATA_DIR: folder })
  })
  afterEach(async () => {
    server.process.kill('SIGKILL')
    await server.ended
    rmSync(folder, { recursive: true, force: true })
    await database.drop()
  })

  test('is ready only after it has written the first key', async () => {
    const statuses: number[] = []
    const ask = async () => {
      const { status } = await fetch(`http://127.0.0.1:${server.port}/health/ready`)
      statuses.push(status)
      if (status === 200) expect(existsSync(join(folder, 'first-api-key'))).toBe(true)
      return status
    }
    await expect.poll(ask, { timeout: 60_000 }).toBe(200)
    expect([...new Set(statuses)]).toEqual([503, 200])
    // Proxies ask often: that is no error to log.
    expect(server.lines.filter(({ level }) => Number(level) >= 50)).toEqual([])
  }, 90_000)

  test('that is stopped while it completes the demonstration logs no stack trace', async () => {
    const ready = async () => (await fetch(`http://127.0.0.1:${server.port}/health/ready`)).status
    await expect.poll(ready, { timeout: 60_000 }).toBe(200)
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(server.lines.filter(({ err, level }) => err !== undefined || Number(level) > 30)).toEqual([])
    expect(server.lines.map(({ msg }) => msg)).toContain('the demonstration is incomplete: the next start continues')
  }, 90_000)

  test('that is interrupted ends with 0 and prints no stack trace', async () => {
    let printed = ''
    server.process.stderr?.on('data', (part) => {
      printed += part
    })
    server.process.kill('SIGINT')
    expect(await server.ended).toBe(0)
    expect(printed).toBe('')
  })
})

describe('a start that cannot succeed', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
    const server = await startServerChild(database.url)
    server.process.kill('SIGTERM')
    await server.ended
  })
  afterAll(() => database.drop())

  test.each([
    ['another secret', { GUILDHALL_SECRET: 'x'.repeat(32) }, /^This database was initialized with another secret/],
    ['a folder that is a file', { GUILDHALL_DATA_DIR: '/dev/null/data' }, /^\/dev\/null\/data\S* cannot be used: /],
    ['an address of another machine', { HOST: '192.0.2.1' }, /^192\.0\.2\.1 is not an address of this machine\./],
    ['TLS that the server refuses', { sslmode: 'verify-full' }, /^PostgreSQL at \S+ refuses TLS, which sslmode in/],
    ['a database that does not exist', { name: 'nowhere' }, /^The database "nowhere" does not exist\./],
    ['a wrong password', { password: 'wrong' }, /^PostgreSQL rejected the password of "guildhall"\./],
  ])('is explained in one line without a stack trace: %s', async (_what, given, expected) => {
    const { sslmode, name, password, ...env } = given as Record<string, string>
    const url = new URL(database.url)
    if (sslmode) url.searchParams.set('sslmode', sslmode)
    if (name) url.pathname = `/${name}`
    if (password) url.password = password
    const { code, err } = await runServer({ DATABASE_URL: url.href, PORT: '0', ...env })
    expect(code).toBe(1)
    expect(err).toMatch(expected)
    expect(err.trimEnd().split('\n')).toHaveLength(1)
  })
})

test('a first start that fails at the logins does not bind the database to its secret', async () => {
  const database = await createTestDatabase()
  const wrong = 'y'.repeat(32)
  const loginKey = deriveFrom(wrong).key('database-logins')
  const names = DATABASE_ROLES.map((role) => loginOf(role, loginKey).name)
  try {
    await withAdmin(database.url, async (admin) => {
      for (const statement of loginStatements(loginKey)) await admin.query(statement)
      await admin.query(`ALTER ROLE ${names[0]} BYPASSRLS`)
    })
    const failed = await runServer({ DATABASE_URL: database.url, PORT: '0', GUILDHALL_SECRET: wrong })
    expect(failed).toMatchObject({ code: 1, err: expect.stringContaining('is more powerful than its role') })
    const server = await startServerChild(database.url)
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  } finally {
    await withAdmin(database.url, (admin) => admin.query(`DROP ROLE IF EXISTS ${names.join(', ')}`))
    await database.drop()
  }
})

test('a first start that is interrupted during the migrations stops the embedded database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-start-'))
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [builtProgram('main')], {
    env: { PATH, HOME, GUILDHALL_DATA_DIR: folder, PORT: '0', METRICS_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  let out = ''
  child.stdout.on('data', (part) => {
    out += part
  })
  await expect.poll(() => out, { timeout: 30_000 }).toContain('Applying migration')
  child.kill('SIGINT')
  expect(await ended).toEqual([130, null])
  const home = /PostgreSQL started on \S+, in ([^"]+)\."/.exec(out)?.[1] ?? ''
  const left = readPostmaster(join(home, 'data'))
  if (left) process.kill(left.pid, 'SIGQUIT')
  expect(left).toBeUndefined()
  rmSync(folder, { recursive: true, force: true })
  rmSync(home, { recursive: true, force: true })
}, 60_000)

test('a first start that is interrupted while the embedded database starts stops that, too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-start-'))
  chmodSync(folder, 0o755)
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [builtProgram('main')], {
    env: { PATH, HOME, GUILDHALL_DATA_DIR: folder, PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  const data = join(folder, 'postgres', 'data')
  await expect.poll(() => existsSync(join(data, 'postmaster.pid')), { timeout: 30_000, interval: 5 }).toBe(true)
  child.kill('SIGTERM')
  expect(await ended).toEqual([143, null])
  const left = readPostmaster(data)
  if (left) process.kill(left.pid, 'SIGQUIT')
  expect(left).toBeUndefined()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)
