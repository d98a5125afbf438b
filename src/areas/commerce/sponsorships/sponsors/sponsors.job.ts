import type { NewDayWork } from '#kernel/jobs/tenant-days'
import { lockRows } from '#kernel/records/lock'
import { recordChanges } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'
import { todayOf } from '#kernel/time/day'
import { sponsorEvents } from '../sponsorships.events.ts'
import { lockOverSql } from './positions.sql.ts'
import { describeSponsorChange } from './sponsor-changes.service.ts'
import { STATUS_IDS } from './sponsors.model.ts'
import { sponsorKind } from './sponsors.queries.ts'

/** Sponsors in one transaction: few enough that a request waits well below a second for one of them. */
const BATCH = 500

/** Ends sponsors after their last day, after midnight in the time zone of each tenant. */
export const sponsorDays: NewDayWork = { name: 'sponsors', after: ['memberships'], run: (scope) => endSponsors(scope) }

/**
 * Ends the sponsors whose last day is over; the benefit ledger expires their benefits. Each batch commits by itself: after
 * a kill at any point the same call does the rest.
 */
export const endSponsors = async (scope: Scope): Promise<void> => {
  const today = todayOf(scope)
  while ((await scope.db.transaction((tx) => endBatch(scope, tx, today))) === BATCH);
}

/** Returns the number of sponsors that were ended. */
const endBatch = async (scope: Scope, tx: Transaction, today: Day): Promise<number> => {
  const { tenantId } = scope.db
  const due = await tx.rows<{ id: number }>(lockOverSql(tenantId, today, BATCH))
  const ids = due.map(({ id }) => id)
  await lockRows(scope, tx, sponsorKind, ids)
  const where = { tenantId, id: { in: ids } }
  const ended = await tx.sponsor.updateManyAndReturn({ where, data: { statusId: STATUS_IDS.Ended, ...NEXT_VERSION } })
  const changes = ended.map((sponsor) => describeSponsorChange(sponsor, 'updated', sponsorEvents.ended))
  await recordChanges(scope, tx, changes)
  return due.length
}
