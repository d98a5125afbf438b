import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { approvedTerm, exceeds, transitionOf } from '#areas/commerce/sponsorships/sponsors/sponsors.model'
import { addDays, addMonths, type Day, daysBetween } from '#kernel/time/calendar'

const day: fc.Arbitrary<Day> = fc.integer({ min: 0, max: 80_000 }).map((days) => addDays('1990-01-01', days))
const months = fc.integer({ min: 1, max: 120 })
const NONE = { startsOn: null, endsOn: null }
const lastOf = (startsOn: Day, length: number): Day =>
  approvedTerm({ startsOn, endsOn: null }, length, startsOn).endsOn ?? ''

describe('the term of an approval', () => {
  test('covers the months of the type: the next term begins on the same day of the month, or on its last day', () => {
    fc.assert(
      fc.property(day, months, (startsOn, length) => {
        const next = addDays(lastOf(startsOn, length), 1)
        const wanted = Number(startsOn.slice(8))
        const got = Number(next.slice(8))
        const monthsOf = (of: Day) => Number(of.slice(0, 4)) * 12 + Number(of.slice(5, 7))
        expect(monthsOf(next) - monthsOf(startsOn)).toBe(length)
        // A shorter month has no such day: then it is its last day.
        expect(got === wanted || (got < wanted && addDays(next, 1).slice(8) === '01')).toBe(true)
      }),
    )
  })

  test('has 28 to 31 days per month, and a year has 365 or 366', () => {
    fc.assert(
      fc.property(day, months, (startsOn, length) => {
        const days = daysBetween(startsOn, lastOf(startsOn, length)) + 1
        expect(days).toBeGreaterThanOrEqual(28 * length)
        expect(days).toBeLessThanOrEqual(31 * length)
        expect([365, 366]).toContain(daysBetween(startsOn, lastOf(startsOn, 12)) + 1)
      }),
    )
  })

  test('ends later with each month and each day, or on the same day after a clamped month', () => {
    fc.assert(
      fc.property(day, months, (startsOn, length) => {
        expect(lastOf(startsOn, length + 1) > lastOf(startsOn, length)).toBe(true)
        expect(lastOf(addDays(startsOn, 1), length) >= lastOf(startsOn, length)).toBe(true)
      }),
    )
  })

  test('begins today and keeps the days that are set; without a length it has no end', () => {
    fc.assert(
      fc.property(day, day, months, (today, startsOn, length) => {
        expect(approvedTerm(NONE, null, today)).toEqual({ startsOn: today, endsOn: null })
        expect(approvedTerm(NONE, length, today)).toEqual({ startsOn: today, endsOn: lastOf(today, length) })
        const endsOn = addMonths(startsOn, 1)
        expect(approvedTerm({ startsOn, endsOn }, length, today)).toEqual({ startsOn, endsOn })
      }),
    )
    expect(lastOf('2026-10-01', 12)).toBe('2027-09-30')
    expect(lastOf('2028-02-29', 12)).toBe('2029-02-27')
    expect(lastOf('2026-01-31', 1)).toBe('2026-02-27')
  })

  test('exceeds another one if it has a day more', () => {
    const year = { startsOn: '2026-01-01', endsOn: '2026-12-31' }
    expect(exceeds(year, year)).toBe(false)
    expect(exceeds({ ...year, endsOn: null }, { ...year, endsOn: null })).toBe(false)
    expect(exceeds(year, { ...year, endsOn: null })).toBe(false)
    expect(exceeds({ ...year, endsOn: null }, year)).toBe(true)
    expect(exceeds({ ...year, endsOn: '2027-01-01' }, year)).toBe(true)
    expect(exceeds({ ...year, startsOn: '2025-12-31' }, year)).toBe(true)
  })
})

test('a status leads to the others as documented', () => {
  const all = ['Pending', 'Approved', 'Declined', 'Ended'] as const
  const table = [null, ...all].map((from) => all.map((to) => transitionOf(from, to)?.transition ?? 'refused').join(' '))
  expect(table).toEqual([
    'keep approve keep keep',
    'keep approve keep keep',
    'refused keep decline keep',
    'keep approve keep keep',
    'refused keep refused keep',
  ])
})
