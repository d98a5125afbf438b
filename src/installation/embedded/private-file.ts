import { randomBytes } from 'node:crypto'
import { closeSync, constants, fchownSync, openSync, renameSync, writeSync } from 'node:fs'
import { moveOnce } from '#kernel/config/move-once'
import type { Home } from './home.ts'

/**
 * Opens a file of the home, mode 600, owned by the server's account. Never follows a link: root can be writing in a
 * directory of another account.
 */
export function openPrivate(home: Home, path: string, flags: number): number {
  const file = openSync(path, flags | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0), 0o600)
  if (home.account) fchownSync(file, home.account.uid, home.account.gid)
  return file
}

/** Replaces the file atomically. */
export function replaceFile(home: Home, path: string, content: string): void {
  renameSync(temporary(home, path, content), path)
}

/** Writes the file if it does not exist, and returns its content: of several writers the first one wins. */
export function writeOnce(home: Home, path: string, content: string): string {
  return moveOnce(temporary(home, path, content), path)
}

function temporary(home: Home, path: string, content: string): string {
  const name = `${path}.${randomBytes(6).toString('hex')}`
  const file = openPrivate(home, name, constants.O_WRONLY | constants.O_EXCL)
  try {
    writeSync(file, content)
  } finally {
    closeSync(file)
  }
  return name
}
