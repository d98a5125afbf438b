import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'

/** The job that does at the processor what an order of an event needs: capture, debit, cancel and refund. */
export const SETTLE_EVENT_ORDER = 'settle_event_order'

/** Adds the job of an order, in the transaction that gives it something to do. The jobs of one order run one at a time. */
export const enqueueSettling = ({ db: { tenantId } }: Scope, tx: Transaction, orderId: number): Promise<void> => {
  const key = `${SETTLE_EVENT_ORDER}:${tenantId}:${orderId}`
  return enqueueJobs(tx, [{ name: SETTLE_EVENT_ORDER, payload: { tenantId, orderId }, key, queue: key }])
}
