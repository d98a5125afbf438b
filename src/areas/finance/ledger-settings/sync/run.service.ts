import type { DocumentKind } from '#areas/finance/books/book-documents.queries'
import { lockLastClosedDay } from '#areas/finance/books/closed-period.queries'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { addFailures } from '#services/tenant-log/failures'
import { openLedger } from '../connections/ledgers.service.ts'
import { LedgerFault } from '../ledger.port.ts'
import { type Installation, type LedgerTools, ledgerSideOf } from '../ledger-settings.model.ts'
import { findInstallation, getServiceSide } from '../ledger-settings.queries.ts'
import { readCounterparts, type SyncRun } from './counterparts.queries.ts'
import { renameCustomer } from './customers.service.ts'
import { type ClaimedExecution, claimExecutionSql, nextDueSql } from './executions.sql.ts'
import { type Sent, sendDocument } from './send.service.ts'
import { documentNotSent, Unsendable } from './sync.model.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The waits before the next attempt, if the ledger does not respond: about a day in all. */
const WAITS = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR] as const

/** Returns the milliseconds until the next attempt; null if there is none. @param attempts so far. */
const waitBeforeAttempt = (attempts: number): number | null => WAITS[attempts - 1] ?? null

/** Executions of one run, so that jobs of other tenants get their turn. */
const MAX_EXECUTIONS = 200
/** After so many temporary faults in a row, the ledger is unavailable for all documents. */
const MAX_FAULTS = 3

/** Returns whether documents are sent: a ledger is installed, both sides are connected, and the sync is switched on. */
export const isSyncOn = async (scope: Scope, installation: Installation | null): Promise<boolean> =>
  scope.tenant.hasLedgerModule &&
  installation?.isSyncEnabled === true &&
  ledgerSideOf(installation) === 'Connected' &&
  (await getServiceSide(scope, installation)).status === 'Connected'

/**
 * Sends the due documents of the tenant in their order.
 *
 * @returns when the next run is due; null if nothing waits or the sync is off.
 */
export const runSync = async (scope: Scope, tools: LedgerTools): Promise<Date | null> => {
  const installation = await findInstallation(scope)
  if (!installation || !(await isSyncOn(scope, installation))) return null
  const run = await openRun(scope, tools, installation)
  if (run instanceof Date) return run
  let faults = 0
  for (let count = 0; count < MAX_EXECUTIONS && faults < MAX_FAULTS; count++) {
    const [claimed] = await scope.db.rows<ClaimedExecution>(claimExecutionSql(scope.db.tenantId, scope.clock.now()))
    if (!claimed) break
    const outcome = await attempt(run, claimed)
    await settle(scope, claimed, outcome)
    if (outcome.isOver) return null
    faults = outcome.status === 'Pending' ? faults + 1 : 0
  }
  const [next] = await scope.db.rows<{ dueAt: Date | null }>(nextDueSql(scope.db.tenantId))
  return next ? (next.dueAt ?? scope.clock.now()) : null
}

/** Reads what all documents need. Returns the time of the next attempt if the ledger does not respond. */
const openRun = async (scope: Scope, tools: LedgerTools, installation: Installation): Promise<SyncRun | Date> => {
  try {
    const ledger = openLedger(scope, tools, installation)
    const counterparts = await readCounterparts(scope, ledger)
    return { scope, ledger, counterparts, closedThrough: await lockLastClosedDay(scope, scope.db) }
  } catch (error) {
    if (!(error instanceof LedgerFault)) throw error
    return new Date(scope.clock.now().getTime() + UNAVAILABLE_MS)
  }
}

const UNAVAILABLE_MS = 60_000

interface Outcome {
  status: 'Pending' | 'Succeeded' | 'Failed' | 'Skipped'
  message: string
  dueAt: Date | null
  /** The ledger is no longer connected, so the run ends. */
  isOver: boolean
}

type Result = Sent['result'] | Awaited<ReturnType<typeof renameCustomer>>

const MESSAGES: Record<Result, string> = {
  created: 'Sent to the ledger.',
  changed: 'Changed in the ledger.',
  voided: 'Voided in the ledger.',
  unchanged: 'The ledger already has the current state of the document.',
  'never-sent': 'The document was void before it was sent.',
  reversed:
    'Its period is closed, so the document stays in the ledger, and a document of the day of the void, whose number ends with -VOID, takes it back. Apply them to each other there.',
  kept: 'Its period is closed, so the document stays in the ledger as it was sent. The change posts nothing.',
  former: 'The document is in the ledger that was used before. Change it there.',
  renamed: 'Renamed in the ledger.',
  'same-name': 'The ledger already has the current name of the contact.',
}

const SKIPPED: ReadonlySet<Result> = new Set(['unchanged', 'never-sent', 'former', 'same-name', 'kept'])

const send = async (run: SyncRun, { kind, documentId }: ClaimedExecution): Promise<Result> =>
  kind === 'contact'
    ? renameCustomer(run, documentId)
    : (await sendDocument(run, kind as DocumentKind, documentId)).result

const settled = (status: Outcome['status'], message: string): Outcome => ({
  status,
  message,
  dueAt: null,
  isOver: false,
})

const attempt = async (run: SyncRun, claimed: ClaimedExecution): Promise<Outcome> => {
  try {
    const result = await send(run, claimed)
    return settled(SKIPPED.has(result) ? 'Skipped' : 'Succeeded', MESSAGES[result])
  } catch (error) {
    if (error instanceof Unsendable) return settled('Failed', error.message)
    if (error instanceof LedgerFault) return faultOutcome(run, claimed, error)
    run.scope.log.error({ err: error, execution: claimed.id }, 'a document could not be sent to the ledger')
    return retried(run, claimed, 'The server failed. Its log contains the reason.')
  }
}

const faultOutcome = (
  run: SyncRun,
  claimed: ClaimedExecution,
  { code, message, isTemporary }: LedgerFault,
): Outcome => {
  if (code === 'not-connected') return { status: 'Pending', message, dueAt: run.scope.clock.now(), isOver: true }
  return isTemporary ? retried(run, claimed, message) : settled('Failed', message)
}

const retried = ({ scope }: SyncRun, { attempts }: ClaimedExecution, message: string): Outcome => {
  const wait = waitBeforeAttempt(attempts)
  if (wait === null) return settled('Failed', message)
  return { status: 'Pending', message, dueAt: new Date(scope.clock.now().getTime() + wait), isOver: false }
}

const settle = async (scope: Scope, claimed: ClaimedExecution, outcome: Outcome): Promise<void> =>
  scope.db.transaction(async (tx) => {
    await store(scope, tx, claimed, outcome)
    if (outcome.status !== 'Failed') return
    const { id, kind: entityType, documentId: key } = claimed
    // The reason can contain names, which only callers that read the log of the ledger may see.
    const what = `The ${entityType} ${key} was not sent to the ledger. The execution ${id} in the log of the ledger contains the reason.`
    await addFailures(scope, tx, [{ kind: documentNotSent, entityType, key, what, details: { ExecutionId: id } }])
  })

const store = async (
  { db, clock }: Scope,
  tx: Transaction,
  { id, attempts }: ClaimedExecution,
  { status, message, dueAt, isOver }: Outcome,
): Promise<void> => {
  const { tenantId } = db
  const settledAt = status === 'Pending' ? null : clock.now()
  await tx.ledgerExecution.update({
    where: { tenantId_id: { tenantId, id } },
    data: {
      status,
      message,
      dueAt,
      settledAt,
      attempts: isOver ? attempts - 1 : attempts,
      ...(settledAt && { isResync: false }),
    },
  })
  if (status === 'Succeeded')
    await tx.ledgerInstallation.updateMany({ where: { tenantId }, data: { lastSyncAt: settledAt } })
}
