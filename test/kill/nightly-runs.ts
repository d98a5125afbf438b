import { type ChildProcess, fork } from 'node:child_process'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { membershipDays } from '#areas/people/memberships/nightly-run/nightly-run.job'
import { createLogger } from '#kernel/logging/logger'
import { addDays } from '#kernel/time/calendar'
import { runNewDays } from '#test/support/jobs/new-days'
import { buildTestApp, type TestApp, type TestCaller } from '../support/build-app.ts'
import { bundled } from '../support/killed/bundle.ts'
import { randomKillPoint } from '../support/killed/kill-point.ts'
import { addManyMemberships } from '../support/people/many-memberships.ts'
import type { KilledRun } from '../support/people/nightly-process.ts'

/** Kills of one nightly run, so that runs of every kind are killed. */
const MAX_KILLS_OF_RUN = 8
const FIRST_EXPIRY = '2030-03-10'
const FIRST_DAY = '2030-03-04'
const LAST_DAY = '2030-03-19'
/** The days of runs with much work: invoices, notices of expiry and grace, and drops with and without invoices. */
const BUSY = ['05', '06', '07', '08', '11', '12', '14', '15', '16', '17'].map((day) => `2030-03-${day}`)
/** The minimum number of statements before the first commit of a run; the number with a few commits. */
const MIN_STATEMENTS = 8
const MANY_STATEMENTS = 45

let killed: TestApp
let unharmed: TestApp
let program: string
let ready: Promise<ChildProcess>
const children: ChildProcess[] = []

/** Creates an installation with records. Two of them have the same records and ids. */
const filled = async (memberships: number): Promise<TestApp> => {
  const server = await buildTestApp({ own: true })
  const caller: TestCaller = await server.tenant()
  const tenantId = caller.tenant.id
  await server.database.system.tenant.updateMany({ data: { timeZone: 'UTC' } })
  await caller.post('/api/memberships/nightly', { IsOn: true })
  const wanted = { tenantId, count: memberships, firstExpiry: FIRST_EXPIRY, days: 2 }
  await addManyMemberships(server.database, wanted, new Date('2030-03-03T12:00:00Z'))
  return server
}
/** Starts a process that waits for its run. */
const start = (): Promise<ChildProcess> =>
  new Promise((resolve, reject) => {
    const child = fork(program, { env: { ...process.env, DATABASE_URL: killed.url } })
    children.push(child)
    child.once('message', () => resolve(child))
    child.once('exit', (code) => reject(new Error(`the process ended with ${code}`)))
  })

/** Lets a process perform a run until it is killed. Returns whether it had finished. */
const runAndKill = async (run: KilledRun): Promise<boolean> => {
  const child = await ready
  // Starts the next process early, because a start takes long.
  ready = start()
  ready.catch(() => undefined)
  const ended = new Promise<boolean>((resolve, reject) => {
    child.once('message', () => resolve(true))
    child.once('exit', (code, signal) =>
      signal === 'SIGKILL' ? resolve(false) : reject(new Error(`the process ended with ${code}`)),
    )
  })
  child.send(run)
  const isDone = await ended
  child.kill('SIGKILL')
  return isDone
}

/** Performs a complete run. */
const runCompletely = ({ database }: TestApp, day: string): Promise<void> => {
  const clock = { now: () => new Date(`${day}T12:00:00Z`) }
  return runNewDays({ database, clock, log: createLogger('silent') }, membershipDays)
}

/** Reads all records that a run writes, without times. */
const readRecords = async ({ url, database: { system } }: TestApp) => {
  const rows = (sql: string) => system.$queryRawUnsafe<object[]>(sql)
  return {
    memberships: await rows(`select id, contact_id, status, dropped_on, expiration_date, next_day, balance, audit_id,
      end_reason from membership order by id`),
    terms: await rows(
      'select membership_id, kind, starts_on, ends_on, voided_at is null as live from membership_term order by id',
    ),
    contacts: await rows('select id, status_id, balance, audit_id from contact order by id'),
    invoices: await rows(
      'select number, contact_id, total, balance, voided_at is null as live from invoice order by number',
    ),
    entries: await rows(`select e.contact_id, e.document_kind, e.reference, l.position, l.account_id, l.amount
      from journal_entry e join journal_line l on l.tenant_id = e.tenant_id and l.entry_id = e.id
      order by e.contact_id, e.id, l.position`),
    notices: await rows('select membership_id, term_id, kind from membership_notice order by 1, 2, 3'),
    mails: await rows('select key, to_address, data, status from mail_message order by key'),
    jobs: await jobsOf(url),
    // Ids of invoices have gaps after a killed transaction; their numbers have none.
    events: await rows(`select kind, coalesce((payload->>'number')::int, entity_id) as about, audit_id,
      payload - 'invoiceId' as payload from outbox_event order by entity, 2, audit_id, kind`),
    runs: await rows(`select day, status, done_count, total, begun_count, graced_count, lapsed_count, dropped_count,
      invoiced_count, expiring_notice_count, grace_notice_count, dropped_notice_count, refused_count
      from membership_nightly_run order by day`),
  }
}

/** Counts the waiting jobs of each kind: one for each mail to send. */
const jobsOf = async (url: string): Promise<object[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const sql = 'select task_identifier, count(*)::int as n from graphile_worker.jobs group by 1 order by 1'
  const { rows } = await client.query<object>(sql)
  await client.end()
  return rows
}

/** Whether the run of a day stopped after a part of its work. */
const isCutShort = async (day: string): Promise<boolean> => {
  const { membershipNightlyRun } = killed.database.system
  const run = await membershipNightlyRun.findFirst({ where: { day: new Date(day) } })
  return run?.status === 'running' && run.doneCount > 0
}

/** Performs each run on both installations, and first kills those of the busy days, `kills` times in total. */
const runAllDays = async (kills: number): Promise<{ killedTimes: number; cutShort: number }> => {
  let killedTimes = 0
  let cutShort = 0
  for (let day = FIRST_DAY; day <= LAST_DAY; day = addDays(day, 1)) {
    // The last busy day gets the remaining kills, and its process cannot finish.
    const isLast = day === BUSY.at(-1)
    const until = isLast ? kills : Math.min(kills, killedTimes + MAX_KILLS_OF_RUN)
    while (
      BUSY.includes(day) &&
      killedTimes < until &&
      !(await runAndKill({ day, ...randomKillPoint(isLast ? MIN_STATEMENTS : MANY_STATEMENTS) }))
    ) {
      killedTimes++
      if (await isCutShort(day)) cutShort++
    }
    await runCompletely(killed, day)
    await runCompletely(unharmed, day)
  }
  return { killedTimes, cutShort }
}

/** Expects the same records in both installations, and each due notice and drop once. */
const expectSameResult = async (memberships: number): Promise<void> => {
  const actual = await readRecords(killed)
  const whole = await readRecords(unharmed)
  for (const [what, rows] of Object.entries(whole)) expect(actual[what as keyof typeof whole], what).toEqual(rows)

  expect(whole.memberships.every((row) => 'status' in row && row.status === 'Dropped')).toBe(true)
  const dropped = whole.events.filter((row) => 'kind' in row && row.kind === 'membership.dropped')
  expect(dropped).toHaveLength(memberships)
  const expected = memberships * 2 + memberships * 0.75
  expect(whole.mails).toHaveLength(expected)
  expect(new Set(whole.mails.map((row) => ('key' in row ? row.key : ''))).size).toBe(expected)
}

export interface NightlyRunKills {
  kills: number
  memberships: number
}

/** Defines the test of nightly runs that are killed. */
export const testNightlyRunKills = ({ kills, memberships }: NightlyRunKills): void => {
  beforeAll(async () => {
    killed = await filled(memberships)
    unharmed = await filled(memberships)
    program = bundled('test/support/people/nightly-process.ts')
    ready = start()
  }, 120_000)
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    await killed.close()
    await unharmed.close()
  })

  test(
    `killed ${kills} times at random: each notice and each drop once, with the result of runs that were not killed`,
    async () => {
      const { killedTimes, cutShort } = await runAllDays(kills)
      console.log(`${cutShort} of ${killedTimes} kills were between two batches of a run or within one`)
      expect(killedTimes).toBe(kills)
      // A short form has too few kills for a share of them.
      if (kills >= 20) expect(cutShort).toBeGreaterThan(kills / 10)
      await expectSameResult(memberships)
    },
    300_000 + kills * 10_000,
  )
}
