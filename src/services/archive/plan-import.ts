import type { ClientBase } from 'pg'
import type { ArchivedKind, Manifest } from './archive-format.ts'
import { ArchiveFault } from './archive-reader.ts'
import { readMigrationNames, readTables, type TenantTable } from './tables.ts'

/** A kind of the archive and the table that it is imported into. */
export interface ImportPlan {
  kind: ArchivedKind
  table: TenantTable
}

/**
 * Compares the archive with this database.
 *
 * @throws ArchiveFault for a newer schema, for an older one that is not accepted, and for columns that are not here.
 */
export const planImport = async (
  client: ClientBase,
  manifest: Manifest,
  acceptsOlder: boolean,
): Promise<ImportPlan[]> => {
  requireSchema(manifest, await readMigrationNames(client), acceptsOlder)
  const tables = new Map((await readTables(client)).map((table) => [table.name, table]))
  return manifest.kinds.map((kind) => {
    const table = tables.get(kind.table)
    if (!table) throw unknown(`records of ${kind.table}`)
    for (const column of kind.columns)
      if (!table.columns.some(({ name, type }) => name === column.name && takes(type, column.type)))
        throw unknown(`${kind.table}.${column.name} of the type ${column.type}`)
    return { kind, table }
  })
}

/** Whether a column takes the values of the archive: one that has become a bigint takes the integers of an older version. */
const takes = (type: string, archived: string): boolean =>
  type === archived || (type === 'bigint' && archived === 'integer')

const unknown = (what: string): ArchiveFault =>
  new ArchiveFault(`The archive contains ${what}, which this version does not import.`)

const requireSchema = (
  { migrations, productVersion }: Manifest,
  own: readonly string[],
  acceptsOlder: boolean,
): void => {
  // Without the first migration, the archive is of before the foundation: its migrations are those that this one replaced.
  const isBefore = own[0] !== undefined && !migrations.includes(own[0])
  const newer = isBefore ? [] : migrations.filter((name) => !own.includes(name))
  if (newer.length > 0)
    throw new ArchiveFault(
      `The archive was made by a newer version (${productVersion}), whose database has ${newer.length} migrations that are ` +
        `not applied here, such as ${newer[0]}. Upgrade this installation, then import the archive.`,
    )
  const since = own.filter((name) => !migrations.includes(name))
  if (since.length > 0 && !acceptsOlder)
    throw new ArchiveFault(
      `The archive was made by an older version (${productVersion}): ${since.length} migrations of this database, since ` +
        `${since[0]}, have not changed its records. Upgrade the former installation and export again, or use --older: then ` +
        'new columns get their defaults.',
    )
}
