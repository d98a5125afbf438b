import { chmodSync, chownSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
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
  test('is shared by two processes, and stopped when the last one ends', async () => {
    const dataDir = newDataDir()
    const [one, other] = await Promise.all([startElsewhere(dataDir), start(dataDir)])
    expect(one.server.url).toBe(other.url())
    await one.stop()
    expect(await ask(other.url(), 'SELECT 1')).toBe(1)
    await other.stop()
    await expect(ask(other.url(), 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/)
  })

  test('starts although the pid file contains the id of another program', async () => {
    const dataDir = newDataDir()
    const first = await start(dataDir)
    await first.stop()
    writeFileSync(join(first.home, 'data', 'postmaster.pid'), `${process.pid}\n${first.home}/data\n0\n${first.port}\n`)
    const second = await start(dataDir)
    expect(second.adopted).toBe(false)
    await second.stop()
  })
})

const underRoot = () => {
  test('runs as another user, in the data folder if that user can enter it', async () => {
    const dataDir = newDataDir()
    const server = await start(dataDir)
    expect(server.home).toBe(dataDir)
    expect(statSync(join(dataDir, 'data')).uid).not.toBe(0)
    await server.stop()
  })
}

const ofAnOrdinaryUser = () => {
  test('stays in the data folder, also in a home that no other user can enter', async () => {
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

// Only root can run the server as another user, so an ordinary user has nothing to test here.
if (isRoot) describe('the embedded database under root', underRoot)
if (isRoot && isOpenToAll()) describe('the embedded database of an ordinary user', ofAnOrdinaryUser)
