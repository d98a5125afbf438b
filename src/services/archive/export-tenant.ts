import { randomUUID } from 'node:crypto'
import type { ClientBase } from 'pg'
import { connect } from '#kernel/database/connect'
import type { Database } from '#kernel/database/database'
import { bytesKey, type FileStore, MissingBytes } from '../files/file-store.ts'
import { listSeatLogins } from '../identity/logins.ts'
import { type ArchiveProgress, FORMAT, FORMAT_VERSION, type Manifest, PART_BYTES } from './archive-format.ts'
import { EXPORTED_ROWS, EXPORTED_VALUES, ISSUE_AGAIN } from './archive-rules.ts'
import { ArchiveWriter } from './archive-writer.ts'
import { productVersion } from './product-version.ts'
import { quoteName, readMigrationNames, readTables, type TenantTable } from './tables.ts'

/** The number of names of what has to be issued again; the count is complete. */
const MAX_NAMES = 1000

export interface ExportOptions {
  database: Pick<Database, 'systemUrl'>
  store: FileStore
  tenantId: number
  /** The file that is written. */
  path: string
  now: Date
  onProgress?: (progress: ArchiveProgress) => void | Promise<void>
}

export interface ExportResult {
  archiveId: string
  rows: number
  files: number
  /** Files whose bytes the store does not have. */
  missingFiles: string[]
  bytes: number
  /** Of the whole file. */
  sha256: string
}

/**
 * Writes the archive of a tenant. Everything is read in one snapshot, while the tenant continues to work. Memory is bounded
 * by the size of a part.
 */
export const exportTenant = async (options: ExportOptions): Promise<ExportResult> => {
  const client = await connect({ connectionString: options.database.systemUrl, application_name: 'guildhall export' })
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    // Times are written in UTC, and numbers completely. The cursor waits while files are read from the store.
    await client.query(`SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO'; SET LOCAL intervalstyle = 'postgres';
      SET LOCAL extra_float_digits = 1; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`)
    return await writeArchive(client, options)
  } finally {
    await client.end()
  }
}

const writeArchive = async (client: ClientBase, options: ExportOptions): Promise<ExportResult> => {
  const tables = await readTables(client)
  const manifest = await makeManifest(client, tables, options)
  const writer = await ArchiveWriter.open(options.path, options.now)
  const total = manifest.kinds.reduce((sum, { rows }) => sum + rows, manifest.files.count)
  let done = 0
  const advance = async (by: number) => {
    done += by
    await options.onProgress?.({ done, total, unit: 'records' })
  }
  try {
    await writer.begin(manifest)
    const kinds = []
    for (const table of tables) kinds.push(await writeRecords(client, writer, table, options.tenantId, advance))
    const missingFiles = await writeFiles(client, writer, options, advance)
    const files = manifest.files.count - missingFiles.length
    const sha256 = await writer.finish({ kinds, files, missingFiles })
    const rows = kinds.reduce((sum, kind) => sum + kind.rows, 0)
    return { archiveId: manifest.archiveId, rows, files, missingFiles, bytes: writer.size, sha256 }
  } catch (error) {
    await writer.discard()
    throw error
  }
}

const makeManifest = async (client: ClientBase, tables: TenantTable[], options: ExportOptions): Promise<Manifest> => {
  const { tenantId, now } = options
  const { rows } = await client.query<Manifest['tenant']>('SELECT id, key, name FROM tenant WHERE id = $1', [tenantId])
  const [tenant] = rows
  if (!tenant) throw new Error(`There is no tenant ${tenantId}`)
  const kinds: Manifest['kinds'] = []
  for (const table of tables) kinds.push(await describeKind(client, table, tenantId))
  return {
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    archiveId: randomUUID(),
    productVersion: productVersion(),
    exportedAt: now.toISOString(),
    tenant,
    migrations: await readMigrationNames(client),
    kinds,
    files: await countFiles(client, tenantId),
    logins: await listSeatLogins(client, tenantId),
    issueAgain: await listToIssueAgain(client, tenantId),
  }
}

const describeKind = async (
  client: ClientBase,
  { name, tenantColumn, columns, dividedBy }: TenantTable,
  tenantId: number,
): Promise<Manifest['kinds'][number]> => {
  const days =
    dividedBy === null
      ? ''
      : `, min(${quoteName(dividedBy)})::date::text AS first, max(${quoteName(dividedBy)})::date::text AS last`
  const { rows } = await client.query<{ rows: number; first?: string; last?: string }>(
    `SELECT count(*)::float8 AS rows${days} FROM ${quoteName(name)} WHERE ${conditionOf(name, tenantColumn)}`,
    [tenantId],
  )
  const [found] = rows
  const span = found?.first && found.last ? ([found.first, found.last] as [string, string]) : null
  return { table: name, rows: found?.rows ?? 0, columns, ...(dividedBy !== null && { days: span }) }
}

const conditionOf = (table: string, tenantColumn: string): string => {
  const more = Object.hasOwn(EXPORTED_ROWS, table) ? ` AND ${EXPORTED_ROWS[table]}` : ''
  return `${quoteName(tenantColumn)} = $1${more}`
}

const countFiles = async (client: ClientBase, tenantId: number): Promise<Manifest['files']> => {
  const { rows } = await client.query<Manifest['files']>(
    `SELECT count(*)::float8 AS count, coalesce(sum(size), 0)::float8 AS bytes FROM stored_file
     WHERE ${conditionOf('stored_file', 'tenant_id')}`,
    [tenantId],
  )
  return rows[0] ?? { count: 0, bytes: 0 }
}

const listToIssueAgain = async (client: ClientBase, tenantId: number): Promise<Manifest['issueAgain']> => {
  const list: Manifest['issueAgain'] = []
  for (const { what, sql } of ISSUE_AGAIN) {
    const { rows } = await client.query<{ name: string }>(sql, [tenantId])
    const names = rows.slice(0, MAX_NAMES).map(({ name }) => name.slice(0, 500))
    if (rows.length > 0) list.push({ what, count: rows.length, names })
  }
  return list
}

/** Writes the rows of a table in the order of its key, in parts. */
const writeRecords = async (
  client: ClientBase,
  writer: ArchiveWriter,
  { name, tenantColumn, columns, key }: TenantTable,
  tenantId: number,
  advance: (rows: number) => Promise<void>,
): Promise<{ table: string; rows: number; parts: number }> => {
  const values = columns.map((column) => exportedValue(name, column.name))
  const order = key.map(quoteName)
  const sql = `SELECT row_to_json(r)::text AS line FROM (SELECT ${values.join(', ')} FROM ${quoteName(name)}
    WHERE ${conditionOf(name, tenantColumn)} ORDER BY ${order.join(', ')}) r`
  let rows = 0
  let parts = 0
  let bytes = 0
  let lines: string[] = []
  for await (const fetched of readCursor(client, sql, [tenantId])) {
    for (const { line } of fetched) {
      // Only a column of the type json can contain line breaks, as spaces between values.
      lines.push(line.replaceAll('\n', ' '))
      bytes += line.length
      if (bytes < PART_BYTES) continue
      await writer.writePart(name, ++parts, lines)
      ;[lines, bytes] = [[], 0]
    }
    rows += fetched.length
    await advance(fetched.length)
  }
  if (lines.length > 0) await writer.writePart(name, ++parts, lines)
  return { table: name, rows, parts }
}

const exportedValue = (table: string, column: string): string => {
  const replaced = Object.hasOwn(EXPORTED_VALUES, table) ? EXPORTED_VALUES[table]?.[column] : undefined
  return replaced === undefined ? quoteName(column) : `${replaced} AS ${quoteName(column)}`
}

const FIRST_FETCH = 200
const MAX_FETCH = 5000
/** The size of the rows that are in memory at once, estimated from the rows before. */
const FETCH_BYTES = 2 ** 20

/** Reads a statement by a cursor, as many rows at a time as fit into memory. */
async function* readCursor(client: ClientBase, sql: string, values: unknown[]): AsyncGenerator<{ line: string }[]> {
  await client.query(`DECLARE archived NO SCROLL CURSOR FOR ${sql}`, values)
  for (let count = FIRST_FETCH; ; ) {
    const { rows } = await client.query<{ line: string }>(`FETCH ${count} FROM archived`)
    if (rows.length > 0) yield rows
    if (rows.length < count) break
    const average = rows.reduce((sum, { line }) => sum + line.length, 0) / rows.length
    count = Math.max(1, Math.min(MAX_FETCH, Math.floor(FETCH_BYTES / average)))
  }
  await client.query('CLOSE archived')
}

interface FileRow {
  tenantId: number
  id: number
  storageKey: string
  size: string
}

/** Writes the bytes of all files. Returns the keys of those whose bytes are missing. */
const writeFiles = async (
  client: ClientBase,
  writer: ArchiveWriter,
  { store, tenantId }: ExportOptions,
  advance: (files: number) => Promise<void>,
): Promise<string[]> => {
  const missing: string[] = []
  const sql = `SELECT tenant_id AS "tenantId", id, storage_key AS "storageKey", size FROM stored_file
    WHERE ${conditionOf('stored_file', 'tenant_id')} AND id > $2 ORDER BY id LIMIT 500`
  for (let last = 0; ; ) {
    const { rows } = await client.query<FileRow>(sql, [tenantId, last])
    for (const file of rows) {
      if (!(await writeFile(writer, store, file))) missing.push(file.storageKey)
      await advance(1)
    }
    const end = rows.at(-1)
    if (!end) return missing
    last = end.id
  }
}

/** Returns false if the store has no bytes of the file. */
const writeFile = async (writer: ArchiveWriter, store: FileStore, file: FileRow): Promise<boolean> => {
  try {
    await writer.writeFile(file.storageKey, Number(file.size), await store.read(bytesKey(file)))
    return true
  } catch (error) {
    if (error instanceof MissingBytes) return false
    throw error
  }
}
