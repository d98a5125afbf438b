import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { platform } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { program } from './binaries.ts'
import type { Binaries } from './binaries-copy.ts'
import { EmbeddedDatabaseError } from './embedded-error.ts'
import type { Home } from './home.ts'
import type { Log } from './log.ts'

/** The contents of postmaster.pid for a live server. */
export interface Postmaster {
  pid: number
  port: number
  isReady: boolean
}

/** The server that runs on the data folder; undefined if there is none or the pid file is stale. */
export function readPostmaster(data: string): Postmaster | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  if (!(pid > 0) || !isServer(pid, data)) return undefined
  return { pid, port: Number(lines[3] ?? 0), isReady: lines[7]?.trim() === 'ready' }
}

/** After a crash, or in a new container, the pid can belong to another program. */
function isServer(pid: number, data: string): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  try {
    // The server's working directory is its data folder; that of a zombie process cannot be read.
    if (platform() === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === data
    if (platform() === 'win32') return true
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).includes('postgres')
  } catch {
    return false
  }
}

/** Waits for `isDone`, polling often at first; false after `limit` milliseconds. */
export async function waitFor(isDone: () => boolean, limit: number): Promise<boolean> {
  const end = Date.now() + limit
  for (let pause = 5; !isDone(); pause = Math.min(pause * 1.3, 100)) {
    if (Date.now() > end) return false
    await sleep(pause)
  }
  return true
}

/** Milliseconds for a server to finish its work, including the last checkpoint on a busy disk. */
export const patience = 60_000

/** Requests PostgreSQL's fast shutdown (ends sessions, writes everything) and waits until it is complete. */
export async function shutDown(home: Home, binaries: Binaries, server: Postmaster, log: Log): Promise<void> {
  const isGone = () => readPostmaster(home.data)?.pid !== server.pid
  signal(home, binaries, server.pid, 'SIGINT')
  if (await waitFor(isGone, patience)) return
  log.warn('The database server takes too long to stop and is killed. It recovers at the next start.')
  signal(home, binaries, server.pid, 'SIGQUIT')
  if (await waitFor(isGone, patience / 4)) return
  throw new EmbeddedDatabaseError(
    `The database server (process ${server.pid}) does not stop.`,
    `Its log is ${home.log}. Stop it manually with: kill -QUIT ${server.pid}`,
  )
}

function signal(home: Home, binaries: Binaries, pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    if (platform() !== 'win32') process.kill(pid, name)
    else {
      const mode = name === 'SIGINT' ? 'fast' : 'immediate'
      execFileSync(program(binaries, 'pg_ctl'), ['stop', '-D', home.data, '-m', mode, '-W'], { stdio: 'ignore' })
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EPERM') throw error
    // Otherwise it has ended by itself.
  }
}
