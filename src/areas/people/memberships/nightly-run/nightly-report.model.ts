import type { NightlyPlan, NoticeKind } from './nightly-run.model.ts'

/** What the report of a run counts, named like its columns. */
export const COUNTS = [
  'begun',
  'graced',
  'lapsed',
  'dropped',
  'invoiced',
  'expiring_notice',
  'grace_notice',
  'dropped_notice',
  'refused',
] as const
type Counted = (typeof COUNTS)[number]
export type Counts = Partial<Record<Counted, number>>
/** What a nightly run does to a membership. */
export type Effect = Exclude<Counted, 'refused'>

/** The effect of a change to a status. */
const STATUS_EFFECTS: ReadonlyMap<string, Effect> = new Map([
  ['Active', 'begun'],
  ['Grace', 'graced'],
  ['Lapsed', 'lapsed'],
])

export const noticeEffect = (kind: NoticeKind): Effect => `${kind}_notice`

/** Returns the effects of a plan, without its notices: these count when they are queued. */
export const effectsOf = ({ statusChange, dropDueOn, invoiceDueOn }: NightlyPlan): Effect[] => {
  const effect = statusChange && STATUS_EFFECTS.get(statusChange.status)
  return [
    ...(effect ? [effect] : []),
    ...(dropDueOn === null ? [] : (['dropped'] as const)),
    ...(invoiceDueOn === null ? [] : (['invoiced'] as const)),
  ]
}

export const countEffects = (effects: readonly Effect[]): Counts => {
  const counts: Counts = {}
  for (const effect of effects) counts[effect] = (counts[effect] ?? 0) + 1
  return counts
}
