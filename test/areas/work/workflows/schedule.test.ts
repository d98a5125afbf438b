import { expect, test } from 'vitest'
import { isOpen, nextOpening, SCHEDULE } from '../../../../src/areas/work/workflows/schedule.ts'

const ZONE = 'Europe/Berlin'
const daily = (startHour: number, endHour: number) => ({
  scheduleTypeId: SCHEDULE.daily,
  startHour,
  endHour,
  weekdays: [],
})
const opening = (schedule: Parameters<typeof nextOpening>[0], from: string) =>
  nextOpening(schedule, ZONE, new Date(from)).toISOString()

test('hours are those of the clock on either side of a change of clocks', () => {
  expect(opening(daily(9, 17), '2026-03-28T20:00:00Z')).toBe('2026-03-29T07:00:00.000Z')
  expect(opening(daily(9, 17), '2026-03-27T20:00:00Z')).toBe('2026-03-28T08:00:00.000Z')
  expect(opening(daily(9, 17), '2026-10-24T20:00:00Z')).toBe('2026-10-25T08:00:00.000Z')
})

test('an hour that the clock shows twice is open twice', () => {
  for (const time of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'])
    expect(isOpen(daily(2, 3), ZONE, new Date(time))).toBe(true)
})

test('an hour that clocks are put forward over comes on the next day, or in the next week', () => {
  expect(opening(daily(2, 3), '2026-03-28T20:00:00Z')).toBe('2026-03-30T00:00:00.000Z')
  const sundays = { ...daily(2, 3), scheduleTypeId: SCHEDULE.weekly, weekdays: [7] }
  expect(opening(sundays, '2026-03-22T12:00:00Z')).toBe('2026-04-05T00:00:00.000Z')
})
