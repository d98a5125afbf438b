import { findMissingReferences } from '#areas/people/custom-fields/values/values.queries'
import { saveValues, type ValuePlan } from '#areas/people/custom-fields/values/values.service'
import type { DuplicateCandidate } from '#contract/people/contacts-saving'
import { OperatorError } from '#kernel/errors/operator-error'
import { Problem } from '#kernel/errors/problem'
import { uploaderOf } from '#kernel/files/file-owner'
import type { DriverTransaction } from '#kernel/tenancy/driver-transaction'
import type { Scope } from '#kernel/tenancy/scope'
import type { ContactDraft } from '../records/drafts.model.ts'
import { creationSql, type PreparedSave, prepareSave } from '../records/records.service.ts'
import { parseTagName } from '../tags/tags.service.ts'
import { insertTagsSql } from '../tags/tags.sql.ts'
import { lockImportRun } from './imports.queries.ts'
import { advanceRunSql, contactTagsSql, groupMembersSql, type ImportRun } from './imports.sql.ts'

/** A contact to create. It references no other record. */
export interface ImportRow {
  line: number
  systemTypeId: 1 | 2
  draft: ContactDraft
  tags: readonly string[]
  groupIds: readonly number[]
  values: ValuePlan
}

/** A row that is not imported. */
export interface RefusedRow {
  line: number
  reasons: string[]
}

export interface ImportBatch {
  rows: readonly ImportRow[]
  /** Rows that could not be parsed; they count as refused. */
  unreadable: readonly RefusedRow[]
  /** The last line of the batch. */
  lastLine: number
  /** Whether everything is checked and nothing is saved. */
  isDryRun: boolean
  /** Receives every refused row, in order, before the commit; again if the transaction is retried. */
  onRefused: (rows: readonly RefusedRow[]) => Promise<void>
}

/** Another process is importing the same file. */
export class ImportBusyError extends OperatorError {
  override readonly name = 'ImportBusyError'
}

/** Ends the transaction of a dry run: thrown, so that the transaction is rolled back. */
class DryRunEnd extends Error {}

/**
 * Creates the contacts of a part of a file by the rules of every save, and records how far the import has come, in one
 * transaction. Refuses possible duplicates, also within the batch, unless the draft has forceSave.
 *
 * @throws ImportBusyError
 */
export const importBatch = async (scope: Scope, run: ImportRun, batch: ImportBatch): Promise<ImportRun> => {
  const saves: RowSave[] = []
  for (const row of batch.rows) saves.push({ row, save: await prepareSave(scope, { ...row, contactId: 0 }) })
  let next = run
  try {
    await scope.db.transaction(
      async (tx) => {
        const stored = await lockImportRun(scope, tx, run.fileHash)
        if (!batch.isDryRun && stored?.lastLine !== run.lastLine) {
          throw new ImportBusyError('Another process is importing this file. Wait for it, or stop it.')
        }
        const { created, refused } = await createContacts(scope, tx, saves)
        const allRefused = [...batch.unreadable, ...refused].sort((a, b) => a.line - b.line)
        await batch.onRefused(allRefused)
        const { fileHash } = run
        const { lastLine } = batch
        const counts = { imported: created.length, refused: allRefused.length }
        next = { ...run, lastLine, imported: run.imported + counts.imported, refused: run.refused + counts.refused }
        if (batch.isDryRun) throw new DryRunEnd()
        await writeLabels(scope, tx, created)
        const written = created.map(({ contactId, row }) => ({ objectId: contactId, plan: row.values }))
        await saveValues(tx, scope.db.tenantId, written)
        await tx.commit(advanceRunSql(scope.db.tenantId, { ...counts, fileHash, lastLine }))
      },
      { onDriver: true },
    )
  } catch (error) {
    if (!(error instanceof DryRunEnd)) throw error
  }
  return next
}

interface RowSave {
  row: ImportRow
  save: PreparedSave
}

interface CreatedRow {
  row: ImportRow
  contactId: number
}

/** Sends all statements without waiting in between. Each sees what the earlier ones have written. */
const createContacts = async (
  scope: Scope,
  tx: DriverTransaction,
  saves: readonly RowSave[],
): Promise<{ created: CreatedRow[]; refused: RefusedRow[] }> => {
  const refused: RefusedRow[] = []
  const missing = await findMissingLines(scope, tx, saves)
  const sent = saves.flatMap(({ row, save }) => {
    const field = missing.get(row.line)
    if (field !== undefined) {
      refused.push({ line: row.line, reasons: [`${field} does not reference an existing record`] })
      return []
    }
    try {
      const { contactId, sql } = creationSql(scope, save)
      return [{ row, contactId, written: tx.rows<{ candidates: DuplicateCandidate[] | null }>(sql) }]
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const reasons = error.errors.map(({ pointer, message }) => `${pointer.slice(1)} ${message}`)
      refused.push({ line: row.line, reasons })
      return []
    }
  })
  const results = await Promise.all(sent.map(({ written }) => written))
  const created = sent.flatMap(({ row, contactId }, at) => {
    const [best] = results[at]?.[0]?.candidates ?? []
    if (!best) return [{ row, contactId }]
    refused.push({ line: row.line, reasons: [`may be the same as contact ${best.ContactId} (${best.Name})`] })
    return []
  })
  return { created, refused }
}

/** Finds the lines whose custom fields reference records that do not exist, each with the name of one such field. */
const findMissingLines = async (
  scope: Scope,
  tx: DriverTransaction,
  saves: readonly RowSave[],
): Promise<Map<number, string>> => {
  const references = saves.flatMap(({ row: { line, values } }) =>
    values.references.map((reference) => ({ ...reference, line })),
  )
  const missing = await findMissingReferences(tx, scope.db.tenantId, references, uploaderOf(scope))
  return new Map(missing.map(({ line, name }) => [line, name]))
}

/** Tags contacts, with new tags for names that the tenant does not have, and puts contacts into groups. */
const writeLabels = async (scope: Scope, tx: DriverTransaction, created: readonly CreatedRow[]): Promise<void> => {
  const tags = created.flatMap(({ contactId, row }) =>
    row.tags.map((Name) => {
      const { name, nameKey } = parseTagName({ Name })
      return { contact_id: contactId, name, name_key: nameKey }
    }),
  )
  const members = created.flatMap(({ contactId, row }) =>
    row.groupIds.map((group_id) => ({ contact_id: contactId, group_id })),
  )
  const { tenantId } = scope.db
  const names = new Map(tags.map(({ name_key, name }) => [name_key, name]))
  const statements = [
    ...(tags.length > 0 ? [insertTagsSql(scope, names), contactTagsSql(tenantId, tags)] : []),
    ...(members.length > 0 ? [groupMembersSql(tenantId, members)] : []),
  ]
  await Promise.all(statements.map((statement) => tx.rows(statement)))
}
