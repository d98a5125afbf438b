import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { assertAgreement } from '#bench/agreement'
import { runBench } from '#bench/bench'
import type { Contestant } from '#bench/contestants/contestant'
import type { TenantFacts } from '#bench/data/facts'
import { fillWithRecords } from '#bench/data/records'
import { measure, median } from '#bench/load/measure'
import { describeMeasurements } from '#bench/report'
import { WORKLOAD_NAMES, type Workload } from '#bench/workloads'
import { createTestDatabase } from '../support/database.ts'

const ends: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

const quiet = () => undefined

test('a tiny run measures every workload, on contestants that were seen to answer alike', async () => {
  const database = await createTestDatabase()
  ends.push(() => database.drop())
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-bench-test-'))
  ends.push(() => rmSync(folder, { recursive: true, force: true }))
  await fillWithRecords(database.url, { large: 200, small: 100, smallTenants: 1 }, quiet)
  const source = ['--import', fileURLToPath(import.meta.resolve('tsx')), 'src/main.ts']
  const plan = { seconds: 0.1, rounds: 1, connections: 4, workloads: [...WORKLOAD_NAMES], growth: true }

  const measured = await runBench({ url: database.url, folder, product: source }, plan, quiet)

  expect(measured.rows.map(({ workload }) => workload)).toEqual(WORKLOAD_NAMES)
  for (const { cells } of [...measured.rows, ...measured.growth])
    for (const cell of Object.values(cells)) expect(cell.rate).toBeGreaterThan(0)
  expect(measured.contacts.large).toBeGreaterThan(measured.contacts.small)
  const report = describeMeasurements(measured)
  for (const name of WORKLOAD_NAMES) expect(report).toContain(`\n${name} `)
}, 120_000)

/** A server that gives everybody the same answer. */
const answering = async (name: string, status: number, text: string): Promise<Contestant> => {
  const server = createServer((_request, response) => void response.writeHead(status).end(text)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => server.close())
  return {
    name,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    headers: {},
    readyIn: 0,
    memory: () => ({ now: 0, most: 0 }),
    processorTime: () => 0,
    stop: async () => undefined,
  }
}

const workload: Workload = {
  name: 'person',
  about: 'anybody',
  target: null,
  asks: () => [{ method: 'GET', path: '/api/contacts/person/1' }],
}
const facts: TenantFacts = { tenantId: 1, contacts: 1, personIds: [1], middle: [], moments: [], searches: [] }

test('contestants that answer differently are not compared; the order of keys is no difference', async () => {
  const one = await answering('one', 200, '{"Name":"Ada","City":"Oslo"}')
  const other = await answering('other', 200, '{"Name":"Ada","City":"Rome"}')
  const reordered = await answering('reordered', 200, '{"City":"Oslo","Name":"Ada"}')
  await expect(assertAgreement(one, other, workload, facts)).rejects.toThrow('differently')
  await assertAgreement(one, reordered, workload, facts)
})

test('a contestant that refuses is not counted as fast', async () => {
  const refusing = await answering('refusing', 429, '{}')
  const ask = () => ({ method: 'GET' as const, path: '/api/contacts' })
  await expect(measure(refusing, { connections: 2, seconds: 0.2 }, ask)).rejects.toThrow('refusing failed')
})

test('the median of an even number is the mean of the middle two', () => {
  expect(median([4, 1, 9])).toBe(4)
  expect(median([4, 1, 9, 6])).toBe(5)
})
