import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'

/** The job that ends a cart or an offer when its time has run out. */
export const EXPIRE_EVENT_CART = 'expire_event_cart'

/** Requests the job that ends a cart; a later request for the same cart replaces it. */
export const enqueueExpiry = (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  cartId: number,
  runAt: Date,
): Promise<void> =>
  enqueueJobs(tx, [
    {
      name: EXPIRE_EVENT_CART,
      payload: { tenantId, cartId },
      key: `${EXPIRE_EVENT_CART}:${tenantId}:${cartId}`,
      runAt,
    },
  ])
