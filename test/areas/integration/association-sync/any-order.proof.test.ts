import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '#test/support/build-app'
import { type AssociationApi, associationApi, deliverChanges, type Json } from '#test/support/integration/association'
import { contactsApi } from '#test/support/people/contacts'
import { proofSize } from '#test/support/runner/proof-size'
import {
  creations,
  randomEdits,
  randomRequests,
  STATE,
  type StaffEdit,
  type Step,
  type SyncRequest,
  seededRandom,
  shuffled,
  stepsOf,
} from './any-order.ts'

let server: TestApp
const clock = { at: Date.now(), now: () => new Date(clock.at) }
beforeAll(async () => {
  server = await buildTestApp({ clock })
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
      proofSize({ reduced: 96, full: 10_000 }),
      proofSize({ reduced: 12, full: 800 }),
      random,
    )
    expect(requests.length).toBeGreaterThan(0)
    const inOrder = await openTenant()
    const inAnyOrder = await openTenant()
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

const edit = async (api: AssociationApi, { nationalId, fields, email }: StaffEdit): Promise<void> => {
  const contacts = contactsApi(api.caller)
  const { PlatformID } = await api.contact(nationalId)
  const id = Number(PlatformID)
  const { AuditId, ContactList } = (await contacts.getPerson(id)) as unknown as { AuditId: number; ContactList: Json[] }
  const first = ContactList.find(({ Kind, IsPrimary }) => Kind === 'email' && IsPrimary) ?? { Kind: 'email' }
  const list = email === undefined ? {} : { ContactList: [{ ...first, Value: email, IsPrimary: true }] }
  await contacts.good(contacts.savePerson(id, { AuditId, forceSave: true, ...fields, ...list }))
}

/** Performs steps, each at its time. @param isDelivered whether the events are delivered after a step. */
const perform = async (api: AssociationApi, steps: readonly Step[], isDelivered: () => boolean): Promise<void> => {
  for (const step of steps) {
    clock.at = step.at.getTime()
    if ('edit' in step) await edit(api, step.edit)
    else await send(api, step.request)
    if (isDelivered()) await deliverChanges(server, api.caller)
  }
}

describe('POST /api/assoc/person/upsert (upsertAssociationPerson) late, while staff edits the same contacts', () => {
  it('leads to the same contacts as transactions without delay: the newest change of each field wins', async () => {
    const seed = Number(process.env.FC_SEED ?? 20261127)
    const random = seededRandom(seed)
    const people = proofSize({ reduced: 6, full: 200 })
    const count = proofSize({ reduced: 56, full: 4000 })
    const requests = randomRequests(count, people, random)
    const edits = randomEdits(count / 4, count, people, random)
    const punctual = await openTenant()
    const late = await openTenant()
    for (const api of [punctual, late]) await sendAll(api, creations(people), 1)
    await perform(
      punctual,
      stepsOf(requests, edits, () => 0),
      () => false,
    )
    const delayed = stepsOf(requests, edits, () => Math.floor(random() ** 2 * count))
    await perform(late, delayed, () => random() < 8 / count)
    const expected = await contactsOf(punctual, [...creations(people), ...requests])
    expect(await contactsOf(late, [...creations(people), ...requests]), `seed ${seed}`).toEqual(expected)
    await deliverChanges(server, late.caller)
    const { Changes } = await late.feed(undefined, '2026-11-20')
    expect(Changes.length).toBeGreaterThan(0)
    expect(Changes.every(({ Origin }) => Origin === 'local')).toBe(true)
  })
})
