import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  calculateExpirationDate,
  calculatePercentComplete,
  deriveNextStatus,
  deriveStatusOn,
  hasRequiredAmount,
  STATUS,
} from '#areas/people/contacts/certifications/certifications.model'

import { Prisma } from '#prisma/client'

/** Hundredths of hours or credits. */
const hundredths = fc.integer({ min: 0, max: 10_000_000 })
const decimal = (value: number) => new Prisma.Decimal(value).div(100)
const byHours = (required: number, requireAdminReview = false) => ({
  completionTypeId: 1,
  requiredAmount: decimal(required),
  requireAdminReview,
  expiresInMonths: null,
})
const earned = (hours: number, status: number = STATUS.inProgress) => ({
  status,
  hoursEarned: decimal(hours),
  creditsEarned: decimal(0),
})
const required = fc.integer({ min: 1, max: 10_000_000 })

describe('calculatePercentComplete', () => {
  test('is whole, rounded down, from 0 to 100, and 100 if and only if the amount is earned', () => {
    fc.assert(
      fc.property(hundredths, required, (hours, needed) => {
        const percent = calculatePercentComplete(byHours(needed), earned(hours))
        expect(percent).toBe(Math.min(100, Number((BigInt(hours) * 100n) / BigInt(needed))))
        expect(percent === 100).toBe(hasRequiredAmount(byHours(needed), earned(hours)))
      }),
    )
  })

  test('never falls when more is earned', () => {
    fc.assert(
      fc.property(hundredths, hundredths, required, (hours, more, needed) => {
        const rules = byHours(needed)
        expect(calculatePercentComplete(rules, earned(hours + more))).toBeGreaterThanOrEqual(
          calculatePercentComplete(rules, earned(hours)),
        )
      }),
    )
  })

  test('is 100 once completed, and by review 0 before', () => {
    const byReview = { ...byHours(0), completionTypeId: 3 }
    expect(calculatePercentComplete(byReview, earned(500))).toBe(0)
    expect(calculatePercentComplete(byReview, earned(0, STATUS.completed))).toBe(100)
    expect(calculatePercentComplete(byHours(4000), earned(0, STATUS.expired))).toBe(100)
  })
})

test('deriveNextStatus follows from the amount if no status is requested', () => {
  fc.assert(
    fc.property(hundredths, required, fc.boolean(), (hours, needed, review) => {
      const done = review ? STATUS.awaitingReview : STATUS.completed
      const status = deriveNextStatus(byHours(needed, review), earned(hours), undefined)
      expect(status).toBe(hours >= needed ? done : STATUS.inProgress)
    }),
  )
})

describe('calculateExpirationDate and deriveStatusOn', () => {
  const rules = (expiresInMonths: number | null) => ({ ...byHours(1), expiresInMonths })
  test.each([
    ['2026-01-15', 12, '2027-01-15'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2025-08-31', 6, '2026-02-28'],
    ['2026-12-31', 2, '2027-02-28'],
    ['2023-08-31', 6, '2024-02-29'],
  ])('completed on %s for %i months: valid to the end of %s', (completed, months, last) => {
    const day = new Date(completed)
    expect(calculateExpirationDate(rules(months), day)?.toISOString().slice(0, 10)).toBe(last)
    expect(deriveStatusOn(rules(months), STATUS.completed, day, last)).toBe(STATUS.completed)
    expect(deriveStatusOn(rules(months), STATUS.completed, day, '2029-01-01')).toBe(STATUS.expired)
    expect(deriveStatusOn(rules(null), STATUS.completed, day, '2999-01-01')).toBe(STATUS.completed)
    expect(deriveStatusOn(rules(months), STATUS.inProgress, null, '2029-01-01')).toBe(STATUS.inProgress)
  })
})
