import { findGroupsByName } from '#areas/people/groups/groups.queries'
import { createMissingGroups } from '#areas/people/groups/groups.service'
import { OperatorError } from '#kernel/errors/operator-error'
import type { DriverTransaction } from '#kernel/tenancy/driver-transaction'
import type { Scope } from '#kernel/tenancy/scope'
import { fold } from '#kernel/text/fold'
import { addCounts, countReasons, textOf } from '../imports.model.ts'
import { addRefusalsSql, type ImportState, lockedStateSql, saveStateSql } from '../imports.sql.ts'
import { RowValues } from '../rows/row-values.input.ts'
import { readList } from '../rows/values.model.ts'
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
  const groupsCreated = await createGroups(scope, work, state, opened)
  const tried = work.isDryRun ? await tryRows(scope, work, opened) : undefined
  return scope.db.transaction(
    async (tx) => {
      const current = await lockState(scope, tx, state)
      const outcome = tried ?? (await saveRows(scope, tx, work, opened))
      const next = nextState(current, outcome, opened.at(-1)?.row)
      if (work.isDryRun) next.groupsCreated += groupsCreated
      await storeState(scope, tx, next, outcome)
      return next
    },
    { onDriver: true },
  )
}

const lockState = async (scope: Scope, tx: DriverTransaction, state: ImportState): Promise<ImportState> => {
  const [current] = await tx.rows<ImportState>(lockedStateSql(scope.db.tenantId, state.id))
  if (current?.status === 'Running' && current.lastLine === state.lastLine) return current
  throw new ImportMovedError('The import was cancelled, or another process continues it.')
}

const nextState = (current: ImportState, { counts, refused }: Outcome, last: TableRow | undefined): ImportState => {
  const reasons = refused.map(({ row: { line }, reasons: own }) => ({ line, reasons: own }))
  return {
    ...current,
    ...addCounts(current, counts),
    lastLine: last?.line ?? current.lastLine,
    // 100 only with the end: labels and memberships of the last rows follow the position in the file.
    percent: Math.max(current.percent, Math.min(99, Math.floor((last?.share ?? 0) * 100))),
    reasons: countReasons(current.reasons, reasons),
  }
}

const storeState = async (scope: Scope, tx: DriverTransaction, next: ImportState, { refused }: Outcome) => {
  const { tenantId } = scope.db
  const stored = refused.map(({ row: { line, fields }, reasons }) => ({ line, fields, reasons: reasons.map(textOf) }))
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

const MAX_GROUP_NAME = 200

/** Creates the groups that rows name and the tenant does not have, with their number, in a transaction of their own. */
const createGroups = async (
  scope: Scope,
  work: ImportWork,
  state: ImportState,
  opened: readonly OpenedRow[],
): Promise<number> => {
  const wanted = missingGroups(work, opened)
  if (wanted.size === 0) return 0
  if (work.isDryRun) {
    for (const key of wanted.keys()) work.groups.set(key, 0)
    return wanted.size
  }
  const created = await scope.db.transaction(async (tx) => {
    const count = await createMissingGroups(scope, tx, [...wanted.values()])
    const where = { tenantId: scope.db.tenantId, id: state.id }
    await tx.importRun.updateMany({ where, data: { groupsCreated: { increment: count } } })
    return count
  })
  for (const [key, id] of await findGroupsByName(scope)) work.groups.set(key, id)
  return created
}

/** The names by their folded form. */
const missingGroups = ({ plan, groups }: ImportWork, opened: readonly OpenedRow[]): Map<string, string> => {
  const { CreateGroups, Groups } = plan.settings
  const wanted = new Map<string, string>()
  if (!CreateGroups) return wanted
  for (const { values } of opened) {
    const names = values instanceof RowValues ? readList(values.text('Groups') ?? '') : []
    for (const name of [...names, ...Groups])
      if (!groups.has(fold(name)) && name.length <= MAX_GROUP_NAME) wanted.set(fold(name), name)
  }
  return wanted
}
