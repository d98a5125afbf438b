import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, constants, fstatSync, renameSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { program } from './binaries.ts'
import type { Binaries } from './binaries-copy.ts'
import { EmbeddedDatabaseError, tail, useAnotherServer } from './embedded-error.ts'
import type { Home } from './home.ts'
import { choosePort, rememberPort } from './ports.ts'
import { patience, readPostmaster, waitFor } from './postmaster.ts'
import { openPrivate } from './private-file.ts'
import { serverArguments, serverEnvironment } from './server-settings.ts'

const longestLog = 20 * 1024 * 1024

/**
 * Starts a server on the data folder and waits until it accepts connections.
 * Returns false if another process has started one.
 */
export async function launch(
  home: Home,
  binaries: Binaries,
  asked: number | undefined,
  settings: Record<string, string>,
): Promise<boolean> {
  const taken = new Set<number>()
  for (const end = Date.now() + patience; ; ) {
    const port = await choosePort(home, asked, taken)
    const complaint = await attempt(home, binaries, port, settings)
    if (complaint === undefined) return true
    if (complaint.includes('lock file "postmaster.pid" already exists')) return false
    if (complaint.includes('could not create any TCP/IP sockets') && asked === undefined) taken.add(port)
    else if (complaint.includes('pre-existing shared memory block')) await sleep(200)
    else throw refused(home, complaint)
    if (Date.now() > end) throw refused(home, complaint)
  }
}

/** Undefined if the server is ready, otherwise its output before it ended. */
async function attempt(
  home: Home,
  binaries: Binaries,
  port: number,
  settings: Record<string, string>,
): Promise<string | undefined> {
  rotate(home.log)
  const log = openPrivate(home, home.log, constants.O_WRONLY | constants.O_APPEND)
  const before = fstatSync(log).size
  let hasEnded = false
  try {
    const child = run(home, program(binaries, 'postgres'), serverArguments(home.data, port, settings), log)
    child.once('exit', () => (hasEnded = true))
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject))
    const isReady = () => {
      const server = readPostmaster(home.data)
      return hasEnded || (server?.pid === child.pid && server?.isReady === true)
    }
    const inTime = await waitFor(isReady, patience * 10)
    if (!inTime) return `It is not ready after ${patience / 6000} minutes (process ${child.pid}).`
  } finally {
    closeSync(log)
  }
  if (hasEnded) return tail(home.log, before) || 'It ended without a word.'
  rememberPort(home, port)
  return undefined
}

/**
 * In a separate session: the terminal's Ctrl-C must not stop the server before our shutdown is complete, and the server
 * must survive if we are killed (the next start joins it).
 */
function run(home: Home, command: string, args: string[], log: number): ChildProcess {
  const identity = home.account ? { uid: home.account.uid, gid: home.account.gid } : {}
  const child = spawn(command, args, {
    ...identity,
    cwd: '/',
    env: serverEnvironment(),
    detached: true,
    stdio: ['ignore', log, log],
    windowsHide: true,
  })
  child.unref()
  return child
}

function rotate(log: string): void {
  try {
    if (statSync(log).size > longestLog) renameSync(log, `${log}.1`)
  } catch {
    // It does not exist yet.
  }
}

function refused(home: Home, complaint: string): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `The embedded database server does not start:\n${complaint}`,
    `${adviceFor(complaint)} Its whole log is ${home.log}.\n${useAnotherServer}`,
  )
}

function adviceFor(complaint: string): string {
  if (complaint.includes('No space left')) return 'The disk is full: make room.'
  if (/could not map anonymous shared memory|Cannot allocate memory/.test(complaint))
    return 'Memory is short: free some.'
  if (complaint.includes('has wrong ownership')) return 'Start Guildhall as the owner of the data folder.'
  if (complaint.includes('could not create any TCP/IP sockets'))
    return 'The port is already in use. Configure another one.'
  return "The message above is the server's own."
}
