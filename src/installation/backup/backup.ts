import { createWriteStream, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { OperatorError } from '#kernel/errors/operator-error'
import { productVersion } from '#services/archive/product-version'
import { type FileStore, MissingBytes } from '#services/files/file-store'
import { withClient } from '../migrations/history.ts'
import { type BackupManifest, DUMP, FILES, hashOfFile, writeManifest } from './manifest.ts'
import { findProgram, runProgram } from './postgres-program.ts'
import { type BackupSource, checkSource } from './source.ts'

export interface BackupOptions {
  /** The database, with a user that reads the rows of all tenants. */
  source: BackupSource
  store: FileStore
  /** A new or empty folder. */
  folder: string
  secretFingerprint: string
  onStep: (step: string) => void
}

/**
 * Writes a backup of the installation: a consistent dump of the database, and after it the files, so that each row has its
 * bytes. The dump is verified. Processes can continue to work. Everything is checked before the first step is announced.
 * @throws OperatorError that states what to do
 */
export const writeBackup = async (options: BackupOptions): Promise<BackupManifest> => {
  const { source, store, folder, secretFingerprint, onStep } = options
  requireEmptyFolder(folder)
  const postgres = await checkSource(source)
  const dumper = findProgram('pg_dump', postgres)
  const reader = findProgram('pg_restore', postgres)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const dump = join(folder, DUMP)
  onStep(`Dumping the database to ${dump} ...`)
  await runProgram(dumper, ['--format=custom', `--file=${dump}`], source.url)
  const list = await runProgram(reader, ['--list', dump], source.url)
  if (!list.includes('TABLE DATA public tenant')) throw new OperatorError('The dump contains no tenants. Try again.')
  onStep(`Copying the files of ${store.name} ...`)
  const files = await copyFiles(store, join(folder, FILES), onStep)
  const manifest: BackupManifest = {
    product: 'guildhall',
    version: productVersion(),
    createdAt: new Date().toISOString(),
    postgres,
    secretFingerprint,
    database: { bytes: statSync(dump).size, sha256: await hashOfFile(dump) },
    files,
  }
  writeManifest(folder, manifest)
  return manifest
}

const requireEmptyFolder = (folder: string): void => {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new OperatorError(`${folder} is not empty. Give a new folder: a backup never replaces another one.`)
}

export const majorVersion = (url: string): Promise<number> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ major: number }>(
      `SELECT current_setting('server_version_num')::int / 10000 AS major`,
    )
    return rows[0]?.major ?? 0
  })

const STEP = 1000

const copyFiles = async (store: FileStore, folder: string, onStep: (step: string) => void) => {
  let count = 0
  let bytes = 0
  for (const top of await store.listFolders()) {
    for await (const { key, size } of store.list(top)) {
      if (!(await copyFile(store, key, join(folder, key)))) continue
      count++
      bytes += size
      if (count % STEP === 0) onStep(`Copied ${count} files.`)
    }
  }
  return { count, bytes }
}

/** Returns false for a file that was deleted after it was listed. */
const copyFile = async (store: FileStore, key: string, path: string): Promise<boolean> => {
  try {
    const content = await store.read(key)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    await pipeline(content, createWriteStream(path, { mode: 0o600 }))
    return true
  } catch (error) {
    if (error instanceof MissingBytes) return false
    throw error
  }
}
