import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database/database.ts'
import { residentMemory } from '../support/processes/resident-memory.ts'
import { type ServerChild, startServerChild } from '../support/processes/server-child.ts'
import { createTenantKey } from '../support/processes/tenant-key.ts'
import { proofSize } from '../support/runner/proof-size.ts'

const MINUTES = proofSize({ reduced: 1, full: 15 })
const CLIENTS = 8
const SAMPLE_MS = 2000
const MB = 1024 * 1024
/** Of the last third to the middle third. The first third fills caches and compiles. */
const MAX_GROWTH = 1.05

let database: TestDatabase
let server: ServerChild
let key: string
beforeAll(async () => {
  database = await createTestDatabase()
  key = await createTenantKey(database.url)
  server = await startServerChild(database.url, {
    GUILDHALL_ROLE: 'both',
    RATE_LIMIT_PER_CREDENTIAL: '100000000',
    RATE_LIMIT_PER_TENANT: '100000000',
    RATE_LIMIT_PER_ADDRESS: '100000000',
    NODE_OPTIONS: `--import=${fileURLToPath(new URL('../support/processes/report-memory.mjs', import.meta.url))}`,
  })
})
afterAll(async () => {
  server.process.kill('SIGKILL')
  await server.ended
  await database.drop()
})

interface Reply {
  status: number
  body: { ContactId?: number; AuditId?: number }
}

const send = async (path: string, body?: object): Promise<Reply> => {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `ApiKey ${key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : {} }
}

let serial = 0
const newPerson = () => {
  const number = ++serial
  return {
    FirstName: 'Ada',
    LastName: `Steady${number}`,
    ContactList: [{ Kind: 'email', Value: `ada.${number}@example.com`, TypeId: 1, IsPrimary: true }],
  }
}

/** Saves, changes, reads and searches contacts, and sends what the server refuses. */
const runClient = async (until: number, statuses: Map<number, number>): Promise<void> => {
  while (Date.now() < until) {
    const saved = await send('/api/contacts/person/0', newPerson())
    const path = `/api/contacts/person/${saved.body.ContactId}`
    const { AuditId } = (await send(path)).body
    const replies = [
      saved,
      await send(path, { AuditId, LastName: `Changed${serial}` }),
      await send(path, { AuditId, LastName: 'Stale' }),
      await send(`/api/contacts?$top=50&$filter=${encodeURIComponent(`FirstName eq 'Ada${serial % 1000}'`)}`),
      await send(`/api/contacts?$top=50&$search=steady${serial}`),
      await send('/api/contacts?$top=50'),
      await send('/api/contacts/delta?modifiedSince=2020-01-01T00:00:00Z&top=100'),
      await send('/api/contacts/lookup/roles'),
      await send('/api/contacts/person/0', { FirstName: 1 }),
      await send('/api/contacts/999999999'),
    ]
    for (const { status } of replies) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
}

/** MB in use after a collection. Without one, the time of the last collection decides what a sample shows. */
const memoryInUse = async (): Promise<number> => {
  server.lines.length = 0
  server.process.kill('SIGUSR2')
  return Number((await server.logged('memory after a collection')).bytes) / MB
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

describe('memory under mixed load', () => {
  test(`is flat over ${MINUTES} minutes`, async () => {
    const until = Date.now() + MINUTES * 60_000
    const statuses = new Map<number, number>()
    const load = Promise.all(Array.from({ length: CLIENTS }, () => runClient(until, statuses)))
    const samples: number[] = []
    while (Date.now() < until) {
      await pause(SAMPLE_MS)
      samples.push(await memoryInUse())
    }
    await load
    const third = Math.floor(samples.length / 3)
    const thirds = [0, 1, 2].map((part) => median(samples.slice(part * third, (part + 1) * third)))
    const counts = [...statuses].map(([status, count]) => `${count} of ${status}`).join(', ')
    console.log(
      `medians of thirds: ${thirds.map((mb) => `${mb.toFixed(0)} MB`).join(', ')}; ${counts}; resident: ${residentMemory(server.process)} MB`,
    )
    expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([])
    expect(statuses.get(200)).toBeGreaterThan(100)
    expect((thirds[2] ?? Number.NaN) / (thirds[1] ?? Number.NaN)).toBeLessThan(MAX_GROWTH)
  })
})
