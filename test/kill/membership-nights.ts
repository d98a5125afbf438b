import { type ChildProcess, fork } from 'node:child_process'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nightlyRunTask } from '#areas/people/memberships/nightly-run/nightly-run.job'
import { createLogger } from '#kernel/logging/logger'
import { addDays } from '#kernel/time/calendar'
import { buildTestApp, type TestApp, type TestCaller } from '../support/build-app.ts'
import { bundled } from '../support/bundle.ts'
import { addManyMemberships } from '../support/many-memberships.ts'
import type { KilledRun } from '../support/nightly-process.ts'

/** Kills of one nightly run, so that runs of every kind are killed. */
const MAX_KILLS_OF_RUN = 8
const FIRST_EXPIRY = '2030-03-10'
const FIRST_NIGHT = '2030-03-04'
const LAST_NIGHT = '2030-03-19'
/** The nights with much to do: invoices, notices of the expiry, grace and first drops, drops of who was invoiced, drops. */
const BUSY = ['05', '06', '07', '08', '11', '12', '14', '15', '16', '17'].map((day) => `2030-03-${day}`)
/** Statements of a night up to its first commit, at the least; and up to a few of them. */
const [FEW, MANY] = [8, 45]

let killed: TestApp
let unharmed: TestApp
let program: string
let ready: Promise<ChildProcess>
const children: ChildProcess[] = []

/** Two installations with the same records: ids and all. */
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
/** A process that waits for its night. */
const start = (): Promise<ChildProcess> =>
  new Promise((resolve, reject) => {
    const child = fork(program, { env: { ...process.env, DATABASE_URL: killed.url } })
    children.push(child)
    child.once('message', () => resolve(child))
    child.once('exit', (code) => reject(new Error(`the process ended with ${code}`)))
  })

/** Lets a process do a night in which it dies; answers whether it was done before. */
const live = async (night: KilledRun): Promise<boolean> => {
  const child = await ready
  // Meanwhile the next one gets ready.
  ready = start()
  ready.catch(() => undefined)
  const ended = new Promise<boolean>((resolve, reject) => {
    child.once('message', () => resolve(true))
    child.once('exit', (code, signal) =>
      signal === 'SIGKILL' ? resolve(false) : reject(new Error(`the process ended with ${code}`)),
    )
  })
  child.send(night)
  const isDone = await ended
  child.kill('SIGKILL')
  return isDone
}

/** Ahead of a statement, or while it is under way, or just behind it: commits among them. */
const death = (day: string, most: number): KilledRun => ({
  day,
  statement: 1 + Math.floor(Math.random() * most),
  later: Math.random() < 0.3 ? null : Math.random() * 4,
})

/** The night, undisturbed. */
const wholeNight = ({ database }: TestApp, day: string): Promise<void> => {
  const clock = { now: () => new Date(`${day}T12:00:00Z`) }
  return nightlyRunTask.task({ database, clock, log: createLogger('silent') }, undefined)
}

/** All that a night leaves behind, apart from times. */
const remains = async ({ url, database: { system } }: TestApp) => {
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
    entries: await rows('select contact_id, kind, amount, reference from receivable_entry order by contact_id, id'),
    notices: await rows('select membership_id, term_id, kind from membership_notice order by 1, 2, 3'),
    mails: await rows('select key, to_address, data, status from mail_message order by key'),
    jobs: await jobsOf(url),
    // Ids of invoices have gaps where a transaction was killed; their numbers have none.
    events: await rows(`select kind, coalesce((payload->>'number')::int, entity_id) as about, audit_id,
      payload - 'invoiceId' as payload from outbox_event order by entity, 2, audit_id, kind`),
    runs: await rows(`select day, status, done_count, total, begun_count, graced_count, lapsed_count, dropped_count,
      invoiced_count, expiring_notice_count, grace_notice_count, dropped_notice_count, refused_count
      from membership_nightly_run order by day`),
  }
}

/** How many jobs of each kind wait: one for each mail to be sent. */
const jobsOf = async (url: string): Promise<object[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const sql = 'select task_identifier, count(*)::int as n from graphile_worker.jobs group by 1 order by 1'
  const { rows } = await client.query<object>(sql)
  await client.end()
  return rows
}

/** Whether a night stopped in the midst of its work. */
const isCutShort = async (day: string): Promise<boolean> => {
  const { membershipNightlyRun } = killed.database.system
  const run = await membershipNightlyRun.findFirst({ where: { day: new Date(day) } })
  return run?.status === 'running' && run.doneCount > 0
}

/** Runs each night on both installations, and first kills those of the busy nights, `kills` times in all. */
const runAllNights = async (kills: number): Promise<{ killedTimes: number; cutShort: number }> => {
  let killedTimes = 0
  let cutShort = 0
  for (let day = FIRST_NIGHT; day <= LAST_NIGHT; day = addDays(day, 1)) {
    // The remaining kills fall into the last of them, where the process cannot finish.
    const isLast = day === BUSY.at(-1)
    const until = isLast ? kills : Math.min(kills, killedTimes + MAX_KILLS_OF_RUN)
    while (BUSY.includes(day) && killedTimes < until && !(await live(death(day, isLast ? FEW : MANY)))) {
      killedTimes++
      if (await isCutShort(day)) cutShort++
    }
    await wholeNight(killed, day)
    await wholeNight(unharmed, day)
  }
  return { killedTimes, cutShort }
}

/** Expects the same records in both installations, and one notice and one drop where they are due. */
const expectSameResult = async (memberships: number): Promise<void> => {
  const [harmed, whole] = [await remains(killed), await remains(unharmed)]
  for (const [what, rows] of Object.entries(whole)) expect(harmed[what as keyof typeof whole], what).toEqual(rows)

  expect(whole.memberships.every((row) => 'status' in row && row.status === 'Dropped')).toBe(true)
  const dropped = whole.events.filter((row) => 'kind' in row && row.kind === 'membership.dropped')
  expect(dropped).toHaveLength(memberships)
  const expected = memberships * 2 + memberships * 0.75
  expect(whole.mails).toHaveLength(expected)
  expect(new Set(whole.mails.map((row) => ('key' in row ? row.key : ''))).size).toBe(expected)
}

export interface NightKills {
  kills: number
  memberships: number
}

/** Defines the test of nightly runs that are killed. */
export const testNightKills = ({ kills, memberships }: NightKills): void => {
  beforeAll(async () => {
    killed = await filled(memberships)
    unharmed = await filled(memberships)
    program = bundled('test/support/nightly-process.ts')
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
      const { killedTimes, cutShort } = await runAllNights(kills)
      console.log(`${cutShort} of ${killedTimes} kills fell between two batches of a night or within one`)
      expect(killedTimes).toBe(kills)
      // A short form has too few kills for a share of them.
      if (kills >= 20) expect(cutShort).toBeGreaterThan(kills / 10)
      await expectSameResult(memberships)
    },
    120_000 + kills * 10_000,
  )
}
