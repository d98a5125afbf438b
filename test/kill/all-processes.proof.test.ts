import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proofSize } from '../support/runner/proof-size.ts'
import { type KilledInstallation, startKilledInstallation } from './killed-installation.ts'
import { type Seen, writeWithKey, writeWithoutKey } from './write-contacts.ts'

/** A third of them each of PostgreSQL, a replica and a worker. */
const KILLS = proofSize({ reduced: 3, full: 60 })
const WRITES = proofSize({ reduced: 300, full: 5000 })
const WRITERS = 8
/** A key must be usable again, and every job runner must work, within this time after the recovery, ms. */
const MAX_WAIT_MS = 10_000
const HOOK = '/created'

let installation: KilledInstallation
beforeAll(async () => {
  installation = await startKilledInstallation()
  const { target, receiver } = installation
  const response = await fetch(`http://127.0.0.1:${target.replicas()[0]?.port}/api/webhooks/setup`, {
    method: 'POST',
    headers: { authorization: `ApiKey ${target.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      Url: `${receiver.url}${HOOK}`,
      WebHookFilters: ['contact.created'],
      IgnoreWebhookValidation: true,
    }),
  })
  expect(response.status, await response.text()).toBe(200)
})
afterAll(() => installation?.close())

const storedContacts = async (): Promise<Map<string, number>> => {
  const rows = await installation.query<{ id: number; name: string }>(
    `SELECT id, last_name AS name FROM contact WHERE first_name = 'Keyed'`,
  )
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
  return new Map(rows.map(({ id, name }) => [name, id]))
}

/** The ids under which the creation of each contact has arrived. A repeated delivery has the id of the first. */
const arrivals = (): Map<number, Set<string>> => {
  const ids = new Map<number, Set<string>>()
  for (const { path, id, body } of installation.receiver.arrived) {
    const { data } = JSON.parse(body) as { data?: { Id?: number } }
    if (path === HOOK && data?.Id !== undefined) ids.set(data.Id, (ids.get(data.Id) ?? new Set()).add(id))
  }
  return ids
}

interface Progress {
  written(): number
  hasFault(): boolean
  /** Lets the writers write until this many are written: as long as a process is killed, and up to the next kill. */
  allow(writes: number): void
}

/** Kills the processes one after the other while the writers write. Returns the longest outage of PostgreSQL, ms. */
const killDuring = async ({ written, hasFault, allow }: Progress): Promise<number> => {
  let longest = 0
  const dueAt = (kill: number) => Math.round((WRITES * kill) / (KILLS + 1))
  const kills = [
    async () => {
      longest = Math.max(longest, await installation.killPostgres())
    },
    installation.killReplica,
    installation.killWorker,
  ]
  for (let killed = 1; killed <= KILLS; killed++) {
    await expect.poll(() => written() >= dueAt(killed) || hasFault(), { timeout: 600_000, interval: 5 }).toBe(true)
    allow(dueAt(killed + 1))
    await kills[killed % kills.length]?.()
  }
  return longest
}

/** The work that is left, for the message of a failure. */
const readQueue = () =>
  installation.query(`SELECT 'events' AS what, count(*)::int AS n, NULL AS why FROM outbox_event WHERE dispatched_at IS NULL
    UNION ALL SELECT 'job ' || j.task_identifier || ' attempt ' || j.attempts || coalesce(' of ' || j.locked_by, '')
      || ' due in ' || extract(epoch FROM max(j.run_at) - now())::int, count(*)::int, left(max(j.last_error), 300)
      FROM graphile_worker.jobs j GROUP BY j.task_identifier, j.attempts, j.locked_by
    UNION ALL SELECT 'delivery ' || status || ' failures ' || failures || ' due in ' || extract(epoch FROM max(due_at) - now())::int,
      count(*)::int, NULL FROM webhook_delivery WHERE status IN ('waiting', 'sending') GROUP BY status, failures`)

/** Two workers with two runners each. An idle one looks every second, and a busy one when a job ends. */
const expectWorkingRunners = async (lastKill: number): Promise<void> => {
  const lateRunners = async () => {
    const looks = await installation.lastLooks().catch(() => [])
    return looks.length === 4 ? looks.filter((age) => age > 5) : [`only ${looks.length} runners`]
  }
  await expect
    .poll(async () => [await lateRunners(), Date.now() - lastKill], { timeout: 60_000, interval: 100 })
    .toEqual([[], expect.any(Number)])
  const needed = Date.now() - lastKill
  console.log(`all job runners worked ${needed} ms after the last kill`)
  expect(needed).toBeLessThan(MAX_WAIT_MS)
}

test(`${KILLS} kills of PostgreSQL, replicas and workers during ${WRITES} writes: none is lost or doubled, each event arrives under one id, and errors are 503`, async () => {
  const keyed: Seen = { written: new Map(), faults: [], longest: 0 }
  const unkeyed: Seen = { written: new Map(), faults: [], longest: 0 }
  const { target } = installation
  const written = () => keyed.written.size + unkeyed.written.size
  const hasFault = () => keyed.faults.length + unkeyed.faults.length > 0
  let allowed = WRITES / (KILLS + 1)
  const write = async (writer: number) => {
    for (let n = 0; written() < WRITES && !hasFault(); n++) {
      while (written() >= allowed && allowed < WRITES && !hasFault()) await pause(5)
      if (writer % 2 === 0) await writeWithKey(target, `w${writer}n${n}`, keyed)
      else await writeWithoutKey(target, `w${writer}n${n}`, unkeyed)
    }
  }
  const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer))
  const allow = (writes: number) => {
    allowed = writes
  }
  const longestOutage = await killDuring({ written, hasFault, allow })
  const lastKill = Date.now()
  await expectWorkingRunners(lastKill)
  await Promise.all(writers)
  expect([...keyed.faults, ...unkeyed.faults]).toEqual([])
  const stored = await storedContacts()
  for (const [name, id] of [...keyed.written, ...unkeyed.written]) {
    expect(stored.has(name), name).toBe(true)
    if (id !== null) expect(stored.get(name)).toBe(id)
  }
  const arrived = () => {
    const found = arrivals()
    return [...stored.values()].filter((id) => found.has(id)).length
  }
  await expect
    .poll(async () => (arrived() === stored.size ? 'all' : readQueue()), { timeout: 600_000, interval: 1000 })
    .toBe('all')
  expect([...arrivals().values()].filter(({ size }) => size !== 1)).toEqual([])
  console.log(
    `${keyed.written.size} writes with a key, ${unkeyed.written.size} without; the longest outage was ${longestOutage} ms, the longest wait for a key ${keyed.longest} ms`,
  )
  expect(keyed.longest).toBeLessThan(longestOutage + MAX_WAIT_MS)
})
