import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '#kernel/errors/operator-error'

/** What a backup contains. It is written last: a folder without it is not complete. */
export interface BackupManifest {
  product: 'guildhall'
  version: string
  createdAt: string
  /** Major version of PostgreSQL. */
  postgres: number
  /** Identifies the secret of the installation, without which the backup cannot be used. */
  secretFingerprint: string
  database: { bytes: number; sha256: string }
  files: { count: number; bytes: number }
}

const NAME = 'backup.json'
export const DUMP = 'database.dump'
export const FILES = 'files'

export const writeManifest = (folder: string, manifest: BackupManifest): void =>
  writeFileSync(join(folder, NAME), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })

/** Reads the manifest, and compares the dump with it. @throws OperatorError that states what to do */
export const readBackup = async (folder: string): Promise<BackupManifest> => {
  const path = join(folder, NAME)
  if (!existsSync(path))
    throw new OperatorError(`${folder} is not a complete backup: it has no ${NAME}. Give the folder of a backup.`)
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as BackupManifest
  if ((await hashOfFile(join(folder, DUMP))) !== manifest.database.sha256)
    throw new OperatorError(`${join(folder, DUMP)} is damaged: it differs from ${NAME}. Use another backup.`)
  return manifest
}

export const hashOfFile = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  for await (const part of createReadStream(path)) hash.update(part as Buffer)
  return hash.digest('hex')
}
