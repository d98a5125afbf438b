import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import type { Tenant } from '#prisma/client'
import { openArchive } from '#services/archive/archive-reader'
import { type ExportResult, exportTenant } from '#services/archive/export-tenant'
import { type ImportOptions, type ImportResult, importTenant, requireKeyUsable } from '#services/archive/import-tenant'
import { quoteName, readTables, type TenantTable } from '#services/archive/tables'
import { loadDemo } from '#src/demo/load-demo'
import { loadDemoFiles } from '#src/demo/work/files'
import { loadDemoWork } from '#src/demo/work/load-work'
import type { TestApp } from '../build-app.ts'
import { withAdmin } from '../server/test-server.ts'

/** A folder for archives, which `remove` deletes. */
export const archiveFolder = (): { path: (name: string) => string; remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-archive-test-'))
  return { path: (name) => join(folder, name), remove: () => rmSync(folder, { recursive: true }) }
}

/** Loads the whole demonstration into a tenant. */
export const loadTenant = async (
  { app, database }: TestApp,
  tenant: Tenant,
  now: Date,
  contacts: number,
): Promise<void> => {
  await loadDemo({ database, tenant, contacts, now })
  const common = { database, tenant, now, log: app.log }
  const secrets = app.feedAddresses
  const { processorTools } = app
  await loadDemoWork({ ...common, secrets, processorTools, isMailSent: false })
  await loadDemoFiles({ ...common, files: app.files, processorTools })
}

export const exportTo = (
  { app, database }: TestApp,
  { id: tenantId }: Pick<Tenant, 'id'>,
  path: string,
): Promise<ExportResult> =>
  exportTenant({ database, store: app.files.store, tenantId, path, now: new Date('2026-11-27T02:00:00Z') })

/** Verifies an archive and imports it. */
export const importFrom = async (
  { app, database }: TestApp,
  path: string,
  options: Pick<ImportOptions, 'key' | 'acceptsOlder' | 'onProgress'> = {},
): Promise<ImportResult> => {
  const archive = await openArchive(path, {
    check: ({ tenant }) => requireKeyUsable(database, options.key ?? tenant.key),
  })
  try {
    const { store, uploads } = app.files
    return await importTenant(archive, { database, store, folder: uploads.folder, ...options })
  } finally {
    await archive.file.close()
  }
}

/**
 * The tables that an archive contains, and the rows of a tenant in each, as text.
 *
 * @param without the id of a credential of the test.
 */
export const rowsOfTenant = (url: string, tenantId: number, without = 0): Promise<Map<string, string[]>> =>
  withAdmin(url, async (client) => {
    await client.query(`SET timezone = 'UTC'`)
    const rows = new Map<string, string[]>()
    for (const table of await readTables(client))
      rows.set(table.name, await rowsOfTable(client, table, tenantId, without))
    return rows
  })

const rowsOfTable = async (
  client: Client,
  { name, tenantColumn, columns, key }: TenantTable,
  tenantId: number,
  without: number,
) => {
  const condition =
    name === 'application_permission' ? `id <> ${without}` : name === 'stored_file' ? `state = 'ready'` : 'true'
  const own = columns.filter((column) => column.name !== tenantColumn).map((column) => quoteName(column.name))
  const { rows } = await client.query<{ line: string }>(
    `SELECT row_to_json(r)::text AS line FROM (SELECT ${own.join(', ')} FROM ${quoteName(name)}
     WHERE ${quoteName(tenantColumn)} = $1 AND ${condition} ORDER BY ${key.map(quoteName).join(', ')}) r`,
    [tenantId],
  )
  return rows.map(({ line }) => line)
}
