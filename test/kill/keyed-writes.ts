import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '../support/build-app.ts'
import { type ServerChild, startServerChild } from '../support/processes/server-child.ts'
import { withAdmin } from '../support/server/test-server.ts'
import { type Seen, writeWithKey } from './write-contacts.ts'

const WRITERS = 6
/** A key must be usable again within this time, ms. */
const MAX_WAIT_MS = 10_000
const SETTINGS = { RATE_LIMIT_PER_CREDENTIAL: '10000000', RATE_LIMIT_PER_TENANT: '10000000', LOG_LEVEL: 'info' }

let server: TestApp
let caller: TestCaller
/** Two replicas. The first is killed and started again. */
let replicas: ServerChild[] = []
const start = () => startServerChild(server.url, SETTINGS)

const killFirst = async () => {
  replicas[0]?.process.kill('SIGKILL')
  await replicas[0]?.ended
  replicas = [await start(), ...replicas.slice(1)]
}

/** Ends every connection of the replicas, as a restart of PostgreSQL does. */
const endConnections = () =>
  withAdmin(server.url, (admin) =>
    admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'guildhall%'`),
  )

/** Defines the test of repeated requests with keys while a replica is killed and PostgreSQL ends all connections. */
export const testKeyedWrites = (kills: number): void => {
  beforeAll(async () => {
    server = await buildTestApp({ own: true })
    caller = await server.tenant()
    replicas = [await start(), await start()]
  })
  afterAll(async () => {
    for (const replica of replicas) replica.process.kill('SIGKILL')
    await server.close()
  })

  test(
    `killed ${kills} times: each key makes one contact and is usable within 10 s, and errors are 503 with Retry-After`,
    async () => {
      const seen: Seen = { written: new Map(), faults: [], longest: 0 }
      let isOver = false
      const write = async (writer: number) => {
        for (let n = 0; !isOver && seen.faults.length === 0; n++)
          await writeWithKey({ replicas: () => replicas, apiKey: caller.key }, `w${writer}n${n}`, seen)
      }
      const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer))
      for (let killed = 0; killed < kills; killed++) {
        const before = seen.written.size
        const written = () => seen.written.size + seen.faults.length
        await expect.poll(written, { timeout: 30_000, interval: 5 }).toBeGreaterThan(before + (killed % 17))
        if (killed % 3 === 1) await endConnections()
        else await killFirst()
      }
      isOver = true
      await Promise.all(writers)
      expect(seen.faults).toEqual([])
      expect(seen.longest).toBeLessThan(MAX_WAIT_MS)
      const contacts = await server.database.system.contact.findMany({ where: { firstName: 'Keyed' } })
      expect(contacts.map(({ lastName }) => lastName).sort()).toEqual([...seen.written.keys()].sort())
      const ids = new Map(contacts.map(({ lastName, id }) => [lastName, id]))
      for (const [name, id] of seen.written) if (id !== null) expect(ids.get(name)).toBe(id)
      console.log(`${seen.written.size} contacts; the longest wait for a key was ${seen.longest} ms`)
    },
    180_000 + kills * 15_000,
  )
}
