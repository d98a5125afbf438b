import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { TEST_SECRET } from '../database/login-key.ts'
import { builtProgram } from './built-program.ts'

/** The server in a separate process, for tests of signals, exit codes and kills. */
export interface ServerChild {
  /** Its port on 127.0.0.1; 0 if it is only a worker. */
  readonly port: number
  readonly process: ChildProcess
  /** The lines that it has logged so far, parsed. */
  readonly lines: Record<string, unknown>[]
  /** Resolves when a line with this message has been logged. */
  logged(message: string | RegExp): Promise<Record<string, unknown>>
  /** Resolves with the exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>
}

/** Starts the server of the build on a database and waits until it listens. `env` overrides its settings. */
export const startServerChild = async (
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServerChild> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'guildhall-child-'))
  const child = spawn(process.execPath, [builtProgram('main')], {
    env: { ...process.env, ...defaults, DATABASE_URL: databaseUrl, GUILDHALL_DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: Record<string, unknown>[] = []
  const watchers = new Set<() => void>()
  let errors = ''
  child.stderr.on('data', (part) => {
    errors += part
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!line.startsWith('{')) return
    lines.push(JSON.parse(line) as Record<string, unknown>)
    for (const check of watchers) check()
  })
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('close', (code, signal) => {
      rmSync(dataDir, { recursive: true, force: true })
      resolve(code ?? signal ?? 0)
    })
  })
  const logged = (message: string | RegExp) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      const check = () => {
        const found = lines.find(({ msg }) =>
          typeof message === 'string' ? msg === message : message.test(String(msg)),
        )
        if (!found) return
        watchers.delete(check)
        resolve(found)
      }
      watchers.add(check)
      check()
      void ended.then((how) => reject(new Error(`The server ended (${how}) before it logged ${message}: ${errors}`)))
    })
  await logged('started')
  const listening = lines.map(({ msg }) => String(msg)).find((msg) => msg.startsWith(LISTENING))
  const port = listening === undefined ? 0 : Number(new URL(listening.slice(LISTENING.length)).port)
  return { port, process: child, lines, logged, ended }
}

const LISTENING = 'Server listening at '

const defaults = {
  HOST: '127.0.0.1',
  PORT: '0',
  METRICS_PORT: '0',
  GUILDHALL_ROLE: 'web',
  GUILDHALL_DEMO: 'false',
  GUILDHALL_SECRET: TEST_SECRET,
  LOG_LEVEL: 'info',
}
