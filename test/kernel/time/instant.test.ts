import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { readInstant } from '#kernel/time/instant'

const TEXTS = {
  '2026-11-20': '2026-11-20T00:00:00.000Z',
  '2026-11-20T12:30:00': '2026-11-20T12:30:00.000Z',
  '2026-11-20 12:30': '2026-11-20T12:30:00.000Z',
  '2026-11-20T12:30:00.5Z': '2026-11-20T12:30:00.500Z',
  '2026-11-20T12:30:00+02:00': '2026-11-20T10:30:00.000Z',
  '2026-11-20T12:30:00-0530': '2026-11-20T18:00:00.000Z',
}

// Runs in a separate process, because the zone of a running process is fixed.
test('a date-time without a zone is in UTC, in any zone of the server', () => {
  const program = `import { instantOf } from './src/kernel/time/instant.ts'
    const read = ${JSON.stringify(Object.keys(TEXTS))}.map((text) => instantOf(text).toISOString())
    console.log(JSON.stringify([new Date(2026, 0, 1).getTimezoneOffset(), ...read]))`
  const printed = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    env: { ...process.env, TZ: 'Asia/Tokyo' },
    encoding: 'utf8',
  })
  expect(JSON.parse(printed)).toEqual([-540, ...Object.values(TEXTS)])
})

test('an absent field is not an empty field', () => {
  expect([readInstant(undefined), readInstant(null), readInstant('')]).toEqual([undefined, null, null])
})
