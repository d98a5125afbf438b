import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readPostmaster } from '#src/installation/embedded/postmaster'
import { builtProgram } from '../support/processes/built-program.ts'

const ROOT = join(import.meta.dirname, '../..')

/** A checkout with the build of this one: the script of package.json, and the program that it starts. */
const makeCheckout = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-npm-start-'))
  chmodSync(folder, 0o755)
  for (const name of ['bin', 'scripts', 'dist']) mkdirSync(join(folder, name))
  const { version, engines, scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const manifest = { name: 'guildhall', version, type: 'module', engines, scripts: { start: scripts.start } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  for (const name of ['bin/node-version.mjs', 'scripts/start.mjs']) copyFileSync(join(ROOT, name), join(folder, name))
  writeFileSync(join(folder, 'scripts/build.mjs'), 'export const build = async () => undefined\n')
  writeFileSync(join(folder, 'dist/main.js'), `import ${JSON.stringify(pathToFileURL(builtProgram('main')).href)}\n`)
  return folder
}

interface Started {
  readonly npm: ChildProcess
  /** The id of the process of the server. */
  readonly server: number
  /** The folder of the data of the embedded PostgreSQL. */
  readonly data: string
  /** The exit code and the signal of npm. */
  readonly ended: Promise<unknown[]>
  /** Resolves when the server has ended, too: it has the same output as npm. */
  readonly closed: Promise<unknown>
  output(): string
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('npm start', () => {
  let folder: string
  let home = ''
  let running: Started | undefined
  beforeAll(() => {
    folder = makeCheckout()
  })
  afterEach(() => {
    if (!running) return
    const postgres = readPostmaster(running.data)
    for (const pid of [running.npm.pid ?? 0, running.server]) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
    if (postgres) process.kill(postgres.pid, 'SIGQUIT')
    running = undefined
  })
  afterAll(() => {
    for (const path of [folder, home]) if (path !== '') rmSync(path, { recursive: true, force: true })
  })

  /** Starts it in a process group of its own, as a terminal does, and waits until the server listens. */
  const start = async (): Promise<Started> => {
    const { PATH = '', HOME = '' } = process.env
    const npm = spawn('npm', ['start'], {
      cwd: folder,
      env: { PATH, HOME, GUILDHALL_DEMO: 'false', PORT: '0', METRICS_PORT: '0', LOG_FORMAT: 'json' },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    })
    const ended = once(npm, 'exit')
    const closed = once(npm, 'close')
    let out = ''
    npm.stdout?.on('data', (part) => {
      out += part
    })
    await expect.poll(() => out, { timeout: 60_000 }).toContain('Guildhall runs at')
    home = /PostgreSQL started on \S+, in ([^"]+)\."/.exec(out)?.[1] ?? ''
    const server = Number(/"pid":(\d+)/.exec(out)?.[1])
    running = { npm, server, data: join(home, 'data'), ended, closed, output: () => out }
    expect(readPostmaster(running.data)).toBeDefined()
    return running
  }

  const expectCleanStop = async ({ closed, data, output }: Started) => {
    await closed
    expect(output()).toContain('"msg":"stopped"')
    expect(readPostmaster(data)).toBeUndefined()
  }

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'ends cleanly if npm receives %s: server and database first',
    async (signal) => {
      const started = await start()
      started.npm.kill(signal)
      expect(await started.ended).toEqual([0, null])
      await expectCleanStop(started)
    },
    90_000,
  )

  test('ends cleanly by Ctrl-C of a terminal, which the server receives twice', async () => {
    const started = await start()
    process.kill(-(started.npm.pid ?? 0), 'SIGINT')
    expect(await started.ended).toEqual([0, null])
    await expectCleanStop(started)
  }, 90_000)

  test('ends cleanly if npm is killed', async () => {
    const started = await start()
    started.npm.kill('SIGKILL')
    await expectCleanStop(started)
  }, 90_000)
})
