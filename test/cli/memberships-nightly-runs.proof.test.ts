import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#kernel/time/calendar'
import { systemClock } from '#kernel/time/clock'
import { dayIn } from '#kernel/time/day'
import { buildTestApp, type TestApp, type TestCaller } from '../support/build-app.ts'
import { runCommandHere } from '../support/cli/command-here.ts'
import { addManyMemberships } from '../support/people/many-memberships.ts'

let server: TestApp
let caller: TestCaller
let today: string
beforeAll(async () => {
  server = await buildTestApp({ own: true })
  caller = await server.tenant()
  const { id: tenantId, timeZone } = caller.tenant
  today = dayIn(timeZone, systemClock.now())
  const wanted = { tenantId, count: 3, firstExpiry: addDays(today, 2), days: 1 }
  await addManyMemberships(server.database, wanted, systemClock.now())
})
afterAll(() => server.close())

const nightly = (...more: string[]) =>
  runCommandHere(['memberships', 'nightly', '--tenant', caller.tenant.key, ...more], { DATABASE_URL: server.url })
const mails = () => server.database.system.mailMessage.count()

test('a dry run lists the notices and changes nothing; a run sends them once, and none if it is switched off', async () => {
  const dry = await nightly('--dry-run')
  expect([dry.code, dry.err]).toEqual([0, ''])
  expect(dry.out).toMatch(/DUE +WHAT +MEMBERSHIP +TYPE +HOLDER +WHY/)
  expect(dry.out).toContain(`${addDays(today, -1)}  expiring_notice`)
  expect(dry.out).toContain(`${today}: 3 expiring_notice. Nothing was changed.`)

  const off = await nightly()
  expect(off.out).toContain('The nightly run is switched off')
  expect(await mails()).toBe(0)

  await caller.post('/api/memberships/nightly', { IsOn: true })
  expect((await nightly()).out).toMatch(/expiringNotice +3/)
  expect((await nightly()).code).toBe(0)
  expect(await mails()).toBe(3)
}, 60_000)

test('rejects a day without a dry run', async () => {
  const refused = await nightly('--day', addDays(today, 1))
  expect(refused.code).not.toBe(0)
  expect(refused.err).toContain('--day requires --dry-run')
}, 60_000)
