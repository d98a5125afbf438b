import { Problem } from '#kernel/errors/problem'
import { versionOf } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { drop } from '../ending.service.ts'
import { changeMembership, runnerOf } from '../membership-change.service.ts'
import { renew } from '../terms/renewals.service.ts'
import { DROP_REASON, type NightWork, TURN_EVENTS } from './batch.service.ts'
import { planNight } from './nightly-plan.model.ts'
import { nightMemberships } from './nightly-run.queries.ts'
import { queueNotices } from './notices.service.ts'
import { effectsOf, noticeCount, reportSql, sumUp } from './run-report.service.ts'

const ANY_VERSION = versionOf(null)

/**
 * Does the night's work for one membership that invoices hang on, by the steps that staff take: renewing, dropping.
 * What a rule refuses is counted, and the night goes on.
 */
export const nightSingle = async (scope: Scope, work: NightWork, id: number): Promise<void> => {
  try {
    await changeMembership(scope, id, ANY_VERSION, async (context) => {
      const tx = runnerOf(context.tx)
      const [membership] = await nightMemberships(tx, scope, [id])
      if (!membership) return
      const night = planNight(membership, work.today, work.isOn)
      const turned = night.turn && TURN_EVENTS[night.turn.status]
      if (turned) context.tell(turned, { status: night.turn?.status, since: night.turn?.dueOn })
      if (night.drop !== null) await drop(context, DROP_REASON)
      if (night.invoice !== null) await renew(context)
      const due = night.notices.map((notice) => ({ membership, notice }))
      const queued = await queueNotices(tx, scope, due, work.today, context.tx)
      const done = [...effectsOf({ ...night, notices: [] }), ...queued.map(({ notice }) => noticeCount(notice.kind))]
      await tx.rows(reportSql(scope, work.today, 1, sumUp(done)))
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    scope.log.warn({ err: error, membership: id }, 'the nightly work of a membership was refused')
    await scope.db.rows(reportSql(scope, work.today, 1, { refused: 1 }))
  }
}
