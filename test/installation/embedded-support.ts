import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type EmbeddedServer, startEmbedded } from '#src/installation/embedded/start-embedded'
import { packageRoot } from '#src/installation/migrations/package-root'

/** An account that every Unix system has, and that owns no files and processes of the product. */
export const ordinary = { uid: 65_534, gid: 65_534 }

export const isRoot = process.getuid?.() === 0

/** Whether an ordinary user can enter the checkout: below a directory of mode 700 only its owner can run the code. */
export function isOpenToAll(): boolean {
  const nodes = [packageRoot(), process.execPath, join(packageRoot(), 'node_modules')]
  const paths = nodes.flatMap((node) => ancestors(node))
  return paths.every((path) => (statSync(path).mode & 0o001) !== 0)
}

function ancestors(path: string): string[] {
  return dirname(path) === path ? [path] : [path, ...ancestors(dirname(path))]
}

const folders: string[] = []

/** Creates a path for data in a new parent folder of the given mode. */
export function newDataDir(mode = 0o755): string {
  const parent = mkdtempSync(join(tmpdir(), 'guildhall-embedded-test-'))
  chmodSync(parent, mode)
  folders.push(parent)
  return join(parent, 'postgres')
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

export const silent = { info: () => undefined, warn: () => undefined }

export function start(dataDir: string, port?: number): Promise<EmbeddedServer> {
  const asked = port === undefined ? {} : { port }
  return startEmbedded({ dataDir, settings: { fsync: 'off' }, log: silent, ...asked })
}

export interface OtherProcess {
  server: { url: string; port: number; adopted: boolean; home: string }
  /** Ends the process normally: it stops the server that it started. */
  stop(): Promise<void>
  /** Kills the process and its process group, as the operating system or a terminal does. */
  kill(): Promise<void>
}

/** Starts another process that uses the server on `dataDir`. */
export async function startElsewhere(dataDir: string, account: object = {}): Promise<OtherProcess> {
  const script = fileURLToPath(new URL('embedded-process.ts', import.meta.url))
  const tsx = fileURLToPath(import.meta.resolve('tsx'))
  const options = { ...account, cwd: '/', detached: true, stdio: ['pipe', 'pipe', 'inherit'] as const }
  const child: ChildProcess = spawn(process.execPath, ['--import', tsx, script, dataDir], {
    ...options,
    stdio: [...options.stdio],
  })
  const [line] = (await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line')) as [string]
  const exit = once(child, 'exit')
  const stop = async () => {
    child.stdin?.end()
    await exit
  }
  const kill = async () => {
    process.kill(-(child.pid ?? 0), 'SIGKILL')
    await exit
  }
  return { server: JSON.parse(line), stop, kill }
}

/** Runs one statement on a new connection and returns the first column of the first row. */
export async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const result = await client.query({ text: sql, rowMode: 'array' }).finally(() => client.end())
  return result.rows[0]?.[0]
}
