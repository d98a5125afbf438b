import { rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readPostmaster } from '#src/installation/embedded/postmaster'
import { ask, isRoot, newDataDir, removeFolders, start, startElsewhere } from './embedded-support.ts'

afterAll(removeFolders)

describe('the embedded database', () => {
  test('is created at the first start and reused at the next, on the same port', async () => {
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

  test('rejects connections without the password, which only its owner can read', async () => {
    const server = await start(newDataDir())
    expect(statSync(join(server.home, 'password')).mode & 0o777).toBe(0o600)
    const url = new URL(server.url())
    url.password = 'wrong'
    await expect(ask(url.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/)
    await server.stop()
  })

  test('survives a kill of its process and group, and is adopted and stopped by the next process', async () => {
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

  test('states what to do if another program uses the configured port', async () => {
    const blocker = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => blocker.once('listening', resolve))
    const { port } = blocker.address() as { port: number }
    await expect(start(newDataDir(), port)).rejects.toThrow(/uses port \d+ [\s\S]*configure another port/)
    blocker.close()
  })
})

const underRoot = () => {
  test('is stored outside a directory that only root can enter, and found again there', async () => {
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

// Only root can run the server as another user, so an ordinary user has nothing to test here.
if (isRoot) describe('the embedded database under root', underRoot)
