import { randomBytes } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Home } from './home.ts'
import type { Log } from './log.ts'
import { assertOwned, systemPlace } from './system-place.ts'

/** A folder with bin/, lib/ and share/ of PostgreSQL. */
export interface Binaries {
  path: string
  /** Of the package, for example 18.4.0-beta.17. */
  version: string
}

/**
 * Copies the binaries by version to a place that the server's account can enter and nobody but us can write: root's
 * system folder, or the home of an ordinary user. A copy that is already there is used again once its owner is checked.
 */
export function copyBinaries(from: Binaries, home: Home, hydrate: (native: string) => boolean, log: Log): Binaries {
  const store = join(home.account ? systemPlace() : home.path, 'binaries')
  const target = join(store, `${basename(dirname(from.path))}-${from.version}`)
  mkdirSync(store, { recursive: true })
  assertOwned(store)
  chmodSync(store, 0o755)
  if (!existsSync(target)) {
    log.info(`Copying the PostgreSQL binaries to ${target}: they cannot be run from ${from.path}.`)
    copyAtOnce(from.path, target, hydrate)
  }
  assertOwned(target)
  return { path: join(target, 'native'), version: from.version }
}

/** Under another name first, so that an interrupted copy is never taken for a whole one. */
function copyAtOnce(from: string, target: string, hydrate: (native: string) => boolean): void {
  const draft = `${target}.${randomBytes(6).toString('hex')}`
  try {
    mkdirSync(draft)
    const native = join(draft, 'native')
    cpSync(from, native, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
    hydrate(native)
    openToAll(draft)
    renameSync(draft, target)
  } catch (error) {
    const another = ['ENOTEMPTY', 'EEXIST', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')
    if (!another || !existsSync(target)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** The umask, and a package installed under a strict one, may have left what only we can read. */
function openToAll(directory: string): void {
  chmodSync(directory, 0o755)
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) chmodSync(path, 0o755)
    if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}
