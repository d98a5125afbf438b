import { expect, test } from 'vitest'
import { parseRule } from '#areas/work/calendars/occurrences/recurrence-rule.model'

test.each([
  ['20270230T000000Z', 'that exists'],
  ['20270228T250000Z', 'that exists'],
  ['20270230', 'that exists'],
  ['99991231', 'in the years 1900 to 2199'],
  ['22000102T000000Z', 'in the years 1900 to 2199'],
])('UNTIL=%s is refused: it must have an UNTIL %s', (until, fault) => {
  expect(parseRule(`FREQ=DAILY;UNTIL=${until}`, 'UTC')).toEqual({
    fault: expect.stringContaining(`must have an UNTIL ${fault}`),
  })
})
