import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AssociationApi, associationApi, deliverChanges, type Json } from '#test/support/api/association'
import { buildTestApp, type TestApp } from '#test/support/build-app'
import { proofSize } from '#test/support/proof-size'
import { randomRequests, STATE, type SyncRequest, seededRandom, shuffled } from './any-order.ts'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

const LANES = 8

const send = async (api: AssociationApi, { operation, transaction }: SyncRequest): Promise<void> => {
  const isDeletion = operation.endsWith('delete')
  const model = encodeURIComponent(JSON.stringify(transaction))
  await api.good(
    isDeletion
      ? api.caller.delete(`/api/assoc/${operation}?model=${model}`)
      : api.caller.post(`/api/assoc/${operation}`, { Transaction: transaction, IsNational: true }),
  )
}

/** Sends requests one after the other, or in several lanes at the same time. */
const sendAll = async (api: AssociationApi, requests: readonly SyncRequest[], lanes: number): Promise<void> => {
  const waiting = [...requests]
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await send(api, next)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

/** The contacts of a tenant as the sync sees them, without the ids that it assigned. */
const contactsOf = async (api: AssociationApi, requests: readonly SyncRequest[]): Promise<Map<number, Json | null>> => {
  const numbers = [...new Set(requests.map(({ transaction }) => transaction.NationalID))].sort((a, b) => a - b)
  const found = new Map<number, Json | null>()
  for (const number of numbers) {
    const response = await api.caller.get(`/api/assoc/getcontactauditbynationalid/${number}`)
    const { PlatformID: _id, PlatformParentId: _parent, ...contact } = response.json() as Json
    found.set(number, response.statusCode === 200 ? contact : null)
  }
  return found
}

const openTenant = async () => {
  const api = associationApi(await server.tenant())
  await api.good(api.caller.post('/api/assoc/settings', { Affiliation: STATE }))
  return api
}

describe('POST /api/assoc/person/upsert (upsertAssociationPerson) in any order', () => {
  it('leads to the same contacts as the transactions in order, and nothing goes back to the national body', async () => {
    const seed = Number(process.env.FC_SEED ?? 20261120)
    const random = seededRandom(seed)
    const requests = randomRequests(
      proofSize({ reduced: 400, full: 10_000 }),
      proofSize({ reduced: 40, full: 800 }),
      random,
    )
    expect(requests.length).toBeGreaterThan(0)
    const [inOrder, inAnyOrder] = [await openTenant(), await openTenant()]
    await sendAll(inOrder, requests, 1)
    await sendAll(inAnyOrder, shuffled(requests, random), LANES)
    const expected = await contactsOf(inOrder, requests)
    expect(await contactsOf(inAnyOrder, requests), `seed ${seed}`).toEqual(expected)
    for (const api of [inOrder, inAnyOrder]) {
      await deliverChanges(server, api.caller)
      expect((await api.feed()).Changes).toEqual([])
      expect((await api.feed('national')).Changes).toEqual([])
    }
  })
})
