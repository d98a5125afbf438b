import type { ImportChoicesInput } from '#contract/people/imports'
import { notFound } from '#kernel/errors/problem'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { ImportRun } from '#prisma/client'
import { importEvents } from './imports.events.ts'
import { importList } from './imports.listing.ts'
import type { StoredRefusal } from './imports.model.ts'
import { type ImportState, optionsSql, refusalsSql, stateSql } from './imports.sql.ts'

export const importKind: RecordKind<ImportRun> = {
  entity: 'import',
  table: 'import_run',
  events: importEvents,
  find: (tx, { tenantId, id }) => tx.importRun.findFirst({ where: { tenantId, id } }),
}

/** Finds an import; null if it does not exist. */
export const findImport = ({ db }: Pick<Scope, 'db'>, id: number): Promise<ImportRun | null> =>
  db.prisma.importRun.findFirst({ where: { tenantId: db.tenantId, id } })

/** Reads the settings of an import, for reading its file again. */
export const readChoices = async ({ db }: Pick<Scope, 'db'>, id: number): Promise<ImportChoicesInput> => {
  const [row] = await db.rows<{ options: ImportChoicesInput }>(optionsSql(db.tenantId, id))
  return row?.options ?? {}
}

/** Reads how far an import has come. @throws 404. */
export const readState = async ({ db }: Pick<Scope, 'db'>, id: number): Promise<ImportState> => {
  const [state] = await db.rows<ImportState>(stateSql(db.tenantId, id))
  if (!state) throw notFound('import')
  return state
}

/** Reads an import in the shape of the list. @throws 404. */
export const readImport = (scope: Scope, id: number): Promise<VersionedRow> =>
  readVersionedRow(scope.db, scope, importList(scope), id, 'import')

/** Rows that are read at once. */
const PAGE = 1000

/** Reads the refused rows of an import in the order of the file, at most `limit`. */
export async function* readRefusals(
  { db }: Pick<Scope, 'db'>,
  importId: number,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<StoredRefusal[]> {
  let afterLine = 0
  let left = limit
  while (left > 0) {
    const rows = await db.rows<StoredRefusal>(refusalsSql(db.tenantId, importId, afterLine, Math.min(PAGE, left)))
    if (rows.length > 0) yield rows
    if (rows.length < PAGE) return
    afterLine = rows.at(-1)?.line ?? afterLine
    left -= rows.length
  }
}
