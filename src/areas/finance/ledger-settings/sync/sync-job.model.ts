import type { JobSpec } from '#kernel/jobs/enqueue'

/** The job that sends the due documents of a tenant. */
export const SYNC_LEDGER = 'ledger.sync'

/** A waiting job of the tenant is replaced, and its queue runs one at a time. */
export const syncJob = (tenantId: number, runAt?: Date): JobSpec => ({
  name: SYNC_LEDGER,
  payload: { tenantId },
  key: `ledger:${tenantId}`,
  queue: `ledger:${tenantId}`,
  ...(runAt && { runAt }),
})
