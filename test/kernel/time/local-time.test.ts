import { expect, test } from 'vitest'
import { zoneName } from '#kernel/time/local-time'

test('a time zone has the spelling of the zone database; offsets and unknown names are none', () => {
  expect(['europe/berlin', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'].map(zoneName)).toEqual([
    'Europe/Berlin',
    'UTC',
    'America/Argentina/Buenos_Aires',
    'Etc/GMT+5',
  ])
  expect(['+02:00', '-0530', '+02', '', 'Europe/Nowhere', 'Europe/Berlin[u-ca=iso8601]'].map(zoneName)).toEqual(
    Array(6).fill(null),
  )
})
