import { execFileSync } from 'node:child_process'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareLogins } from '#src/installation/database/logins'
import { readPostmaster } from '#src/installation/embedded/postmaster'
import { type EmbeddedServer, startEmbedded } from '#src/installation/embedded/start-embedded'
import { applyMigrations } from '#src/installation/migrations/apply'
import { newDataDir, removeFolders, silent } from '../installation/embedded-support.ts'
import { LOGIN_KEY } from '../support/login-key.ts'
import { proofSize } from '../support/proof-size.ts'
import { type ServerChild, startServerChild } from '../support/server-child.ts'
import { createTenantKey } from '../support/tenant-key.ts'
import { type Seen, writeWithKey, writeWithoutKey } from './write-contacts.ts'

const KILLS = proofSize({ reduced: 3, full: 30 })
const WRITES = proofSize({ reduced: 600, full: 20_000 })
const WRITERS = 8
/** A key must be usable again within this time after the recovery, ms. */
const MAX_WAIT_MS = 10_000
const SETTINGS = { RATE_LIMIT_PER_CREDENTIAL: '10000000', RATE_LIMIT_PER_TENANT: '10000000' }

const dataDir = newDataDir()
let postgres: EmbeddedServer
let replicas: ServerChild[] = []
let apiKey: string
/** Durable, as in production: a crash must lose nothing that was acknowledged. */
const startPostgres = () => startEmbedded({ dataDir, log: silent })
const startReplica = () => startServerChild(postgres.url(), SETTINGS)

beforeAll(async () => {
  postgres = await startPostgres()
  await applyMigrations(postgres.url(), { log: silent })
  await prepareLogins({ url: postgres.url(), loginKey: LOGIN_KEY }, silent)
  apiKey = await createTenantKey(postgres.url())
  replicas = [await startReplica(), await startReplica()]
})
afterAll(async () => {
  for (const replica of replicas) replica.process.kill('SIGKILL')
  await postgres?.stop()
  removeFolders()
})

/** Kills every process of PostgreSQL at once, and starts it again on the same port. Returns the outage in ms. */
const killPostgres = async (): Promise<number> => {
  const began = Date.now()
  const { pid = 0 } = readPostmaster(`${postgres.home}/data`) ?? {}
  const backends = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  const { port } = postgres
  for (const target of [pid, ...backends.trim().split(/\s+/).map(Number)]) kill(target)
  postgres = await startPostgres()
  expect(postgres.port).toBe(port)
  return Date.now() - began
}

/** A backend can have ended by itself. */
const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ESRCH')
  }
}

const killReplica = async (): Promise<void> => {
  const [first, ...others] = replicas
  first?.process.kill('SIGKILL')
  await first?.ended
  replicas = [...others, await startReplica()]
}

const storedContacts = async (): Promise<Map<string, number>> => {
  const client = new pg.Client({ connectionString: postgres.url() })
  await client.connect()
  const { rows } = await client.query<{ id: number; name: string }>(
    `SELECT id, last_name AS name FROM contact WHERE first_name = 'Keyed'`,
  )
  await client.end()
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
  return new Map(rows.map(({ id, name }) => [name, id]))
}

describe('PostgreSQL', () => {
  test(`killed ${KILLS} times during ${WRITES} writes through two replicas: none is lost or doubled, and errors are 503 with Retry-After`, async () => {
    const keyed: Seen = { written: new Map(), faults: [], longest: 0 }
    const unkeyed: Seen = { written: new Map(), faults: [], longest: 0 }
    const target = { replicas: () => replicas, apiKey }
    const count = () => keyed.written.size + unkeyed.written.size
    const hasFault = () => keyed.faults.length + unkeyed.faults.length > 0
    let isOver = false
    const write = async (writer: number) => {
      for (let n = 0; !isOver && !hasFault(); n++) {
        if (writer % 2 === 0) await writeWithKey(target, `w${writer}n${n}`, keyed)
        else await writeWithoutKey(target, `w${writer}n${n}`, unkeyed)
      }
    }
    const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer))
    let longestOutage = 0
    for (let killed = 1; killed <= KILLS; killed++) {
      const due = Math.round((WRITES * killed) / (KILLS + 1))
      await expect.poll(() => count() >= due || hasFault(), { timeout: 600_000, interval: 5 }).toBe(true)
      longestOutage = Math.max(longestOutage, await killPostgres())
      if (killed % 3 === 0) await killReplica()
    }
    await expect.poll(() => count() >= WRITES || hasFault(), { timeout: 600_000, interval: 5 }).toBe(true)
    isOver = true
    await Promise.all(writers)
    expect([...keyed.faults, ...unkeyed.faults]).toEqual([])
    const stored = await storedContacts()
    for (const [name, id] of [...keyed.written, ...unkeyed.written]) {
      expect(stored.has(name), name).toBe(true)
      if (id !== null) expect(stored.get(name)).toBe(id)
    }
    console.log(
      `${keyed.written.size} writes with a key, ${unkeyed.written.size} without; the longest outage was ${longestOutage} ms, the longest wait for a key ${keyed.longest} ms`,
    )
    expect(keyed.longest).toBeLessThan(longestOutage + MAX_WAIT_MS)
  })
})
