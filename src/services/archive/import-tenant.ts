import type { Client, ClientBase } from 'pg'
import { connect } from '#kernel/database/connect'
import type { Database } from '#kernel/database/database'
import { findCurrencyFault, isTenantCurrency } from '#kernel/money/currencies'
import { TENANT_KEY } from '#kernel/tenancy/tenant-part'
import type { FileStore } from '../files/file-store.ts'
import type { ArchiveProgress, Manifest } from './archive-format.ts'
import { ArchiveFault, readPart, type VerifiedArchive } from './archive-reader.ts'
import { requireReferences } from './foreign-keys.ts'
import { removeFiles, storeFiles } from './import-files.ts'
import { insertRecords, renewClientIds } from './import-records.ts'
import { type LoginOutcome, mapLogins } from './logins.ts'
import { planImport } from './plan-import.ts'
import { settleWork, type WorkToCheck } from './settle-work.ts'
import { addPartitions, analyze, raiseSequences } from './table-upkeep.ts'

export interface ImportOptions {
  database: Pick<Database, 'ownerUrl' | 'systemUrl'>
  store: FileStore
  /** A local folder for files on their way to the store. */
  folder: string
  /** The key of the new tenant; that of the archive by default. */
  key?: string
  /** Accept an archive of an older schema: new columns get their defaults. */
  acceptsOlder?: boolean
  onProgress?: (progress: ArchiveProgress) => void
}

export interface ImportResult {
  tenantId: number
  key: string
  rows: number
  files: number
  logins: LoginOutcome[]
  issueAgain: Manifest['issueAgain']
  /** Work that was waiting when the archive was made, and that the import has ended. */
  toCheck: WorkToCheck[]
  missingFiles: readonly string[]
}

/**
 * Creates a tenant from an archive, with a new id, in one transaction: it exists completely or not at all. An import that was
 * killed is started again with the same archive; it stores the files under the same keys.
 *
 * @throws ArchiveFault for an archive that does not fit, for a currency without two decimals, and for a key that is in use.
 */
export const importTenant = async (archive: VerifiedArchive, options: ImportOptions): Promise<ImportResult> => {
  const key = options.key ?? archive.manifest.tenant.key
  requireKeyValid(key)
  await requireCurrency(archive)
  const system = await connect({ connectionString: options.database.systemUrl, application_name: 'guildhall import' })
  try {
    const tenantId = await reserveTenant(system, archive.manifest.archiveId, key)
    try {
      await addPartitions(system, archive.manifest.kinds)
      return await importAs(tenantId, key, archive, options)
    } catch (error) {
      await removeLeftFiles(system, options.store, tenantId).catch(() => undefined)
      throw error
    }
  } finally {
    await system.end()
  }
}

/**
 * Checks the key of the new tenant before the whole archive is verified. The import checks it again.
 *
 * @throws ArchiveFault for a key that is not valid or in use.
 */
export const requireKeyUsable = async (database: Pick<Database, 'systemUrl'>, key: string): Promise<void> => {
  requireKeyValid(key)
  const system = await connect({ connectionString: database.systemUrl, application_name: 'guildhall import' })
  try {
    await requireKeyFree(system, key)
  } finally {
    await system.end()
  }
}

const requireKeyValid = (key: string): void => {
  if (!TENANT_KEY.test(key))
    throw new ArchiveFault(
      `The key ${JSON.stringify(key)} is not valid. Use 2 to 63 lower-case letters, digits and hyphens.`,
    )
}

/** Refuses a tenant whose amounts would be charged as another amount. The row can leave the column out: then it is the default. */
const requireCurrency = async ({ file, parts }: VerifiedArchive): Promise<void> => {
  for (const part of parts.get('tenant') ?? [])
    for (const line of await readPart(file, part)) {
      const { currency_code: code } = JSON.parse(line) as { currency_code?: string }
      if (code !== undefined && !isTenantCurrency(code))
        throw new ArchiveFault(`The currency of the tenant cannot be used: ${findCurrencyFault(String(code))}.`)
    }
}

const requireKeyFree = async (system: ClientBase, key: string): Promise<void> => {
  const used = await system.query('SELECT FROM tenant WHERE key = $1', [key])
  if (used.rowCount) throw new ArchiveFault(`The key "${key}" is in use here. Choose another one with --key.`)
}

/** Removes the files of an import that failed. The commit can have succeeded although its response was lost. */
const removeLeftFiles = async (system: ClientBase, store: FileStore, tenantId: number): Promise<void> => {
  const { rowCount } = await system.query('SELECT FROM tenant WHERE id = $1', [tenantId])
  if (rowCount === 0) await removeFiles(store, tenantId)
}

/**
 * Draws the id of the new tenant, or returns that of an import of the same archive that was killed. The lock lasts as long as
 * the connection.
 */
const reserveTenant = async (system: ClientBase, archiveId: string, key: string): Promise<number> => {
  const { rows } = await system.query<{ isFree: boolean }>(
    `SELECT pg_try_advisory_lock(hashtextextended('import of ' || $1, 0)) AS "isFree"`,
    [archiveId],
  )
  if (!rows[0]?.isFree) throw new ArchiveFault('This archive is being imported by another process.')
  await requireKeyFree(system, key)
  const known = await system.query<{ id: number }>(
    'SELECT imported_as AS id FROM tenant_import WHERE archive_id = $1::uuid AND finished_at IS NULL',
    [archiveId],
  )
  if (known.rows[0]) return known.rows[0].id
  const made = await system.query<{ id: number }>(
    `INSERT INTO tenant_import (imported_as, archive_id)
     VALUES (nextval(pg_get_serial_sequence('tenant', 'id')), $1::uuid) RETURNING imported_as AS id`,
    [archiveId],
  )
  return (made.rows[0] as { id: number }).id
}

const importAs = async (
  tenantId: number,
  key: string,
  archive: VerifiedArchive,
  options: ImportOptions,
): Promise<ImportResult> => {
  const client = await connect({ connectionString: options.database.ownerUrl, application_name: 'guildhall import' })
  const { manifest } = archive
  try {
    await client.query('BEGIN')
    await withoutTriggers(client)
    // The policies and rights of the kernel's role apply also where the owner is an ordinary user.
    await client.query('SET LOCAL ROLE guildhall_system')
    const plans = await planImport(client, manifest, options.acceptsOlder ?? false)
    const progress = counterOf(manifest, options.onProgress)
    const { outcomes, idOf } = await mapLogins(client, manifest)
    for (const plan of plans)
      await insertRecords(client, archive, plan, { tenantId, key, formerId: manifest.tenant.id, idOf, progress })
    await renewClientIds(client, tenantId)
    const files = await storeFiles(client, archive, { ...options, tenantId, progress })
    await client.query('RESET ROLE')
    await analyze(client, manifest.kinds)
    await raiseSequences(client, tenantId)
    await client.query('SET LOCAL ROLE guildhall_system')
    await requireReferences(client, tenantId)
    await client.query('RESET ROLE; SET LOCAL session_replication_role = origin; SET LOCAL ROLE guildhall_system')
    const toCheck = await settleWork(client, tenantId)
    await client.query('UPDATE tenant_import SET finished_at = now() WHERE imported_as = $1', [tenantId])
    await client.query(`SELECT pg_notify('guildhall_credentials', $1)`, [String(tenantId)])
    await client.query('COMMIT')
    const rows = manifest.kinds.reduce((sum, kind) => sum + kind.rows, 0)
    const { missingFiles } = archive
    return { tenantId, key, rows, files, logins: outcomes, issueAgain: manifest.issueAgain, toCheck, missingFiles }
  } finally {
    await client.end()
  }
}

/**
 * Triggers did their work where the rows were written: their results are part of the archive. Foreign keys are checked at the
 * end, because rows can reference each other in circles.
 */
const withoutTriggers = async (client: Client): Promise<void> => {
  await client.query(`SET LOCAL timezone = 'UTC'; SET LOCAL statement_timeout = 0;
    SET LOCAL idle_in_transaction_session_timeout = 0`)
  try {
    await client.query('SET LOCAL session_replication_role = replica')
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error
    throw new ArchiveFault(
      'The user of DATABASE_URL may not suspend triggers, which an import requires. Run as a superuser: ' +
        `GRANT SET ON PARAMETER session_replication_role TO "${client.user ?? ''}";`,
    )
  }
}

const counterOf = ({ kinds, files }: Manifest, onProgress: ImportOptions['onProgress']): ((by: number) => void) => {
  const total = kinds.reduce((sum, { rows }) => sum + rows, files.count)
  let done = 0
  return (by) => {
    done += by
    onProgress?.({ done, total, unit: 'records' })
  }
}
