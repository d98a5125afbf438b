import { Problem } from '#kernel/errors/problem'
import type { NewDayWork } from '#kernel/jobs/tenant-days'
import type { Scope } from '#kernel/tenancy/scope'
import { todayOf } from '#kernel/time/day'
import { getNightlySwitch, listDueIds } from './nightly-run.queries.ts'
import { type NightlyRun, runBatch, runSingle } from './nightly-run.service.ts'
import { finishRunSql, startRunSql } from './nightly-run.sql.ts'

/** Memberships in one transaction: few enough that a request waits well below a second for one of them. */
const BATCH = 500

/** The nightly run of every tenant, after midnight in its time zone. */
export const membershipDays: NewDayWork = { name: 'memberships', run: (scope) => runNightly(scope) }

/**
 * Changes the statuses of a tenant's memberships on its current day. If the tenant has switched it on, also sends
 * notices, invoices renewals and drops members that did not renew. Each batch commits with its counts: after a kill at
 * any point the same call does the rest, and a further call finds nothing to do.
 *
 * @param onProgress called after each batch.
 */
export const runNightly = async (
  scope: Scope,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<void> => {
  const { isOn } = await getNightlySwitch(scope)
  const run = { today: todayOf(scope), isOn }
  const ids = await listDueIds(scope, run.today, isOn)
  await scope.db.rows(startRunSql(scope, run.today, isOn, ids.length))
  try {
    for (let from = 0; from < ids.length; from += BATCH) {
      const batch = ids.slice(from, from + BATCH)
      const single = await runTogether(scope, run, batch)
      for (const id of single) await runSingle(scope, run, id)
      onProgress(from + batch.length, ids.length)
    }
    await scope.db.rows(finishRunSql(scope, run.today, 'completed'))
  } catch (error) {
    await scope.db.rows(finishRunSql(scope, run.today, 'failed'))
    throw error
  }
}

/** Returns the ids that are left for `runSingle`. A rule that rejects the drop of one must not stop the others. */
const runTogether = async (scope: Scope, run: NightlyRun, ids: readonly number[]): Promise<number[]> => {
  try {
    return await scope.db.transaction((tx) => runBatch(scope, tx, run, ids, true))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return scope.db.transaction((tx) => runBatch(scope, tx, run, ids, false))
  }
}
