import type { Scope } from '#kernel/tenancy/scope'
import { addDays, type Day } from '#kernel/time/calendar'
import { DROP_NOTICE_DAYS, isQuiet, type Night, planNight } from './nightly-plan.model.ts'
import { candidateIds, type NightMembership, nightMemberships } from './nightly-run.queries.ts'
import { type Counts, type Effect, sumUp } from './run-report.service.ts'

/** One thing that a night would do. */
export interface Foreseen {
  membership: NightMembership
  effect: Effect
  reason: string
  /** The day it falls due. */
  dueOn: Day
}

export interface Preview {
  counts: Counts
  total: number
  /** The page that was asked for. */
  page: Foreseen[]
}

/** Memberships read by one statement. */
const CHUNK = 1000

/**
 * What the nightly work would do on a day if it were on, all days before it caught up. Decides as the run does and
 * writes nothing. Reads all that are due for each page, so that the counts are exact.
 *
 * @param day not before the tenant's today.
 */
export const previewNight = async (scope: Scope, day: Day, skip: number, take: number): Promise<Preview> => {
  const ids = await candidateIds(scope, day, true)
  const effects: Effect[] = []
  const page: Foreseen[] = []
  for (let from = 0; from < ids.length; from += CHUNK) {
    for (const membership of await nightMemberships(scope.db, scope, ids.slice(from, from + CHUNK))) {
      const night = planNight(membership, day, true)
      if (isQuiet(night)) continue
      for (const one of foreseen(membership, night)) {
        if (effects.length >= skip && page.length < take) page.push(one)
        effects.push(one.effect)
      }
    }
  }
  return { counts: sumUp(effects), total: effects.length, page }
}

const foreseen = (membership: NightMembership, { turn, drop, invoice, notices }: Night): Foreseen[] => {
  const one = (effect: Effect, dueOn: Day, reason: string): Foreseen => ({ membership, effect, dueOn, reason })
  const unpaid = membership.unpaidDueOn
  return [
    ...(turn?.status === 'Active' ? [one('begun', turn.dueOn, 'Its term begins.')] : []),
    ...(turn?.status === 'Grace'
      ? [one('graced', turn.dueOn, `Ended on ${addDays(turn.dueOn, -1)}; grace begins.`)]
      : []),
    ...(turn?.status === 'Lapsed' ? [one('lapsed', turn.dueOn, `Grace ended on ${addDays(turn.dueOn, -1)}.`)] : []),
    ...(drop === null ? [] : [one('dropped', drop, dropReason(unpaid))]),
    ...(invoice === null ? [] : [one('invoiced', invoice, 'The renewal is to be invoiced.')]),
    ...notices.map(({ kind, dueOn, endsOn }) => one(`${kind}_notice`, dueOn, `${NOTICE_REASONS[kind]} ${endsOn}.`)),
  ]
}

const dropReason = (unpaidDueOn: Day | null): string =>
  unpaidDueOn === null
    ? 'Not renewed by the end of grace.'
    : `Not renewed: the renewal invoice was due on ${unpaidDueOn} and grace is over.`

const NOTICE_REASONS = {
  expiring: 'Ends on',
  grace: 'In grace since it ended on',
  dropped: `Dropped within the last ${DROP_NOTICE_DAYS} days; ended on`,
} as const
