import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** The file contains the id of its process, so that a process that was killed does not block others. */
const takeLock = async (path) => {
  mkdirSync(dirname(path), { recursive: true })
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' })
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const owner = existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0
    if (owner > 0 && !isAlive(owner)) rmSync(path, { force: true })
    else await sleep(100)
  }
}

/**
 * Does some work while no other process of this machine does it; waits for the others.
 * @template T
 * @param {string} path of the lock, a file
 * @param {() => Promise<T>} work
 */
export const withProcessLock = async (path, work) => {
  await takeLock(path)
  try {
    return await work()
  } finally {
    rmSync(path, { force: true })
  }
}
