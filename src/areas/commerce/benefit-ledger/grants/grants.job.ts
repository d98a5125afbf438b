import { contactKind } from '#areas/people/contacts/contacts.queries'
import type { NewDayWork } from '#kernel/jobs/tenant-days'
import { lockRows } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Day } from '#kernel/time/calendar'
import { todayOf } from '#kernel/time/day'
import { performChanges } from './grant-changes.service.ts'
import { planGrant, type StoredGrant } from './grants.model.ts'
import { dueGrantsSql, lockDueGrantsSql } from './grants.sql.ts'

/** Grants in one transaction: few enough that a request waits well below a second for one of them. */
const BATCH = 500

/** Grants what begins and expires what has ended, after midnight in the time zone of each tenant. */
export const benefitDays: NewDayWork = {
  name: 'benefits',
  // Sponsors and memberships that end tonight lose their benefits tonight.
  after: ['memberships', 'sponsors'],
  run: (scope) => runBenefitDay(scope),
}

/**
 * Grants and expires the benefits that are due. Each batch commits by itself: after a kill at any point the same call does the
 * rest.
 */
export const runBenefitDay = async (scope: Scope): Promise<void> => {
  const today = todayOf(scope)
  while (await runBatch(scope, today));
}

/** Returns false if nothing is due. */
const runBatch = async (scope: Scope, today: Day): Promise<boolean> => {
  const { tenantId } = scope.db
  const due = await scope.db.rows<{ id: string; contactId: number }>(dueGrantsSql(tenantId, today, BATCH))
  if (due.length === 0) return false
  await scope.db.transaction(async (tx) => {
    const contactIds = [...new Set(due.map(({ contactId }) => contactId))]
    await lockRows(scope, tx, { table: contactKind.table }, contactIds, 'share')
    const ids = due.map(({ id }) => id)
    const grants = await tx.rows<StoredGrant>(lockDueGrantsSql(tenantId, today, ids))
    const changes = grants.map((grant) => {
      const { sourceId, ...terms } = grant
      const request = { ...terms, source: { kind: 'membership-term' as const, id: sourceId } }
      return { grant, request, plan: planGrant(grant, request, today) }
    })
    await performChanges(scope, tx, changes, today)
  })
  return true
}
