import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A measured server in a separate process. */
export interface Contestant {
  readonly name: string
  /** http://127.0.0.1:port */
  readonly origin: string
  /** Sent with every request. */
  readonly headers: Record<string, string>
  /** Milliseconds from the start of the process to its first successful response. */
  readonly readyIn: number
  /** Resident memory in MB: current and maximum. NaN if the system does not report it. */
  memory(): { now: number; max: number }
  /** Milliseconds of processor time that the process has used. NaN if the system does not report it. */
  processorTime(): number
  stop(): Promise<void>
  /** A second process of the same server, for loads that two processes share. */
  readonly second?: Contestant
}

export interface Start {
  name: string
  /** Arguments of node. */
  command: readonly string[]
  env: Record<string, string>
  port: number
  headers: Record<string, string>
  /** A path that returns 200 when the server is ready. */
  readyPath: string
  /** File for the output of the process. */
  logFile: string
}

const PATIENCE_MS = 60_000

/** Starts a contestant and waits until it responds. */
export const startContestant = async (start: Start): Promise<Contestant> => {
  const origin = `http://127.0.0.1:${start.port}`
  mkdirSync(dirname(start.logFile), { recursive: true })
  // The output goes to a file: reading a pipe would cost time in the process that creates the load.
  const log = openSync(start.logFile, 'w')
  const began = performance.now()
  const child = spawn(process.execPath, [...start.command], {
    env: { ...process.env, ...start.env },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  try {
    await waitUntilReady(child, origin + start.readyPath)
  } catch (error) {
    child.kill('SIGKILL')
    const said = readFileSync(start.logFile, 'utf8').slice(-2000)
    throw new Error(`The ${start.name} server did not start. It wrote into ${start.logFile}:\n${said}`, {
      cause: error,
    })
  }
  const readyIn = performance.now() - began
  return {
    name: start.name,
    origin,
    headers: start.headers,
    readyIn,
    memory: () => memoryOf(child.pid ?? 0),
    processorTime: () => processorTimeOf(child.pid ?? 0),
    stop: () => stop(child),
  }
}

const waitUntilReady = async (child: ChildProcess, url: string): Promise<void> => {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(10)) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}`)
    const status = await fetch(url).then(
      async (response) => {
        await response.arrayBuffer()
        return response.status
      },
      () => 0,
    )
    if (status === 200) return
  }
  throw new Error(`No response at ${url}`)
}

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

/** Reads the values that Linux reports for the process. */
const memoryOf = (pid: number): { now: number; max: number } => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
    return { now: read('VmRSS'), max: read('VmHWM') }
  } catch {
    return { now: Number.NaN, max: Number.NaN }
  }
}

/** Returns user and system time, which Linux counts in hundredths of a second. */
const processorTimeOf = (pid: number): number => {
  try {
    const [user = Number.NaN, system = Number.NaN] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .slice(11, 13)
      .map(Number)
    return (user + system) * 10
  } catch {
    return Number.NaN
  }
}

/** Finds a free port of 127.0.0.1. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
