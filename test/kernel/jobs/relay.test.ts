import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliverEvent, systemScope } from '#kernel/outbox/deliver'
import { relayEvents } from '#kernel/outbox/relay'
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
  const filter: Subscriber['filter'] = async (_tx, events) =>
    new Set(events.map(({ id }) => id).filter((id) => id === first?.id))
  expect(await relayEvents(server.database.system, [{ ...subscriber('picky'), filter }])).toBe(4)
  const keys = (await waiting()).filter((key) => key.includes('event:picky:'))
  expect(keys).toEqual([`tenant:${caller.tenant.id}/event:picky:${first?.id}`])
})
