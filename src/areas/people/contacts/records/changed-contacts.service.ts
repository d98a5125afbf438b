import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'

/** The name of the job. Queued jobs have it, so it never changes. */
export const CONTACTS_CHANGED = 'contacts_changed'

/** Contacts of one job. */
const BATCH = 1000

/**
 * Requests that contacts enter the change feed after the commit: for a deletion that changes any number of contacts,
 * such as that of a tag. It does not make the request that deletes wait for them.
 */
export const enqueueContactsChanged = (
  { db: { tenantId } }: { db: Pick<Scope['db'], 'tenantId'> },
  tx: Transaction,
  contactIds: readonly number[],
): Promise<void> => {
  const count = Math.ceil(contactIds.length / BATCH)
  const batches = Array.from({ length: count }, (_, at) => contactIds.slice(at * BATCH, (at + 1) * BATCH))
  return enqueueJobs(
    tx,
    batches.map((ids) => ({ name: CONTACTS_CHANGED, payload: { tenantId, contactIds: ids } })),
  )
}
