import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import { platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { EmbeddedDatabaseError, useAnotherServer } from './embedded-error.ts'

/** Where a system place may be, in order of preference. */
export const systemPlaces: readonly string[] = [join('/var/lib', 'guildhall'), join(tmpdir(), 'guildhall-root')]

/**
 * A directory of root's that every account may enter and none but root may write: for what cannot stay in a checkout
 * that only root may enter. /var/lib/guildhall, or a folder of the temporary directory where /var/lib is read-only.
 */
export function systemPlace(): string {
  for (const path of systemPlaces) {
    if (makeDirectory(path)) {
      assertOwned(path)
      return path
    }
  }
  throw new EmbeddedDatabaseError(
    `Neither ${systemPlaces.join(' nor ')} can be created for the embedded database.`,
    `Make one of them writable for root, or start Guildhall as an ordinary user.\n${useAnotherServer}`,
  )
}

function makeDirectory(path: string): boolean {
  try {
    mkdirSync(path)
    chmodSync(path, 0o755)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST'
  }
}

/** Refuses a directory that somebody else owns or may write: its content could be swapped under us. */
export function assertOwned(path: string): void {
  if (isOwned(path)) return
  throw new EmbeddedDatabaseError(
    `${path} is not a directory that only this user may write; nothing in it can be trusted.`,
    `Find out who made it, and remove it if it is not needed: rm -r ${path}`,
  )
}

/** Whether the path is a directory, not a link, that only this user may write. */
export function isOwned(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return false
  return found.uid === (process.getuid?.() ?? found.uid) && (platform() === 'win32' || (found.mode & 0o022) === 0)
}
