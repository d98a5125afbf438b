import type { CronTask } from '#kernel/jobs/cron'
import { AFTER_MIDNIGHTS, type DaySpan, forEachNewDay } from '#kernel/jobs/tenant-days'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import { refreshContactRows } from './contact-rows.service.ts'

/** Contacts refreshed in one transaction. */
const BATCH = 500

/**
 * A person's primary organization is that of the first role that runs today, and roles begin and end without anybody
 * saving: what lists show of it follows the tenant's days.
 */
export const roleDays: CronTask = {
  name: 'contact-role-days',
  at: AFTER_MIDNIGHTS,
  task: (context) => forEachNewDay(context, 'contact-roles', followRoles),
}

/** Refreshes, in batches, the contacts with roles that have begun or ended in the span; writes only what differs. */
const followRoles = async (scope: Scope, span: DaySpan): Promise<void> => {
  let last = 0
  for (;;) {
    const ids = await scope.db.transaction((tx) => refreshBatch(tx, scope, span, last))
    if (ids.length < BATCH) return
    last = ids.at(-1) ?? last
  }
}

const refreshBatch = async (
  tx: Transaction,
  scope: Scope,
  span: DaySpan,
  after: number,
): Promise<readonly number[]> => {
  const ids = (await tx.rows<{ id: number }>(turningSql(scope.db.tenantId, span, after))).map(({ id }) => id)
  await refreshContactRows(tx, scope, ids)
  return ids
}

/**
 * The next contacts with a role whose first day, or whose first day without it, lies in the span. The day it begins
 * with is looked at again: a save that was under way at midnight may have gone by the day before.
 */
const turningSql = (tenantId: number, { since, today }: DaySpan, after: number) => Prisma.sql`
  SELECT contact_id AS id FROM contact_role
  WHERE tenant_id = ${tenantId}::integer AND start_date >= ${since}::date AND start_date <= ${today}::date
    AND contact_id > ${after}::integer
  UNION
  SELECT contact_id FROM contact_role
  WHERE tenant_id = ${tenantId}::integer AND end_date >= ${since}::date - 1 AND end_date < ${today}::date
    AND contact_id > ${after}::integer
  ORDER BY id LIMIT ${BATCH}::integer`
