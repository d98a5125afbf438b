import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { requireAgreement } from '#bench/agreement'
import type { Contestant } from '#bench/contestants/contestant'
import type { TenantFacts } from '#bench/data/facts'
import { measure, median } from '#bench/load/measure'
import type { Workload } from '#bench/workloads'

const ends: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

/** A server that returns the same response to every request. */
const answering = async (name: string, status: number, text: string): Promise<Contestant> => {
  const server = createServer((_request, response) => void response.writeHead(status).end(text)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => server.close())
  return {
    name,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    headers: {},
    readyIn: 0,
    memory: () => ({ now: 0, max: 0 }),
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
const facts: TenantFacts = {
  tenantId: 1,
  contacts: 1,
  personIds: [1],
  people: [],
  middle: [],
  moments: [],
  searches: [],
  payerId: 1,
  incomeAccountId: 1,
  stockedItemIds: [1],
  tenantKey: 'one',
  adPageId: 1,
}

test('does not compare contestants with different responses, and ignores the order of keys', async () => {
  const one = await answering('one', 200, '{"Name":"Ada","City":"Oslo"}')
  const other = await answering('other', 200, '{"Name":"Ada","City":"Rome"}')
  const reordered = await answering('reordered', 200, '{"City":"Oslo","Name":"Ada"}')
  await expect(requireAgreement(one, other, workload, facts)).rejects.toThrow('different responses')
  await requireAgreement(one, reordered, workload, facts)
})

test('does not count fast errors of a contestant', async () => {
  const refusing = await answering('refusing', 429, '{}')
  const ask = () => ({ method: 'GET' as const, path: '/api/contacts' })
  await expect(measure(refusing, { connections: 2, seconds: 0.2 }, ask)).rejects.toThrow('refusing failed')
})

test('reports the response to each request, so that a changed record can be changed again', async () => {
  const one = await answering('one', 200, '{}')
  let asked = 0
  let answered = 0
  const next = () => {
    asked++
    return { method: 'GET' as const, path: '/api/contacts', onResponse: () => void answered++ }
  }
  await measure(one, { connections: 2, seconds: 0.5 }, next)
  expect(answered).toBeGreaterThan(0)
  // Those of the start and the end of each connection have none.
  expect(asked - answered).toBeLessThanOrEqual(4)
})

test('the median of an even number is the mean of the middle two', () => {
  expect(median([4, 1, 9])).toBe(4)
  expect(median([4, 1, 9, 6])).toBe(5)
})
