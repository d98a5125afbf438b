import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { webhookRetention } from '#areas/integration/webhooks/deliveries/retention.job'
import { PREPARE_DELIVERIES } from '#areas/integration/webhooks/fan-out/preparation.job'
import { tasks } from '#areas/joined'
import { systemClock } from '#kernel/time/clock'
import { openWebhookBench, type WebhookBench } from '#test/support/integration/webhook-bench'
import { deliveriesOf, type Json, SETUP, verified } from '#test/support/integration/webhooks'

let bench: WebhookBench
let webhook: { id: number; secret: string }
let made = 0
beforeAll(async () => {
  bench = await openWebhookBench()
})
beforeEach(async () => {
  webhook = await bench.webhook(`/unprepared${++made}`, { PayloadStyle: 'full', WebHookFilters: ['signature.created'] })
})
afterAll(() => bench.close())

const { at, good, attempts, arrivals, logged, state } = deliveriesOf(() => bench)
const context = () => ({ database: bench.server.database, clock: systemClock, log: bench.server.app.log })

/** Creates a delivery that has waited for the record of an event for this number of days. */
const put = async (eventId: number, days = 0) => {
  const time = new Date(Date.now() - days * 86_400_000)
  const { id } = await bench.server.database.system.webhookDelivery.create({
    data: {
      tenantId: bench.mine.tenant.id,
      webhookId: webhook.id,
      eventId,
      kind: 'group.updated',
      status: 'preparing',
      occurredAt: time,
      dueAt: time,
      createdAt: time,
    },
  })
  return `msg_${bench.mine.tenant.id}_${id}`
}

const failed = (messageId: string, error: string) => ({
  MessageId: messageId,
  Error: error,
  IsSuccess: false,
  StatusCode: null,
  DurationMs: 0,
  DeliveryStatus: 'failed',
  NextAttemptDate: null,
})

test('a delivery whose event is deleted fails with the reason', async () => {
  const gone = await put(2_000_000_000)
  await put(2_000_000_001)
  await tasks[PREPARE_DELIVERIES]?.(context(), { tenantId: bench.mine.tenant.id, eventId: '2000000000' })
  expect(await attempts(webhook.id)).toMatchObject([failed(gone, 'The event is no longer stored.')])
  expect(await state(webhook.id)).toMatchObject({ FailedCount: 1, WaitingCount: 1, FailingSinceDate: null })
})

describe('POST /api/webhooks/setup/{webhookid}/attempts/{attemptid}/replay (replayWebhookAttempt)', () => {
  test('reads the record again for a delivery whose record could not be read for days', async () => {
    await bench.emit([77])
    const { system } = bench.server.database
    const event = await system.outboxEvent.findFirstOrThrow({ where: { entityId: 77, kind: 'group.updated' } })
    const stale = await put(event.id, 6)
    await put(event.id, 4)
    await webhookRetention(30).task(context(), {})
    const failedAttempts = await attempts(webhook.id)
    expect(failedAttempts).toMatchObject([failed(stale, 'The record could not be read for days.')])
    const path = `${SETUP}/${webhook.id}/attempts/${failedAttempts[0]?.AttemptId}`
    expect(await good('getWebhookAttempt', bench.mine.get(path))).toMatchObject({ Body: null })

    expect((await bench.mine.post(`${path}/replay`)).json()).toEqual({ Queued: 1 })
    await bench.work()
    // The job reads the record for both that waited.
    await arrivals(`/unprepared${made}`, 2)
    await logged(webhook.id, 3)
    const arrived = at(`/unprepared${made}`)
    expect(arrived.map(({ id }) => id)).toContain(stale)
    expect((verified(webhook.secret, arrived[0]).data as Json).Record).toBeNull()
    expect((await attempts(webhook.id))[0]).toMatchObject({ IsSuccess: true, DeliveryStatus: 'delivered' })
  })
})
