import { getTenantSettings } from '#areas/integration/tenant-settings/tenant-settings.queries'
import { findGroupsByName } from '#areas/people/groups/groups.queries'
import { listImportedTypes } from '#areas/people/memberships/imported/imported-memberships.service'
import type { Scope } from '#kernel/tenancy/scope'
import { importBatch } from './batches/batches.service.ts'
import { DryRunMemory, type ImportWork, type OpenedRow, SharedKeys } from './batches/import-work.model.ts'
import { keysOf } from './batches/row-matches.model.ts'
import type { ColumnField } from './columns/fields.model.ts'
import type { ImportState } from './imports.sql.ts'
import type { ImportPlan } from './plans/plans.service.ts'
import { RowValues } from './rows/row-values.input.ts'
import type { TableRow } from './tables/source.model.ts'

const isOfMembership = (field: ColumnField | undefined): boolean =>
  field === 'MembershipType' || field === 'MembershipLevel'

/** Rows per transaction. */
const BATCH = 500
/** Characters per transaction, which is reached only by rows that are refused. */
const MAX_BATCH_SIZE = 4_000_000

/** A file and the way in which it is imported. */
export interface ImportRows {
  plan: ImportPlan
  file: ReadFile
  /** Where it begins. */
  start: ImportState
  onProgress: (state: ImportState) => void
}

/** The facts about a file that are known before its first row is imported. */
export interface ReadFile {
  /** Its rows, without the headers. */
  rows: number
  /** Undefined if rows find no contacts. */
  shared: SharedKeys | undefined
}

/** Reads a file to its end, so that one with a damaged row is not imported in part. @throws 422 `import-file`. */
export const readFile = async ({ table, reader, settings: { Match } }: ImportPlan): Promise<ReadFile> => {
  const shared = Match === 'None' ? undefined : new SharedKeys(Match)
  let rows = -1
  for await (const { line, fields } of table.rows()) {
    rows++
    const values = shared && rows > 0 ? reader.open(line, fields) : undefined
    if (!(values instanceof RowValues) || Match === 'None') continue
    const keys = reader.keys(values)
    shared?.add(line, keysOf(Match, keys), keys.party)
  }
  return { rows, shared }
}

/**
 * Imports the rows of a file after the last line that was imported. If it is stopped, call it again with the stored
 * state to import the rest, nothing twice.
 *
 * @throws ImportMovedError if the import was cancelled, or another process continues it.
 */
export const importRows = async (scope: Scope, { plan, file, start, onProgress }: ImportRows): Promise<ImportState> => {
  const { IsDryRun } = plan.settings
  const work: ImportWork = {
    plan,
    ...file,
    isDryRun: IsDryRun,
    groups: new Map(await findGroupsByName(scope)),
    types: plan.columns.fields.some(isOfMembership) ? await listImportedTypes(scope) : [],
    employers: new Set(),
    memory: IsDryRun ? new DryRunMemory() : undefined,
  }
  let state = start
  const all = batches(plan, state.lastLine)
  let next = all.next()
  for (let batch = await next; !batch.done; batch = await next) {
    // The next rows are parsed while the database saves these.
    next = all.next()
    next.catch(() => undefined)
    // An import can take long: the settings of the tenant can have changed since its start.
    const current = { ...scope, tenant: await getTenantSettings(scope) }
    state = await importBatch(current, work, state, batch.value)
    onProgress(state)
  }
  return state
}

/** Returns the rows after a line, in batches, without the headers. */
async function* batches({ table, reader, settings }: ImportPlan, afterLine: number): AsyncGenerator<OpenedRow[]> {
  let batch: OpenedRow[] = []
  let size = 0
  let isHeader = true
  for await (const row of table.rows()) {
    if (isHeader) isHeader = false
    else if (row.line > afterLine) {
      batch.push(openRow(reader, row, settings.Match === 'None'))
      size += row.fields.reduce((sum, { length }) => sum + length, 0)
    }
    if (batch.length < BATCH && size < MAX_BATCH_SIZE) continue
    yield batch
    batch = []
    size = 0
  }
  if (batch.length > 0) yield batch
}

// A row that can change a contact is parsed when this is known.
const openRow = (reader: ImportPlan['reader'], row: TableRow, isNew: boolean): OpenedRow => {
  const values = reader.open(row.line, row.fields)
  return { row, values, ...(isNew && values instanceof RowValues && { parsed: reader.parse(row.line, values) }) }
}
