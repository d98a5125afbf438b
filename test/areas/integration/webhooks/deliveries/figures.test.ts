import { afterAll, beforeAll, expect, test } from 'vitest'
import { figures } from '#areas/joined'
import { createMetrics } from '#kernel/metrics/metrics'
import { openWebhookBench, type WebhookBench } from '#test/support/integration/webhook-bench'

let bench: WebhookBench
beforeAll(async () => {
  bench = await openWebhookBench()
})
afterAll(() => bench.close())

/** The values of a metric as Prometheus reads them, by the text between the braces. */
const shown = async (name: string): Promise<Record<string, number>> => {
  const text = await createMetrics(bench.server.database, figures).registry.metrics()
  const lines = [...text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (.*)$`, 'gm'))]
  return Object.fromEntries(lines.map(([, label = '', value]) => [label, Number(value)]))
}
const WELL = 'receivers="well"'
const UNWELL = 'receivers="unwell"'

test('the metrics contain the number and age of waiting deliveries, by lane', async () => {
  const none = { [WELL]: 0, [UNWELL]: 0 }
  expect(await shown('webhook_deliveries_waiting')).toEqual(none)
  expect(await shown('webhook_oldest_due_seconds')).toEqual(none)
  const well = await bench.webhook('/a')
  const unwell = await bench.webhook('/b')
  const paused = await bench.webhook('/c')
  const { system } = bench.server.database
  await system.webhook.updateMany({ where: { id: well.id }, data: { isUnwell: false } })
  await system.webhook.updateMany({ where: { id: paused.id }, data: { isPaused: true } })
  const put = async (webhookId: number, status: string, ago: number) => {
    const at = new Date(Date.now() - ago * 1000)
    const { id: tenantId } = bench.mine.tenant
    await system.webhookDelivery.create({
      data: {
        tenantId,
        webhookId,
        kind: 'group.updated',
        body: '{}',
        status,
        occurredAt: at,
        dueAt: at,
        createdAt: at,
      },
    })
  }
  for (const ago of [30, 100, -600]) await put(well.id, 'waiting', ago)
  for (const status of ['waiting', 'sending', 'held', 'preparing', 'delivered', 'failed', 'dropped'])
    await put(unwell.id, status, status === 'sending' ? -10 : 5000)
  await put(paused.id, 'waiting', 90_000)
  expect(await shown('webhook_deliveries_waiting')).toEqual({ [WELL]: 3, [UNWELL]: 2 })
  const oldest = await shown('webhook_oldest_due_seconds')
  expect(oldest[WELL]).toBeGreaterThanOrEqual(100)
  expect(oldest[WELL]).toBeLessThan(1000)
  expect(oldest[UNWELL]).toBeGreaterThanOrEqual(5000)
  expect(oldest[UNWELL]).toBeLessThan(6000)
  expect(Object.keys(await shown('outbox_events_waiting'))).toEqual([''])
})

test('a figure that cannot be read does not hide the others', async () => {
  const lost = { name: 'lost', help: 'Lost.', label: 'of', read: () => Promise.reject(new Error('away')) }
  const text = await createMetrics(bench.server.database, [lost]).registry.metrics()
  expect(text).toMatch(/^lost Nan$/m)
  expect(text).toMatch(/^outbox_events_waiting \d+$/m)
})
