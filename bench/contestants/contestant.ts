import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A server under measurement, in a process of its own. */
export interface Contestant {
  readonly name: string
  /** http://127.0.0.1:port */
  readonly origin: string
  /** Sent with every request. */
  readonly headers: Record<string, string>
  /** Milliseconds from the start of the process to its first good answer. */
  readonly readyIn: number
  /** Resident memory in MB: now, and the most it ever was. NaN where the system does not tell. */
  memory(): { now: number; most: number }
  /** Milliseconds of processor time that the process has used. NaN where the system does not tell. */
  processorTime(): number
  stop(): Promise<void>
}

export interface Start {
  name: string
  /** Arguments of node. */
  command: readonly string[]
  env: Record<string, string>
  port: number
  headers: Record<string, string>
  /** A path that answers 200 once the server is ready. */
  readyPath: string
  /** Takes what the process writes. */
  logFile: string
}

const PATIENCE_MS = 60_000

/** Starts a contestant and waits until it answers. */
export const startContestant = async (start: Start): Promise<Contestant> => {
  const origin = `http://127.0.0.1:${start.port}`
  mkdirSync(dirname(start.logFile), { recursive: true })
  // Not through a pipe: reading it would burden the process that makes the load.
  const log = openSync(start.logFile, 'w')
  const began = performance.now()
  const child = spawn(process.execPath, [...start.command], {
    env: { ...process.env, ...start.env },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  try {
    await answers(child, origin + start.readyPath)
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

const answers = async (child: ChildProcess, url: string): Promise<void> => {
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
  throw new Error(`No answer at ${url}`)
}

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

/** From Linux's account of the process. */
const memoryOf = (pid: number): { now: number; most: number } => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
    return { now: read('VmRSS'), most: read('VmHWM') }
  } catch {
    return { now: Number.NaN, most: Number.NaN }
  }
}

/** User and system time; Linux counts them in hundredths of a second. */
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

/** A port of 127.0.0.1 that was free a moment ago. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
