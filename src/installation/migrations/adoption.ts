import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Log } from '../embedded/log.ts'
import { readCatalog } from './catalog.ts'
import { compareWithSummary } from './catalog-summary.ts'
import { MigrationError } from './migration-error.ts'
import type { MigrationFile } from './migration-files.ts'

/** What a foundation that replaces earlier migrations keeps about them, in former.json of its folder. */
interface Former {
  /** The last build with these migrations. */
  commit: string
  version: string
  /** The first of them, which every database of such a build has. */
  first: string
  count: number
  /** Of the sorted lines "name checksum", with the checksums of files with LF and with CRLF. */
  hashes: string[]
}

interface HistoryRow {
  name: string
  checksum: string
  isFinished: boolean
}

const HISTORY = `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS "isFinished"
  FROM _prisma_migrations WHERE rolled_back_at IS NULL`

/** Reads the migrations that the first one of the folder replaces; undefined if it replaces none. */
export const readFormer = (folder: string, [foundation]: readonly MigrationFile[]): Former | undefined => {
  const path = join(folder, foundation?.name ?? '', 'former.json')
  return foundation && existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Former) : undefined
}

/** Whether these migrations are those of a database of before the foundation. */
export const isFormer = (former: Former | undefined, applied: readonly string[]): boolean =>
  former !== undefined && applied.includes(former.first)

/**
 * Replaces the history of a database of the last build before the foundation by the foundation, which makes the same database.
 * The caller has the lock of migrations.
 *
 * @throws MigrationError for a database of another build, and for one that differs from the foundation
 */
export const adoptDatabase = async (
  client: pg.Client,
  options: { folder: string; migrations: readonly MigrationFile[]; log: Log },
): Promise<void> => {
  const { folder, migrations, log } = options
  const former = readFormer(folder, migrations)
  const [foundation] = migrations
  if (!former || !foundation) return
  const rows = await readHistory(client)
  const names = rows.map(({ name }) => name)
  // With the foundation, an entry of a former migration is the failed start of a former build.
  if (names.includes(foundation.name) || !isFormer(former, names)) return
  if (!isLastBuild(rows, former)) throw otherBuild(former)
  const summary = readFileSync(join(folder, foundation.name, 'catalog.txt'), 'utf8')
  const differences = compareWithSummary(summary, await readCatalog(client))
  if (differences.length > 0) throw otherCatalog(former, differences)
  await replaceHistory(client, foundation)
  log.info(`Took over the database of version ${former.version}: ${former.count} migrations are now one.`)
}

const readHistory = async (client: pg.Client): Promise<HistoryRow[]> => {
  const { rows } = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`,
  )
  return rows[0]?.exists ? (await client.query<HistoryRow>(HISTORY)).rows : []
}

const isLastBuild = (rows: readonly HistoryRow[], { count, hashes }: Former): boolean =>
  rows.length === count && rows.every(({ isFinished }) => isFinished) && hashes.includes(hashOfHistory(rows))

/** The hash of a list of migrations. */
export const hashOfHistory = (rows: readonly { name: string; checksum: string }[]): string =>
  createHash('sha256')
    .update(
      rows
        .map(({ name, checksum }) => `${name} ${checksum}\n`)
        .sort()
        .join(''),
    )
    .digest('hex')

const replaceHistory = async (client: pg.Client, { name, sql }: MigrationFile): Promise<void> => {
  const checksum = createHash('sha256').update(sql).digest('hex')
  await client.query('BEGIN')
  try {
    await client.query('DELETE FROM _prisma_migrations')
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
        VALUES ($1, $2, $3, now(), now(), 1)`,
      [randomUUID(), checksum, name],
    )
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

const lastBuild = ({ commit, version }: Former): string => `the build of ${commit} (${version})`

const otherBuild = (former: Former): MigrationError =>
  new MigrationError(
    'former',
    [],
    `The database is older than this build can take over: start ${lastBuild(former)} once, then start this one.`,
    '',
  )

const MAX_NAMED = 10

const otherCatalog = (former: Former, differences: readonly string[]): MigrationError => {
  const more = differences.length > MAX_NAMED ? ` and ${differences.length - MAX_NAMED} more` : ''
  return new MigrationError(
    'former',
    [],
    `The database differs from that of ${lastBuild(former)}: ${differences.slice(0, MAX_NAMED).join('; ')}${more}.`,
    'Undo these changes, then start again. Nothing was changed.',
  )
}
