import { randomBytes } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Home } from './home.ts'
import type { Log } from './log.ts'
import { requireOwned, systemFolder } from './system-folder.ts'

/** A folder with bin/, lib/ and share/ of PostgreSQL. */
export interface Binaries {
  path: string
  /** The version of the package, for example 18.4.0-beta.17. */
  version: string
}

/**
 * Copies the binaries by version to a folder that the server's account can enter and only this user can write: root's
 * system folder, or the home of an ordinary user. An existing copy is used again after a check of its owner.
 */
export function copyBinaries(from: Binaries, home: Home, hydrate: (native: string) => boolean, log: Log): Binaries {
  const store = join(home.account ? systemFolder() : home.path, 'binaries')
  const target = join(store, `${basename(dirname(from.path))}-${from.version}`)
  mkdirSync(store, { recursive: true })
  requireOwned(store)
  chmodSync(store, 0o755)
  if (!existsSync(target)) {
    log.info(`Copying the PostgreSQL binaries to ${target}: they cannot be run from ${from.path}.`)
    copyAtOnce(from.path, target, hydrate)
  }
  requireOwned(target)
  return { path: join(target, 'native'), version: from.version }
}

/** Copies under another name first, so that an interrupted copy is never used. */
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

/** Adds read rights, which a strict umask can have removed. */
function openToAll(directory: string): void {
  chmodSync(directory, 0o755)
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) chmodSync(path, 0o755)
    if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}
