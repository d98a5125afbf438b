import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type pg from 'pg'
import { OperatorError } from '#kernel/errors/operator-error'
import type { FileStore } from '#services/files/file-store'
import { withClient } from '../migrations/history.ts'
import { majorVersion } from './backup.ts'
import { type BackupManifest, DUMP, FILES, readBackup } from './manifest.ts'
import { findProgram, runProgram } from './postgres-program.ts'

export interface RestoreOptions {
  /** The database, with the user that is to own everything. */
  url: string
  store: FileStore
  folder: string
  /** Of the configured secret and the previous one. */
  fingerprints: readonly string[]
  /** Deletes what the database contains. */
  isForced: boolean
  onStep: (step: string) => void
}

/**
 * Restores a backup into an empty database, completely or not at all, and its files into the file store. It verifies the
 * backup and its secret first.
 * @throws OperatorError that states what to do
 */
export const restoreBackup = async (options: RestoreOptions): Promise<BackupManifest> => {
  const { url, store, folder, fingerprints, isForced, onStep } = options
  const manifest = await readBackup(folder)
  if (!fingerprints.includes(manifest.secretFingerprint))
    throw new OperatorError(
      'The backup was made with another secret. Set GUILDHALL_SECRET, or restore secret-key in the data directory, to ' +
        'what it was then: without it, nothing that is encrypted can be read.',
    )
  const program = findProgram('pg_restore', Math.max(manifest.postgres, await majorVersion(url)))
  await withClient(url, async (client) => {
    await prepareTarget(client, isForced)
    await createRoles(client)
  })
  onStep('Restoring the database ...')
  const args = ['--no-owner', '--exit-on-error', '--single-transaction', `--dbname=${nameOf(url)}`, join(folder, DUMP)]
  await runProgram(program, args, url)
  onStep('Restoring the files ...')
  await restoreFiles(store, join(folder, FILES), onStep)
  return manifest
}

const nameOf = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1))

interface Target {
  hasTables: boolean
  others: number
}

const TARGET = `
  SELECT EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p') AND n.nspname IN ('public', 'graphile_worker', 'log_month')) AS "hasTables",
    (SELECT count(*)::int FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend') AS others`

const prepareTarget = async (client: pg.Client, isForced: boolean): Promise<void> => {
  const { rows } = await client.query<Target>(TARGET)
  const { hasTables, others } = rows[0] as Target
  if (!hasTables) return
  if (!isForced)
    throw new OperatorError(
      'The database is not empty. Give an empty one, or --force to delete everything that it contains.',
    )
  if (others > 0) throw new OperatorError(`${others} connections use the database. Stop every server and worker first.`)
  await client.query('DROP SCHEMA IF EXISTS graphile_worker, log_month, public CASCADE; CREATE SCHEMA public')
}

const ROLES = ['guildhall_app', 'guildhall_chapter', 'guildhall_system']

/** The dump grants rights to them. They belong to the server, not to the database. */
const createRoles = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ rolname: string }>('SELECT rolname FROM pg_roles WHERE rolname = ANY ($1)', [
    ROLES,
  ])
  const missing = ROLES.filter((role) => !rows.some(({ rolname }) => rolname === role))
  for (const role of missing)
    await client.query(`CREATE ROLE ${role} NOLOGIN`).catch((error: unknown) => {
      throw new OperatorError(
        `The role ${role} does not exist, and this user cannot create it. Create the roles as docs/operators.md ` +
          'describes under Rights.',
        { cause: error },
      )
    })
}

const restoreFiles = async (store: FileStore, folder: string, onStep: (step: string) => void): Promise<void> => {
  if (!existsSync(folder)) return
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  for (const [index, path] of paths.entries()) {
    await store.put(relative(folder, path).split(sep).join('/'), { path, size: statSync(path).size })
    if ((index + 1) % 1000 === 0) onStep(`Restored ${index + 1} of ${paths.length} files.`)
  }
}
