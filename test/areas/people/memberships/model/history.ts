import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listCoveredSpans } from '#areas/people/memberships/statuses/statuses.model'
import { dayIn } from '#kernel/time/day'
import { CoreMembership } from './core-membership.ts'
import { CALLED_OFF, type History, histories, type Step, YEARS, ZONES } from './histories.ts'
import { dayNumber, dayText, IndependentMembership } from './independent-model.ts'

const EPOCH = Date.UTC(2024, 0, 1)
const HOUR = 3_600_000

const take = (core: CoreMembership, day: string, step: Step): boolean => {
  switch (step.do) {
    case 'resume':
      return core.resume(day, step.extend)
    case 'reinstate':
      return core.reinstate(day, step.continues)
    case 'changeLength':
      return core.changeLength(day, step.months)
    default:
      return core[step.do](day)
  }
}
const takeToo = (model: IndependentMembership, day: number, step: Step): boolean => {
  switch (step.do) {
    case 'resume':
      return model.resume(day, step.extend)
    case 'reinstate':
      return model.reinstate(day, step.continues)
    case 'changeLength':
      return model.changeLength(day, step.months)
    default:
      return model[step.do](day)
  }
}

/** Drops the membership in both on its due day, which must be the same. */
const dropBoth = (core: CoreMembership, model: IndependentMembership, number: number): boolean => {
  const day = dayText(number)
  const isDue = model.isDropDue(number)
  // No expect() for daily comparisons, because it would take most of the time.
  if (core.isDropDue(day) !== isDue) throw new Error(`${day}: the model says ${isDue ? 'drop' : 'do not drop'}`)
  if (!isDue) return false
  expect([core.drop(day), model.drop(number)], day).toEqual([true, true])
  return true
}

/** Runs the history day by day. Both must have the same result on every day. */
const live = ({ zone, settings, joined, steps, dropsByItself }: History, seen: Set<string>): void => {
  const core = new CoreMembership(settings)
  const model = new IndependentMembership(settings)
  const dayAt = (hour: number): string => dayIn(zone, new Date(EPOCH + (joined + hour) * HOUR))
  const first = dayAt(0)
  core.join(first)
  model.join(dayNumber(first))
  const left = steps.map(({ hour, step }) => ({ step, day: dayAt(hour) }))
  const last = dayNumber(first) + YEARS * 365 + 2
  let nextDay: string | null = null
  let before = ''
  let changed = true
  for (let number = dayNumber(first); number <= last; number++) {
    const day = dayText(number)
    if (dropsByItself) changed = dropBoth(core, model, number) || changed
    while (left[0]?.day === day) {
      const { step } = left.shift() as (typeof left)[number]
      expect(take(core, day, step), `${step.do} on ${day}`).toBe(takeToo(model, number, step))
      changed = true
    }
    const derived = core.derivedOn(day)
    if (derived.status !== model.status(number)) {
      throw new Error(`${day}: ${derived.status}, but the model says ${model.status(number)}`)
    }
    // Without a step, the status changes only on the predicted day.
    if (!changed && derived.status !== before && nextDay !== day) throw new Error(`${day} was not foretold: ${nextDay}`)
    seen.add(derived.status)
    nextDay = derived.nextDay
    before = derived.status
    changed = false
  }
  sameCover(core, model)
}

/** Expects that no day is covered twice, and that both have the same gaps. */
const sameCover = (core: CoreMembership, model: IndependentMembership): void => {
  const days = new Map<number, number>()
  for (const { startsOn, endsOn } of listCoveredSpans(core.terms)) {
    for (let day = dayNumber(startsOn); day <= dayNumber(endsOn); day++) days.set(day, (days.get(day) ?? 0) + 1)
  }
  expect([...days.values()].filter((times) => times > 1)).toEqual([])
  const sorted = (from: Iterable<number>) => [...from].sort((a, b) => a - b)
  expect(sorted(days.keys())).toEqual(sorted(model.covered.keys()))
}

/** Defines the tests that compare the rules of a membership with the independent model. */
export const testHistories = (runs: number): void => {
  test('a cancelled reinstatement cannot be paid afterwards', () => {
    live(CALLED_OFF, new Set())
    expect.hasAssertions()
  })

  test(`over ${runs} random histories the status is an independent model's, every day of five years`, () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(histories(24), (history) => live(history, seen)),
      { numRuns: runs },
    )
    // Almost all histories together have every status.
    if (runs >= 500)
      expect([...seen].sort()).toEqual(['Active', 'Cancelled', 'Dropped', 'Grace', 'Lapsed', 'Pending', 'Suspended'])
  }, 300_000)

  test('every day of every time zone occurs once and in order, also when its clocks change', () => {
    for (const zone of ZONES) {
      const days: string[] = []
      for (let hour = 0; hour < YEARS * 366 * 24; hour++) {
        const day = dayIn(zone, new Date(EPOCH + hour * HOUR))
        if (day !== days.at(-1)) days.push(day)
      }
      const from = dayNumber(days[0] ?? '')
      expect(days, zone).toEqual(days.map((_, at) => dayText(from + at)))
    }
  })
}
