import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes a file that only this user can read, completely or not at all. */
export const writePrivate = (path: string, content: string): void => {
  const candidate = `${path}.${process.pid}`
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(candidate, content, { mode: 0o600 })
  chmodSync(candidate, 0o600)
  renameSync(candidate, path)
}
