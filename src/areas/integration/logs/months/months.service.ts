import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { ADD_LOG_MONTHS } from './months.job.ts'

/** Requests the months of a longer retention, in the transaction that saves it. */
export const requestLogMonths = (
  { db: { tenantId } }: Pick<Scope, 'db'>,
  tx: Pick<Transaction, '$executeRaw'>,
): Promise<void> => enqueueJobs(tx, [{ name: ADD_LOG_MONTHS, payload: { tenantId }, key: ADD_LOG_MONTHS }])
