import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import { platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { EmbeddedDatabaseError, useAnotherServer } from './embedded-error.ts'

/** The possible system folders, in order of preference. */
export const systemFolders: readonly string[] = [join('/var/lib', 'guildhall'), join(tmpdir(), 'guildhall-root')]

/**
 * A directory that every account can enter and only root can write, for files that cannot be in a checkout that only
 * root can enter: /var/lib/guildhall, or a folder of the temporary directory if /var/lib is read-only.
 */
export function systemFolder(): string {
  for (const path of systemFolders) {
    if (makeDirectory(path)) {
      requireOwned(path)
      return path
    }
  }
  throw new EmbeddedDatabaseError(
    `Neither ${systemFolders.join(' nor ')} can be created for the embedded database.`,
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

/** Rejects a directory that another user owns or can write: its content could be replaced. */
export function requireOwned(path: string): void {
  if (isOwned(path)) return
  throw new EmbeddedDatabaseError(
    `${path} is not a directory that only this user may write; nothing in it can be trusted.`,
    `Find its owner, and remove it if it is not needed: rm -r ${path}`,
  )
}

/** Whether the path is a directory, not a link, that only this user can write. */
export function isOwned(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return false
  return found.uid === (process.getuid?.() ?? found.uid) && (platform() === 'win32' || (found.mode & 0o022) === 0)
}
