import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { areasWithWalks } from '#test/support/walks/all-walks'

const AREAS = new URL('../../src/areas/', import.meta.url)

/** Areas without records that the walks create, list or delete. */
const WITHOUT_RECORDS = ['events/captcha', 'events/public-registration', 'events/registration-page']

/** The areas with operations: `people/groups`. */
const withOperations = new Set(
  readdirSync(AREAS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.routes.ts'))
    .map((file) => file.split(/[\\/]/).slice(0, 2).join('/')),
)

test('every area with operations tells the walks of its records', () => {
  const known = areasWithWalks()
  const missing = [...withOperations].filter((area) => !known.has(area)).sort()
  expect(
    missing,
    'write test/areas/<area>/<name>.walks.ts, which exports `walks`: test/support/walks/area-walks.ts lists its parts',
  ).toEqual(WITHOUT_RECORDS)
})
