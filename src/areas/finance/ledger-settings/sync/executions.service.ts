import { type DocumentKind, formatDocumentNumber } from '#areas/finance/books/book-documents.queries'
import { conflict, notFound, ruleRefused } from '#kernel/errors/problem'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { lockSubject } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { isLedgerConnected, lockInstallation } from '../ledger-settings.queries.ts'
import { requeueByMessageSql, requeueExecutionsSql } from './executions.sql.ts'
import { IN_CLOSED_PERIOD, makeSyncJob } from './sync.model.ts'

export interface NewExecution {
  /** Of a contact: its customer is renamed. */
  kind: DocumentKind | 'contact'
  documentId: number
  number?: number | undefined
  contactId: number | undefined
}

/**
 * Adds executions, unless one of the same record waits that was not tried yet: it sends the current state. Events of one record
 * that are delivered at the same time add one.
 */
export const addExecutions = async (
  { db, clock }: Scope,
  tx: Transaction,
  added: readonly NewExecution[],
): Promise<void> => {
  const { tenantId } = db
  await lockSubject({ db }, tx, 'ledger_execution')
  const untried = await tx.ledgerExecution.findMany({
    where: {
      tenantId,
      status: 'Pending',
      attempts: 0,
      kind: { in: [...new Set(added.map(({ kind }) => kind))] },
      documentId: { in: added.map(({ documentId }) => documentId) },
    },
  })
  const keyOf = ({ kind, documentId }: { kind: string; documentId: number }) => `${kind}:${documentId}`
  const waiting = new Set(untried.map(keyOf))
  const data = added
    .filter((one) => !waiting.has(keyOf(one)))
    .map(({ kind, documentId, number, contactId }) => ({
      tenantId,
      kind,
      documentId,
      contactId: contactId ?? null,
      number: number === undefined || kind === 'contact' ? null : formatDocumentNumber(kind, number),
      message: 'Waits to be sent.',
      createdAt: clock.now(),
    }))
  if (data.length === 0) return
  await tx.ledgerExecution.createMany({ data })
  await enqueueJobs(tx, [makeSyncJob(tenantId)])
}

/**
 * Queues the document of a failed execution again, as it is now, under the same execution.
 *
 * @throws 404; 409 execution-settled, ledger-not-connected.
 */
export const resyncExecution = (scope: Scope, executionId: string): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockInstallation(scope, tx)
    const execution = await tx.ledgerExecution.findFirst({ where: { tenantId, executionId } })
    if (!execution) throw notFound('execution')
    await requireConnected(scope, tx)
    if (execution.status !== 'Failed') {
      throw conflict(
        'execution-not-failed',
        `The execution has the status ${execution.status}. Only a failed one is sent again.`,
      )
    }
    await requeue(scope, tx, [Number(execution.id)])
  })

/**
 * Queues failed executions again in their order.
 *
 * @param list returns their ids, under the lock of the installation.
 * @throws 409 ledger-not-connected, resync-running; 422 nothing-failed.
 */
export const resyncExecutions = (scope: Scope, list: (reader: Scope) => Promise<number[]>): Promise<number> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockInstallation(scope, tx)
    await requireConnected(scope, tx)
    if (
      await tx.ledgerExecution.findFirst({
        where: { tenantId, isResync: true, status: { in: ['Pending', 'Running'] } },
      })
    )
      throw conflict('resync-running', 'Failed documents are being sent again. Wait until the log shows their result.')
    // With the connection of the transaction: a second one could be what as many callers wait for.
    const ids = await list({ ...scope, db: { ...scope.db, rows: (query) => tx.rows(query) } })
    if (ids.length === 0) throw ruleRefused('nothing-failed', 'No failed document is left to send.')
    await requeue(scope, tx, ids)
    return ids.length
  })

const requeue = async ({ db, clock }: Scope, tx: Transaction, ids: readonly number[]): Promise<void> => {
  await tx.rows(requeueExecutionsSql(db.tenantId, ids, clock.now()))
  await enqueueJobs(tx, [makeSyncJob(db.tenantId)])
}

const requireConnected = async (scope: Scope, tx: Transaction): Promise<void> => {
  if (await isLedgerConnected(scope, tx)) return
  throw conflict('ledger-not-connected', 'The ledger is not connected. Connect it in the ledger settings.')
}

/** Queues the documents again that failed because of the closed period, after days of it were opened. */
export const requeueOpened = async ({ db, clock }: Scope, tx: Transaction): Promise<void> => {
  const queued = await tx.rows<{ id: string }>(requeueByMessageSql(db.tenantId, IN_CLOSED_PERIOD, clock.now()))
  if (queued.length > 0) await enqueueJobs(tx, [makeSyncJob(db.tenantId)])
}
