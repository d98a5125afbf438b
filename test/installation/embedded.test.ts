import { chmodSync, chownSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readPostmaster } from '#src/installation/embedded/postmaster'
import {
  ask,
  isOpenToAll,
  isRoot,
  newDataDir,
  ordinary,
  removeFolders,
  start,
  startElsewhere,
} from './embedded-support.ts'

afterAll(removeFolders)

describe('the embedded database', () => {
  test('is created at the first start and found again at the next, on the same port', async () => {
    const dataDir = newDataDir()
    const first = await start(dataDir)
    expect(first.adopted).toBe(false)
    expect(await ask(first.url(), 'SHOW listen_addresses')).toBe('127.0.0.1')
    expect(await ask(first.url(), 'SHOW server_encoding')).toBe('UTF8')
    await ask(first.url(), "CREATE TABLE kept AS SELECT 'Zoë' AS name")
    await first.stop()
    expect(readPostmaster(join(first.home, 'data'))).toBeUndefined()
    const second = await start(dataDir)
    expect(second).toMatchObject({ adopted: false, port: first.port, home: first.home })
    expect(await ask(second.url(), 'SELECT upper(name) FROM kept')).toBe('ZOË')
    await second.stop()
  })

  test('lets nobody in without the password, which only its owner can read', async () => {
    const server = await start(newDataDir())
    expect(statSync(join(server.home, 'password')).mode & 0o777).toBe(0o600)
    const url = new URL(server.url())
    url.password = 'wrong'
    await expect(ask(url.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/)
    await server.stop()
  })

  test('survives the death of its process and its group, and is adopted and stopped by the next', async () => {
    const dataDir = newDataDir()
    const killed = await startElsewhere(dataDir)
    await ask(killed.server.url, 'CREATE TABLE kept AS SELECT 1 AS id')
    await killed.kill()
    const next = await start(dataDir)
    expect(next).toMatchObject({ adopted: true, port: killed.server.port })
    expect(await ask(next.url(), 'SELECT id FROM kept')).toBe(1)
    await next.stop()
    await expect(ask(killed.server.url, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/)
  })

  test('is shared by two processes, and stopped by the last one out', async () => {
    const dataDir = newDataDir()
    const [one, other] = await Promise.all([startElsewhere(dataDir), start(dataDir)])
    expect(one.server.url).toBe(other.url())
    await one.stop()
    expect(await ask(other.url(), 'SELECT 1')).toBe(1)
    await other.stop()
    await expect(ask(other.url(), 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/)
  })

  test('starts in spite of a pid file that names a process of another kind', async () => {
    const dataDir = newDataDir()
    const first = await start(dataDir)
    await first.stop()
    writeFileSync(join(first.home, 'data', 'postmaster.pid'), `${process.pid}\n${first.home}/data\n0\n${first.port}\n`)
    const second = await start(dataDir)
    expect(second.adopted).toBe(false)
    await second.stop()
  })

  test('states what to do if another program uses the configured port', async () => {
    const blocker = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => blocker.once('listening', resolve))
    const { port } = blocker.address() as { port: number }
    await expect(start(newDataDir(), port)).rejects.toThrow(/uses port \d+ [\s\S]*configure another port/)
    blocker.close()
  })
})

const underRoot = () => {
  test('is run by another user, in the data folder where that user may enter it', async () => {
    const dataDir = newDataDir()
    const server = await start(dataDir)
    expect(server.home).toBe(dataDir)
    expect(statSync(join(dataDir, 'data')).uid).not.toBe(0)
    await server.stop()
  })

  test('lives outside a directory that only root may enter, and is found again there', async () => {
    const dataDir = newDataDir(0o700)
    const first = await start(dataDir)
    expect(first.home.startsWith(dataDir)).toBe(false)
    await ask(first.url(), 'CREATE TABLE kept AS SELECT 7 AS id')
    await first.stop()
    const second = await start(dataDir)
    expect(await ask(second.url(), 'SELECT id FROM kept')).toBe(7)
    await second.stop()
    rmSync(first.home, { recursive: true })
  })
}

const ofAnOrdinaryUser = () => {
  test('stays in the data folder, also in a home that nobody else may enter', async () => {
    const dataDir = newDataDir()
    const home = join(dataDir, 'home')
    mkdirSync(home, { recursive: true })
    chmodSync(home, 0o700)
    chownSync(home, ordinary.uid, ordinary.gid)
    const elsewhere = await startElsewhere(join(home, 'postgres'), ordinary)
    expect(elsewhere.server.home).toBe(join(home, 'postgres'))
    expect(statSync(join(home, 'postgres', 'data')).uid).toBe(ordinary.uid)
    await elsewhere.stop()
  })
}

// Another user's part is taken only by who may be anyone: under an ordinary user there is nothing to see.
if (isRoot) describe('the embedded database under root', underRoot)
if (isRoot && isOpenToAll()) describe('the embedded database of an ordinary user', ofAnOrdinaryUser)
