import { describe, expect, test } from 'vitest'
import { writeClock, writeDay, writeSpan, writeTime } from '#areas/events/registration-page/event-times.model'

describe('times of an event', () => {
  test('are written as the mails write them, in the time zone of the event', () => {
    expect(writeTime('2030-05-02T22:30:00Z', 'America/Chicago')).toBe('Thursday, 2 May 2030, 17:30 (America/Chicago)')
    expect(writeClock('2030-05-02T22:05:00Z', 'Europe/Oslo')).toBe('00:05 (Europe/Oslo)')
    expect(writeDay('2030-03-31')).toBe('31 March 2030')
  })

  test('name the day of the end only if it is another one', () => {
    const start = '2030-05-02T09:00:00Z'
    expect(writeSpan(start, '2030-05-02T11:00:00Z', 'UTC')).toBe('Thursday, 2 May 2030, 09:00 – 11:00')
    expect(writeSpan(start, '2030-05-03T11:00:00Z', 'UTC')).toBe(
      'Thursday, 2 May 2030, 09:00 – Friday, 3 May 2030, 11:00',
    )
    expect(writeSpan(start, '2030-05-02T11:00:00Z', 'UTC', true)).toBe('Thu, 2 May, 09:00 – 11:00')
    expect(writeSpan(start, null, 'UTC', true)).toBe('Thu, 2 May, 09:00')
  })
})
