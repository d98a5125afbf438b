import { findMissingReferences } from '#areas/people/custom-fields/values/values.queries'
import { saveValues, type ValuePlan } from '#areas/people/custom-fields/values/values.service'
import { Problem } from '#kernel/errors/problem'
import type { DriverTransaction } from '#kernel/tenancy/driver-transaction'
import type { Scope } from '#kernel/tenancy/scope'
import type { Candidate } from '../duplicates/candidates.queries.ts'
import { derivationFacts } from '../saving/contact-row.ts'
import type { DerivationFacts } from '../saving/derived-columns.ts'
import type { ContactDraft } from '../saving/drafts.ts'
import { type NewIds, takeIds } from '../saving/new-ids.ts'
import { type CreationAnswer, creationAlone } from '../saving/save-contact.service.ts'
import { advanceImportRunSql, type ImportRun, lockImportRun } from './import-runs.queries.ts'
import { addLabels } from './labels.ts'

/** A contact to create; it refers to no other record. */
export interface ImportRow {
  line: number
  systemTypeId: 1 | 2
  draft: ContactDraft
  tags: readonly string[]
  groupIds: readonly number[]
  values: ValuePlan
}

export interface Refusal {
  line: number
  reasons: string[]
}

export interface ImportBatch {
  rows: readonly ImportRow[]
  /** Lines that could not be read; they count as refused. */
  unreadable: readonly Refusal[]
  /** The last line of the batch. */
  lastLine: number
  /** Everything is checked and nothing kept. */
  isTrial: boolean
  /** Told of every refused line, in order, before the commit; once more when the transaction is tried again. */
  onRefused: (refusals: readonly Refusal[]) => Promise<void>
}

/** Another process is importing the same file. */
export class ImportBusyError extends Error {
  override readonly name = 'ImportBusyError'
}

/**
 * Creates the contacts of a part of a file by the rules of every other save, and notes how far the file is, in one
 * transaction. Possible duplicates are refused unless the draft says forceSave; so are duplicates within the batch.
 *
 * @throws ImportBusyError
 */
export const importBatch = async (scope: Scope, run: ImportRun, batch: ImportBatch): Promise<ImportRun> => {
  const facts = await derivationFacts(scope)
  const numbered: NumberedRow[] = []
  for (const row of batch.rows) numbered.push({ row, ids: await takeIds(scope.db, row.draft, 0) })
  let next = run
  try {
    await scope.db.transaction(
      async (tx) => {
        const before = await lockImportRun(tx, scope, run.fileHash)
        if (!batch.isTrial && before !== run.lastLine) {
          throw new ImportBusyError('Another process is importing this file; wait for it or stop it.')
        }
        const { created, refused } = await createRows(tx, scope, numbered, facts)
        const refusals = [...batch.unreadable, ...refused].sort((a, b) => a.line - b.line)
        await batch.onRefused(refusals)
        const counts = { imported: created.length, refused: refusals.length, lastLine: batch.lastLine }
        next = {
          ...run,
          lastLine: batch.lastLine,
          imported: run.imported + counts.imported,
          refused: run.refused + counts.refused,
        }
        if (batch.isTrial) throw new TrialOver()
        await addLabels(tx, scope, created)
        const written = created.map(({ contactId, values }) => ({ objectId: contactId, plan: values }))
        await saveValues(tx, scope.db.tenantId, written)
        await tx.commit(advanceImportRunSql(scope, { ...counts, fileHash: run.fileHash }))
      },
      { onDriver: true },
    )
  } catch (error) {
    if (!(error instanceof TrialOver)) throw error
  }
  return next
}

interface NumberedRow {
  row: ImportRow
  ids: NewIds
}

/** Ends a trial's transaction: thrown, so that it is rolled back. */
class TrialOver extends Error {}

/** All statements travel together; each sees what those ahead of it have written. */
const createRows = async (
  tx: DriverTransaction,
  scope: Scope,
  rows: readonly NumberedRow[],
  facts: DerivationFacts,
): Promise<{
  created: { contactId: number; tags: readonly string[]; groupIds: readonly number[]; values: ValuePlan }[]
  refused: Refusal[]
}> => {
  const refused: Refusal[] = []
  const astray = await findAstray(tx, scope, rows)
  const asked = rows.flatMap(({ row, ids }) => {
    if (astray.has(row.line)) {
      refused.push({ line: row.line, reasons: [`${astray.get(row.line)} means a record that does not exist`] })
      return []
    }
    try {
      const { id, sql } = creationAlone(scope, row, ids.again(), facts)
      return [{ row, id, answer: tx.rows<CreationAnswer>(sql) }]
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      refused.push({
        line: row.line,
        reasons: error.errors.map(({ pointer, message }) => `${pointer.slice(1)} ${message}`),
      })
      return []
    }
  })
  const answers = await Promise.all(asked.map(({ answer }) => answer))
  const created = asked.flatMap(({ row: { line, tags, groupIds, values }, id }, at) => {
    const candidates = answers[at]?.[0]?.candidates
    if (!candidates) return [{ contactId: id, tags, groupIds, values }]
    refused.push({ line, reasons: [describeDuplicate(candidates)] })
    return []
  })
  return { created, refused }
}

/** Lines whose custom fields mean records that are not there, with the place of one. */
const findAstray = async (
  tx: DriverTransaction,
  { db: { tenantId } }: Scope,
  rows: readonly NumberedRow[],
): Promise<Map<number, string>> => {
  const references = rows.flatMap(({ row: { line, values } }) =>
    values.references.map((reference) => ({ ...reference, line })),
  )
  const missing = await findMissingReferences(tx, tenantId, references)
  return new Map(missing.map(({ line, name }) => [line, name]))
}

const describeDuplicate = (candidates: readonly Candidate[]): string => {
  const [best] = candidates
  return `may be the same as contact ${best?.contact_id} (${best?.name})`
}
