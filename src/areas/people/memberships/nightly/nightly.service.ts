import type { CronTask } from '#kernel/jobs/cron'
import { AFTER_EACH_MIDNIGHT, forEachNewDay } from '#kernel/jobs/tenant-days'
import type { Scope } from '#kernel/tenancy/scope'
import { dayIn } from '#kernel/time/day'
import { nightBatch } from './night-batch.service.ts'
import { nightSingle } from './night-single.service.ts'
import { candidateIds, nightlySwitch } from './nightly.queries.ts'
import { beginRun, endRun } from './run-report.ts'

/** Memberships in one transaction: few enough that who wants one of them waits well below a second. */
const BATCH = 500

/** Every tenant's memberships follow its days: see followMemberships. */
export const membershipNights: CronTask = {
  name: 'membership-nights',
  at: AFTER_EACH_MIDNIGHT,
  task: (context) => forEachNewDay(context, 'memberships', (scope) => followMemberships(scope)),
}

/**
 * Brings the tenant's memberships to its day: statuses turn, and where the tenant has switched that on, notices go out,
 * renewals are invoiced and who did not renew is dropped. Each batch commits with its counts; killed at any point the
 * same call does the rest, and called again it finds nothing to do.
 *
 * @param progress told behind each batch.
 */
export const followMemberships = async (
  scope: Scope,
  progress: (done: number, total: number) => void = () => undefined,
): Promise<void> => {
  const { isOn } = await nightlySwitch(scope)
  const work = { today: dayIn(scope.tenant.timeZone, scope.clock.now()), isOn }
  const ids = await candidateIds(scope, work.today, isOn)
  await beginRun(scope, work.today, isOn, ids.length)
  try {
    for (let from = 0; from < ids.length; from += BATCH) {
      const batch = ids.slice(from, from + BATCH)
      const single = await scope.db.transaction((tx) => nightBatch(tx, scope, work, batch))
      for (const id of single) await nightSingle(scope, work, id)
      progress(from + batch.length, ids.length)
    }
    await endRun(scope, work.today, 'completed')
  } catch (error) {
    await endRun(scope, work.today, 'failed')
    throw error
  }
}
