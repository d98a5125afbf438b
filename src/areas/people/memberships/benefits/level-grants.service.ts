import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'

export const LEVEL_GRANTS = 'level_benefits'

/** Requests the job that grants the package of a level to its current terms. */
export const enqueueLevelGrants = ({ db: { tenantId } }: Scope, tx: Transaction, levelId: number): Promise<void> =>
  enqueueJobs(tx, [
    { name: LEVEL_GRANTS, payload: { tenantId, levelId }, key: `${LEVEL_GRANTS}:${tenantId}:${levelId}` },
  ])
