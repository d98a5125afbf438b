import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'

/** Creates months at once, after the retention of a tenant was raised. */
export const ADD_LOG_MONTHS = 'logs.add-months'
/** Deletes the old events of a tenant. */
export const PRUNE_LOG = 'logs.prune'

interface LogRetention {
  logRetentionMonths: number
}

/** Requests the months of a longer retention, or the deletion of what a shorter one ends, in the transaction that saves it. */
export const followLogRetention = async (
  scope: Pick<Scope, 'db'>,
  tx: Pick<Transaction, '$executeRaw'>,
  { logRetentionMonths: before }: LogRetention,
  { logRetentionMonths: after }: LogRetention,
): Promise<void> => {
  const { tenantId } = scope.db
  if (after > before) await enqueueJobs(tx, [{ name: ADD_LOG_MONTHS, payload: { tenantId }, key: ADD_LOG_MONTHS }])
  if (after < before) await requestPruning(scope, tx)
}

/** Requests the deletion of a tenant's events before the months that it keeps. */
export const requestPruning = (
  { db: { tenantId } }: Pick<Scope, 'db'>,
  tx: Pick<Transaction, '$executeRaw'>,
): Promise<void> => enqueueJobs(tx, [{ name: PRUNE_LOG, payload: { tenantId }, key: PRUNE_LOG, queue: PRUNE_LOG }])
