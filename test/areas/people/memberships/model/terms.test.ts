import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  planActivatedSpan,
  planBackPayment,
  planRenewalTerm,
  planTermAfter,
  planTermFrom,
  type Span,
  type TermRules,
} from '#areas/people/memberships/terms/terms.model'
import { addDays, addMonths, dayOfMonth, daysBetween } from '#kernel/time/calendar'

const rolling = (months: number, more: Partial<TermRules> = {}): TermRules => ({
  kind: 'rolling',
  months,
  renewalMonth: 1,
  renewalDay: 1,
  isProrated: false,
  rolloverDays: 30,
  graceDays: 14,
  ...more,
})
const fixed = (renewalMonth: number, renewalDay: number, more: Partial<TermRules> = {}): TermRules =>
  rolling(12, { kind: 'fixed', renewalMonth, renewalDay, isProrated: true, rolloverDays: 0, ...more })

/** This number of terms, each renewed in time. */
const chain = (rules: TermRules, start: string, count: number): Span[] => {
  const terms: Span[] = [planTermFrom(rules, start)]
  while (terms.length < count) terms.push(planTermAfter(rules, terms))
  return terms
}
const days = fc.integer({ min: 0, max: 36_500 }).map((offset) => addDays('2000-01-01', offset))

describe('months', () => {
  test('a day that a month does not have is its last', () => {
    expect([addMonths('2024-01-31', 1), addMonths('2025-01-31', 1), addMonths('2024-02-29', 12)]).toEqual([
      '2024-02-29',
      '2025-02-28',
      '2025-02-28',
    ])
    expect([addMonths('2024-03-31', -1), dayOfMonth(2025, 4, 31)]).toEqual(['2024-02-29', '2025-04-30'])
  })

  test('as many months later lies in that month, on that day or its last', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -600, max: 600 }), (day, months) => {
        const later = addMonths(day, months)
        const count = (of: string) => Number(of.slice(0, 4)) * 12 + Number(of.slice(5, 7))
        expect(count(later) - count(day)).toBe(months)
        const isLast = addDays(later, 1).slice(8) === '01'
        expect(later.slice(8) === day.slice(8) || (isLast && later.slice(8) < day.slice(8))).toBe(true)
      }),
    )
  })
})

describe('rolling terms', () => {
  test('a contact that joins on February 29 has whole years, and this day again in the next leap year', () => {
    expect(chain(rolling(12), '2024-02-29', 4).map(({ endsOn }) => endsOn)).toEqual([
      '2025-02-27',
      '2026-02-27',
      '2027-02-27',
      '2028-02-28',
    ])
  })

  test('a contact that joins on the 31st loses no days in a short month', () => {
    expect(chain(rolling(1), '2025-01-31', 3).map(({ endsOn }) => endsOn)).toEqual([
      '2025-02-27',
      '2025-03-30',
      '2025-04-29',
    ])
  })

  test('many short terms end on the same day as a long one, without gap or overlap', () => {
    fc.assert(
      fc.property(days, fc.constantFrom(1, 3, 6, 12), fc.integer({ min: 1, max: 24 }), (start, months, count) => {
        const terms = chain(rolling(months), start, count)
        expect(terms.at(-1)?.endsOn).toBe(planTermFrom(rolling(months * count), start).endsOn)
        for (const [at, term] of terms.entries()) {
          expect(term.endsOn >= term.startsOn).toBe(true)
          if (at > 0) expect(term.startsOn).toBe(addDays(terms[at - 1]?.endsOn ?? '', 1))
        }
      }),
    )
  })

  const old = [{ startsOn: '2025-01-01', endsOn: '2025-12-31' }]
  const renewal = { kind: 'renewal', startsOn: '2026-01-01', endsOn: '2026-12-31', months: 12 } as const
  test.each([
    ['months early', '2025-06-01', '2026-01-01', '2026-12-31'],
    ['on the last day', '2025-12-31', '2026-01-01', '2026-12-31'],
    ['on the last day of the window', '2026-01-30', '2026-01-01', '2026-12-31'],
    ['on the day after it', '2026-01-31', '2026-01-31', '2027-01-30'],
    ['a year late', '2027-03-01', '2027-03-01', '2028-02-29'],
  ])('paid %s', (_, paidOn, startsOn, endsOn) => {
    expect(planActivatedSpan(rolling(12), renewal, old, paidOn)).toEqual({ startsOn, endsOn })
  })

  test('a payment never covers past days', () => {
    const monthly = rolling(1, { rolloverDays: 90 })
    const waiting = { kind: 'renewal', startsOn: '2026-01-01', endsOn: '2026-01-31', months: 1 } as const
    expect(planActivatedSpan(monthly, waiting, old, '2026-02-01').startsOn).toBe('2026-02-01')
  })

  test('a term of three years covers three years whenever it is paid', () => {
    const waiting = { kind: 'renewal', startsOn: '2026-01-01', endsOn: '2028-12-31', months: 36 } as const
    fc.assert(
      fc.property(fc.integer({ min: -300, max: 2000 }), (late) => {
        const { startsOn, endsOn } = planActivatedSpan(rolling(36), waiting, old, addDays('2026-01-01', late))
        expect(addDays(endsOn, 1)).toBe(addMonths(startsOn, 36))
      }),
    )
  })
})

describe('fixed terms', () => {
  test.each([
    ['on the renewal date', '2025-07-01', '2026-06-30', 12],
    ['the day before it', '2025-06-30', '2025-06-30', 1],
    ['a month ahead of it', '2025-06-01', '2025-06-30', 1],
    ['a month and a day ahead', '2025-05-31', '2025-06-30', 2],
    ['the day after it', '2025-07-02', '2026-06-30', 12],
  ])('a contact that joins %s pays for the months that have begun', (_, start, endsOn, paidMonths) => {
    expect(planTermFrom(fixed(7, 1), start)).toMatchObject({ endsOn, paidMonths })
  })

  test.each([
    ['within the window', '2025-06-01', '2026-06-30', 12],
    ['a day ahead of the window', '2025-05-31', '2025-06-30', 2],
  ])('a contact that joins %s of the renewal date', (_, start, endsOn, paidMonths) => {
    expect(planTermFrom(fixed(7, 1, { rolloverDays: 30 }), start)).toMatchObject({ endsOn, paidMonths })
  })

  test('renewed, it runs from renewal date to renewal date, on the 29th and 31st too', () => {
    expect(chain(fixed(2, 29), '2025-02-10', 5).map(({ endsOn }) => endsOn)).toEqual([
      '2025-02-27',
      '2026-02-27',
      '2027-02-27',
      '2028-02-28',
      '2029-02-27',
    ])
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }), (start, month, day) => {
        const terms = chain(fixed(month, day), start, 4)
        for (const [at, term] of terms.entries()) {
          const next = addDays(term.endsOn, 1)
          expect(next).toBe(dayOfMonth(Number(next.slice(0, 4)), month, day))
          if (at > 0) expect(daysBetween(term.startsOn, next)).toBeGreaterThanOrEqual(365)
        }
      }),
    )
  })

  const renewals = fc.record({
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 31 }),
    months: fc.constantFrom(12, 24, 36, 60),
  })

  test.each(Array.from({ length: 31 }, (_, at) => at + 1))('whole terms from the %i. cost the whole price', (day) => {
    for (let month = 1; month <= 12; month++)
      for (let year = 2023; year <= 2032; year++)
        for (const months of [12, 24, 36]) {
          const rules = fixed(month, day, { months })
          const start = dayOfMonth(year, month, day)
          const endsOn = addDays(dayOfMonth(year + months / 12, month, day), -1)
          const whole = { startsOn: start, endsOn, months, paidMonths: months }
          expect(planTermFrom(rules, start)).toEqual(whole)
          const covered = [{ startsOn: addDays(start, -400), endsOn: addDays(start, -1) }]
          expect(planTermAfter(rules, covered)).toEqual(whole)
          expect(planTermAfter(rules, covered, 2)).toMatchObject({ months: 2 * months, paidMonths: 2 * months })
          expect(planRenewalTerm(rules, covered, addDays(start, -20))).toEqual(whole)
        }
  })

  test('a term never costs more if it begins later, nor more than the whole price', () => {
    fc.assert(
      fc.property(days, renewals, fc.constantFrom(0, 30, 90), (start, { month, day, months }, rolloverDays) => {
        const rules = fixed(month, day, { months })
        const [first, second] = [planTermFrom(rules, start), planTermFrom(rules, addDays(start, 1))]
        expect(first.paidMonths).toBeLessThanOrEqual(months)
        expect(first.paidMonths).toBeGreaterThan(months - 12)
        if (second.endsOn === first.endsOn) expect(second.paidMonths).toBeLessThanOrEqual(first.paidMonths)
        else expect([first.paidMonths, second.paidMonths]).toEqual([months - 11, months])
        expect(planTermFrom({ ...rules, rolloverDays }, start).paidMonths).toBeLessThanOrEqual(months)
      }),
    )
  })

  test('a contact that joins whole months before the renewal day pays for as many', () => {
    const counts = fc.integer({ min: 1, max: 12 })
    fc.assert(
      fc.property(renewals, fc.integer({ min: 2000, max: 2099 }), counts, ({ month, day, months }, year, count) => {
        const at = year * 12 + month - 1 - count
        const start = dayOfMonth(Math.floor(at / 12), (at % 12) + 1, day)
        expect(planTermFrom(fixed(month, day, { months }), start).paidMonths).toBe(months - 12 + count)
      }),
    )
  })

  test('a term that is paid after the grace begins on the day of payment, and keeps its end', () => {
    const old = [{ startsOn: '2024-07-01', endsOn: '2025-06-30' }]
    const waiting = { kind: 'renewal', startsOn: '2025-07-01', endsOn: '2026-06-30', months: 12 } as const
    expect(planActivatedSpan(fixed(7, 1), waiting, old, '2025-07-14').startsOn).toBe('2025-07-01')
    expect(planActivatedSpan(fixed(7, 1), waiting, old, '2025-07-15')).toEqual({
      startsOn: '2025-07-15',
      endsOn: '2026-06-30',
    })
  })
})

test('back payment adds whole terms up to the day, and fails beyond ten', () => {
  const old = [{ startsOn: '2015-01-01', endsOn: '2015-12-31' }]
  expect(planBackPayment(rolling(12), old, '2015-12-31')?.months).toBe(12)
  expect(planBackPayment(rolling(12), old, '2016-12-31')).toMatchObject({ months: 12, endsOn: '2016-12-31' })
  expect(planBackPayment(rolling(12), old, '2017-01-01')).toMatchObject({ months: 24, endsOn: '2017-12-31' })
  expect(planBackPayment(fixed(1, 1), old, '2018-05-01')).toMatchObject({
    months: 36,
    paidMonths: 36,
    endsOn: '2018-12-31',
  })
  expect(planBackPayment(rolling(12), old, '2026-01-01')).toBeNull()
})
