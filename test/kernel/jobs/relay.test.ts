import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deliverEvent, systemScope } from '#kernel/outbox/deliver'
import { relayEvents, startRelay } from '#kernel/outbox/relay'
import type { Subscriber } from '#kernel/outbox/subscriber'
import { recordChange } from '#kernel/records/record-change'
import { systemClock } from '#kernel/time/clock'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'

let server: TestApp
let caller: TestCaller

beforeAll(async () => {
  server = await buildTestApp({ own: true })
  caller = await server.tenant()
})
afterAll(() => server.close())

const context = () => ({ database: server.database, clock: systemClock, log: server.app.log })

const emit = async (count: number): Promise<void> => {
  const scope = await systemScope(context(), caller.tenant.id)
  await scope.db.transaction(async (tx) => {
    for (let entityId = 1; entityId <= count; entityId++)
      await recordChange(scope, tx, {
        entity: 'test',
        entityId,
        auditId: 1,
        action: 'created',
        event: { kind: 'test.created' },
      })
  })
}

const subscriber = (name: string, handle: Subscriber['handle'] = async () => undefined): Subscriber => ({
  name,
  kinds: ['test.*'],
  handle,
})

/** Lists the waiting jobs as the owner of the database, because neither role can read them. */
const waiting = async (): Promise<string[]> => {
  const owner = new pg.Client({ connectionString: server.url })
  await owner.connect()
  const { rows } = await owner.query<{ key: string }>(
    `select key from graphile_worker.jobs where task_identifier = 'deliver_event' order by key`,
  )
  await owner.end()
  return rows.map(({ key }) => key)
}

test('several concurrent relays create one job for each event and subscriber, for any number of subscribers', async () => {
  const subscribers = Array.from({ length: 40 }, (_, i) => subscriber(`s${i}`))
  await emit(300)
  const relay = async (): Promise<number> => {
    const taken = await relayEvents(server.database.system, subscribers)
    return taken === 0 ? 0 : taken + (await relay())
  }
  const taken = await Promise.all([relay(), relay(), relay()])
  expect(taken.reduce((sum, n) => sum + n)).toBe(300)
  const keys = await waiting()
  expect([keys.length, new Set(keys).size]).toEqual([12_000, 12_000])
}, 60_000)

test('a subscriber that fails leaves no receipt and no part of its work, and is called again', async () => {
  await emit(1)
  const { id } = await server.database.system.outboxEvent.findFirstOrThrow({ orderBy: { id: 'desc' } })
  let isBroken = true
  const writes = subscriber('writes', async (scope, tx) => {
    await tx.group.create({ data: { tenantId: scope.tenant.id, name: 'made by an event' } })
    if (isBroken) throw new Error('not today')
  })
  const deliver = () =>
    deliverEvent(context(), [writes], { subscriber: 'writes', tenantId: caller.tenant.id, eventId: String(id) })
  const made = () => server.database.system.group.count({ where: { name: 'made by an event' } })
  await expect(deliver()).rejects.toThrow('not today')
  expect(await made()).toBe(0)
  isBroken = false
  await Promise.all([deliver(), deliver(), deliver()])
  expect(await made()).toBe(1)
})

test('a subscriber gets no job for events that no one in their tenant subscribed to', async () => {
  await relayEvents(server.database.system, [])
  await emit(4)
  const [first] = await server.database.system.outboxEvent.findMany({ where: { dispatchedAt: null }, take: 1 })
  const filter: NonNullable<Subscriber['filter']> = async (_tx, events) => events.filter(({ id }) => id === first?.id)
  expect(await relayEvents(server.database.system, [{ ...subscriber('picky'), filter }])).toBe(4)
  const keys = (await waiting()).filter((key) => key.includes('event:picky:'))
  expect(keys).toEqual([`tenant:${caller.tenant.id}/event:picky:${first?.id}`])
})

test('events of two tenants with the same id are relayed as two events', async () => {
  await relayEvents(server.database.system, [])
  const other = await server.tenant()
  const id = 9_000_000_000n
  const event = { id, kind: 'test.created', entity: 'test', entityId: 1, auditId: 1, actor: 'system', payload: {} }
  const { outboxEvent } = server.database.system
  for (const { tenant } of [caller, other]) await outboxEvent.create({ data: { ...event, tenantId: tenant.id } })
  // One of the two is taken by another relay.
  const mine = { tenantId: caller.tenant.id, id }
  await outboxEvent.updateMany({ where: mine, data: { dispatchedAt: new Date(0) } })
  expect(await relayEvents(server.database.system, [subscriber('same-ids')])).toBe(1)
  expect((await waiting()).filter((key) => key.includes('event:same-ids:'))).toEqual([
    `tenant:${other.tenant.id}/event:same-ids:${id}`,
  ])
  expect((await outboxEvent.findFirst({ where: mine }))?.dispatchedAt).toEqual(new Date(0))
  await outboxEvent.updateMany({ where: { id }, data: { dispatchedAt: null } })
  const both = [caller, other].map(({ tenant }) => tenant.id)
  const filter: NonNullable<Subscriber['filter']> = async (_tx, events) =>
    events.filter(({ tenantId }) => tenantId === other.tenant.id)
  expect(await relayEvents(server.database.system, [{ ...subscriber('one-tenant'), filter }])).toBe(2)
  expect((await waiting()).filter((key) => key.includes('event:one-tenant:'))).toEqual([
    `tenant:${other.tenant.id}/event:one-tenant:${id}`,
  ])
  expect(await outboxEvent.count({ where: { tenantId: { in: both }, id, dispatchedAt: null } })).toBe(0)
})

test('a relay collects the events of an interval, also while each of its batches finds some', async () => {
  const { system } = server.database
  await relayEvents(system, [])
  const batches: number[] = []
  const filter: NonNullable<Subscriber['filter']> = async () => {
    batches.push(performance.now())
    if (batches.length < 4) await emit(1)
    return []
  }
  await emit(1)
  const onError = (error: unknown) => expect.fail(String(error))
  const relay = startRelay(system, [{ ...subscriber('busy'), filter }], { interval: 200, onError })
  await vi.waitFor(() => expect(batches).toHaveLength(4), 5000)
  await relay.stop()
  const [first = 0, , , last = 0] = batches
  // Timers can be early by a millisecond.
  expect(last - first).toBeGreaterThan(3 * 199)
})
