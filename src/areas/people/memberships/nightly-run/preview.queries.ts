import type { Scope } from '#kernel/tenancy/scope'
import { addDays, type Day } from '#kernel/time/calendar'
import { type Counts, countEffects, type Effect } from './nightly-report.model.ts'
import { DROP_NOTICE_DAYS, isEmptyPlan, type NightlyPlan, planNightlyRun } from './nightly-run.model.ts'
import { listDueIds, listNightlyMemberships, type NightlyMembership } from './nightly-run.queries.ts'

/** An effect that a nightly run would have. */
export interface PreviewedEffect {
  membership: NightlyMembership
  effect: Effect
  reason: string
  /** The day on which it is due. */
  dueOn: Day
}

export interface NightlyPreview {
  counts: Counts
  total: number
  /** The requested page. */
  page: PreviewedEffect[]
}

/** Memberships that one statement reads. */
const CHUNK = 1000

/**
 * Previews the nightly run of a day as if it were switched on and all days before it had run. Plans as the run does and
 * writes nothing. Reads all due memberships for each page, so that the counts are exact.
 *
 * @param day not before the tenant's current day.
 */
export const previewNightlyRun = async (
  scope: Scope,
  day: Day,
  skip: number,
  take: number,
): Promise<NightlyPreview> => {
  const ids = await listDueIds(scope, day, true)
  const effects: Effect[] = []
  const page: PreviewedEffect[] = []
  for (let from = 0; from < ids.length; from += CHUNK) {
    for (const membership of await listNightlyMemberships(scope, scope.db, ids.slice(from, from + CHUNK))) {
      const plan = planNightlyRun(membership, day, true)
      if (isEmptyPlan(plan)) continue
      for (const one of previewPlan(membership, plan)) {
        if (effects.length >= skip && page.length < take) page.push(one)
        effects.push(one.effect)
      }
    }
  }
  return { counts: countEffects(effects), total: effects.length, page }
}

const previewPlan = (
  membership: NightlyMembership,
  { statusChange, dropDueOn, invoiceDueOn, notices }: NightlyPlan,
): PreviewedEffect[] => {
  const one = (effect: Effect, dueOn: Day, reason: string): PreviewedEffect => ({ membership, effect, dueOn, reason })
  return [
    ...(statusChange ? previewStatus(statusChange, membership.partDueOn, one) : []),
    ...(dropDueOn === null ? [] : [one('dropped', dropDueOn, dropReason(membership, dropDueOn))]),
    ...(invoiceDueOn === null ? [] : [one('invoiced', invoiceDueOn, 'The renewal is due to be invoiced.')]),
    ...notices.map(({ kind, dueOn, endsOn }) => one(`${kind}_notice`, dueOn, `${NOTICE_REASONS[kind]} ${endsOn}.`)),
  ]
}

const previewStatus = (
  { status, dueOn }: NonNullable<NightlyPlan['statusChange']>,
  partDueOn: Day | null,
  one: (effect: Effect, dueOn: Day, reason: string) => PreviewedEffect,
): PreviewedEffect[] => {
  if (status === 'Active') return [one('begun', dueOn, 'Its term begins.')]
  const isUnpaid = partDueOn !== null && partDueOn < dueOn
  if (status === 'Grace' && isUnpaid) return [one('graced', dueOn, `A part was due on ${partDueOn}; grace begins.`)]
  if (status === 'Grace') return [one('graced', dueOn, `Ended on ${addDays(dueOn, -1)}; grace begins.`)]
  return status === 'Lapsed' ? [one('lapsed', dueOn, `Grace ended on ${addDays(dueOn, -1)}.`)] : []
}

const dropReason = ({ partDueOn, graceDays, unpaidDueOn }: NightlyMembership, dropDueOn: Day): string => {
  if (partDueOn !== null && addDays(partDueOn, graceDays + 1) === dropDueOn)
    return `A part was due on ${partDueOn} and grace is over.`
  return unpaidDueOn === null
    ? 'Not renewed by the end of grace.'
    : `Not renewed: the renewal invoice was due on ${unpaidDueOn} and grace is over.`
}

const NOTICE_REASONS = {
  expiring: 'Ends on',
  grace: 'In grace since it ended on',
  dropped: `Dropped within the last ${DROP_NOTICE_DAYS} days; ended on`,
} as const
