import type { DaySpan, NewDayWork } from '#kernel/jobs/tenant-days'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { refreshContactRows } from './contact-rows.service.ts'
import { roleTurnsSql } from './records.sql.ts'

/** Contacts refreshed in one transaction. */
const BATCH = 500

/** Refreshes, in batches, the contacts with roles that began or ended in the span. Writes only what differs. */
const followRoles = async (scope: Scope, span: DaySpan): Promise<void> => {
  let last = 0
  for (;;) {
    const ids = await scope.db.transaction((tx) => refreshBatch(scope, tx, span, last))
    if (ids.length < BATCH) return
    last = ids.at(-1) ?? last
  }
}

const refreshBatch = async (
  scope: Scope,
  tx: Transaction,
  span: DaySpan,
  after: number,
): Promise<readonly number[]> => {
  const ids = (await tx.rows<{ id: number }>(roleTurnsSql(scope.db.tenantId, span, after, BATCH))).map(({ id }) => id)
  await refreshContactRows(scope, tx, ids)
  return ids
}

/**
 * Refreshes contacts whose roles begin or end. An individual's primary organization is that of the first current role,
 * and roles begin and end without a save, so that the rows have to follow the tenant's days.
 */
export const roleDays: NewDayWork = { name: 'contact-roles', run: followRoles }
