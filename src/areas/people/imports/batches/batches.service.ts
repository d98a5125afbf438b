import { OperatorError } from '#kernel/errors/operator-error'
import type { DriverTransaction } from '#kernel/tenancy/driver-transaction'
import type { Scope } from '#kernel/tenancy/scope'
import { addCounts, countReasons, textOf } from '../imports.model.ts'
import { addRefusalsSql, type ImportState, lockedStateSql, saveStateSql } from '../imports.sql.ts'
import { countGuesses } from '../rows/guesses.model.ts'
import { replaceUnstorable } from '../rows/values.model.ts'
import type { TableRow } from '../tables/source.model.ts'
import type { ImportWork, OpenedRow, Outcome } from './import-work.model.ts'
import { saveRows } from './row-saves.service.ts'

/** Another process has imported rows of the same import, or it was cancelled or deleted. */
export class ImportMovedError extends OperatorError {
  override readonly name = 'ImportMovedError'
}

/** Ends the transaction of a dry run: thrown, so that the transaction is rolled back. */
class DryRunEnd extends Error {}

/**
 * Imports a part of a file by the rules of every save, and records how far the import has come, in one transaction.
 *
 * @throws ImportMovedError
 */
export const importBatch = async (
  scope: Scope,
  work: ImportWork,
  state: ImportState,
  opened: readonly OpenedRow[],
): Promise<ImportState> => {
  const tried = work.isDryRun ? await tryRows(scope, work, opened) : undefined
  const { next, groups } = await scope.db.transaction(
    async (tx) => {
      const current = await lockState(scope, tx, state)
      const outcome = tried ?? (await saveRows(scope, tx, work, opened))
      const after = nextState(work, current, outcome, opened.at(-1)?.row)
      await storeState(scope, tx, after, outcome)
      return { next: after, groups: outcome.groups }
    },
    { onDriver: true },
  )
  // Only now: a transaction that is run again would take the ids of the first attempt.
  for (const [name, id] of groups) work.groups.set(name, id)
  return next
}

const lockState = async (scope: Scope, tx: DriverTransaction, state: ImportState): Promise<ImportState> => {
  const [current] = await tx.rows<ImportState>(lockedStateSql(scope.db.tenantId, state.id))
  if (current?.status === 'Running' && current.lastLine === state.lastLine) return current
  throw new ImportMovedError('The import was cancelled, or another process continues it.')
}

const nextState = (
  { rows, plan }: ImportWork,
  current: ImportState,
  { counts, refused, guessed }: Outcome,
  last: TableRow | undefined,
): ImportState => {
  const reasons = refused.map(({ row: { line }, reasons: own }) => ({ line, reasons: own }))
  const sums = addCounts(current, counts)
  return {
    ...current,
    ...sums,
    lastLine: last?.line ?? current.lastLine,
    // 100 only with the end of the import.
    percent: Math.min(99, Math.floor((sums.rowsRead / Math.max(rows, 1)) * 100)),
    reasons: countReasons(current.reasons, reasons),
    // A dry run that begins again has those of its last attempt.
    warnings: countGuesses(current.lastLine === 0 ? plan.table.warnings : current.warnings, guessed),
  }
}

const storeState = async (scope: Scope, tx: DriverTransaction, next: ImportState, { refused }: Outcome) => {
  const { tenantId } = scope.db
  const stored = refused.map(({ row: { line, fields }, reasons }) => ({
    line,
    fields: fields.map(replaceUnstorable),
    reasons: reasons.map(textOf),
  }))
  await Promise.all([
    ...(stored.length > 0 ? [tx.rows(addRefusalsSql(tenantId, next.id, stored))] : []),
    tx.rows(saveStateSql(tenantId, next)),
  ])
}

/** Saves the rows in a transaction that is rolled back. */
const tryRows = async (scope: Scope, work: ImportWork, opened: readonly OpenedRow[]): Promise<Outcome | undefined> => {
  let outcome: Outcome | undefined
  try {
    await scope.db.transaction(
      async (tx) => {
        outcome = await saveRows(scope, tx, work, opened)
        throw new DryRunEnd()
      },
      { onDriver: true },
    )
  } catch (error) {
    if (!(error instanceof DryRunEnd)) throw error
  }
  return outcome
}
