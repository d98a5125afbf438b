import { afterAll, describe, expect, test } from 'vitest'
import { readRecord } from '#areas/integration/webhooks/records.queries'
import { listEventKinds } from '#kernel/outbox/event-kind'
import { recordShapes } from '#kernel/records/record-shape'
import '#areas/index'
import type { JsonObject } from '#kernel/contract/json'
import { systemScope } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import { deliveredShapes, expectDeliveredShape, expectShape } from '#test/support/server/contract-shape'
import { partsOf } from '#test/support/walks/all-walks'
import { createDelivered, deliveredOf } from '#test/support/walks/delivered'
import { openWalk } from '#test/support/walks/world'

const walk = await openWalk()
const world = await walk.world()
afterAll(() => walk.close())

/** The entities of events whose records a delivery does not contain, each with its reason. */
const WITHOUT_RECORD: Record<string, { reason: string; isStillSo: () => boolean }> = {
  transfer: { reason: 'no operation returns a transfer by its number', isStillSo: () => true },
  processorreport: { reason: 'only the forms of reports show them', isStillSo: () => true },
  storedownload: { reason: 'only a list shows downloads that were bought', isStillSo: () => true },
  signature: { reason: 'only its owner can read a signature', isStillSo: () => true },
  seat: { reason: 'its login belongs to no tenant, and the worker of a tenant cannot read it', isStillSo: () => true },
  nativeintegration: {
    reason: 'what it shows depends on the services that the operator configures',
    isStillSo: () => true,
  },
  file: { reason: 'who can read a file depends on the record that uses it', isStillSo: () => true },
}

const shapes = new Map(recordShapes.entries())
const entities = [...new Set(listEventKinds().map(({ kind }) => kind.slice(0, kind.indexOf('.'))))].sort()

describe('POST {$request.body#/Url} (deliverWebhook)', () => {
  test('has a record in the full style for each entity that emits events', () => {
    const known = [...shapes.keys(), ...Object.keys(WITHOUT_RECORD)].sort()
    expect.soft(known, 'add `shapes` to the manifest of the area, or a reason to WITHOUT_RECORD').toEqual(entities)
    const kinds = [...shapes.keys()].sort()
    expect.soft(Object.keys(partsOf('delivered')).filter((word) => !shapes.has(word))).toEqual([])
    const inContract = 'mark the shape by `x-record` in the contract of the area, and run npm run contract'
    expect.soft(Object.keys(deliveredShapes).sort(), inContract).toEqual(kinds)
    expect(Object.entries(WITHOUT_RECORD).filter(([, { isStillSo }]) => !isStillSo())).toEqual([])
  })

  test.each([...shapes])('contains the %s as its own operation returns it', async (entity, shape) => {
    const delivered = deliveredOf(entity, deliveredShapes[entity] ?? [])
    const { read, part, omitted = {} } = delivered
    const { url, id } = await createDelivered(world, delivered)
    const reader = await world.server.caller(world.caller.tenant, [shape.scope])
    const response = await reader.get(url)
    expect(response.statusCode, response.body).toBe(200)
    expectShape(read.operationId, response.json())
    const { database, app } = world.server
    const scope = await systemScope({ database, clock: systemClock, log: app.log }, world.caller.tenant.id)
    const event = await database.system.outboxEvent.findFirstOrThrow({
      where: { tenantId: scope.tenant.id, entity: shape.entity ?? entity, entityId: id },
      orderBy: { id: 'asc' },
    })
    const record = JSON.parse((await readRecord(scope, event)) ?? 'null')
    expectDeliveredShape(entity, record)
    expect(masked(record, omitted)).toEqual({ ...(part ? part(response.json(), id) : response.json()), ...omitted })
    expect(record.Actions ?? []).not.toEqual(expect.arrayContaining(['edit']))
  })
})

/** Fields that are left out are compared without the port of the receiver. */
const masked = (record: JsonObject, omitted: JsonObject): JsonObject =>
  'Url' in omitted ? { ...record, Url: String(record.Url).replace(/:\d+/, ':*') } : record
