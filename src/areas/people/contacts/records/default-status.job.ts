import type { Task } from '#kernel/jobs/task'
import { systemScope } from '#kernel/outbox/deliver'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { refreshContactRows } from './contact-rows.service.ts'
import { otherDefaultsSql } from './contact-rows.sql.ts'

/** Contacts refreshed in one transaction. */
const BATCH = 500

/**
 * Derives the status again of the contacts that have another default status than the tenant. Those that it has already
 * corrected no longer match, so that it continues after a kill.
 */
export const applyDefaultStatus: Task = async (context, payload) => {
  const { tenantId } = payload as { tenantId: number }
  const scope = await systemScope(context, tenantId)
  let last = 0
  for (;;) {
    const ids = await scope.db.transaction((tx) => refreshBatch(scope, tx, last))
    if (ids.length < BATCH) return
    last = ids.at(-1) ?? last
  }
}

const refreshBatch = async (scope: Scope, tx: Transaction, after: number): Promise<readonly number[]> => {
  const { id: tenantId, defaultContactStatusId } = scope.tenant
  const found = await tx.rows<{ id: number }>(otherDefaultsSql(tenantId, defaultContactStatusId, after, BATCH))
  const ids = found.map(({ id }) => id)
  await refreshContactRows(scope, tx, ids)
  return ids
}
