import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { webhookSender } from '#areas/integration/webhooks/deliveries/deliveries.job'
import { systemClock } from '#kernel/time/clock'
import { countQueries } from '#test/support/database/count-queries'
import { openWebhookBench, type WebhookBench } from '#test/support/integration/webhook-bench'
import { deliveriesOf, SETUP } from '#test/support/integration/webhooks'

const EVENTS = 150

let bench: WebhookBench
beforeAll(async () => {
  bench = await openWebhookBench()
})
afterAll(() => bench.close())

const { at, arrivals, state } = deliveriesOf(() => bench)

const TICKS = 8
const TICK_MS = 50

test('a worker without due deliveries looks for them a few times a second, also after it has sent one', async () => {
  const { id } = await bench.webhook('/idle')
  expect((await bench.mine.post(`${SETUP}/${id}/test`, {})).statusCode).toBe(200)
  const { app, database } = bench.server
  const sender = webhookSender(app)({ database, clock: systemClock, log: app.log })
  await arrivals('/idle', 1)
  let ticks = 0
  const ticking = setInterval(() => ticks++, TICK_MS)
  const { systemQueries } = await countQueries(database, () =>
    expect.poll(() => ticks, { interval: TICK_MS, timeout: 10_000 }).toBeGreaterThanOrEqual(TICKS),
  )
  clearInterval(ticking)
  await sender.stop()
  expect(systemQueries.length).toBeLessThan(TICKS)
})

test('three workers deliver each event once, few at a time to one receiver', async () => {
  let now = 0
  let most = 0
  bench.receiver.on('/once', (response) => {
    most = Math.max(most, ++now)
    setTimeout(() => {
      now--
      response.writeHead(204).end()
    }, 20)
  })
  const { id } = await bench.webhook('/once', { WebHookFilters: ['group.*'] })
  await Promise.all([bench.work(), bench.work(), bench.work()])
  await bench.emit(Array.from({ length: EVENTS }, (_, n) => n + 1))
  await arrivals('/once', EVENTS)
  await expect.poll(async () => (await state(id)).WaitingCount, { timeout: 10_000 }).toBe(0)
  expect(new Set(at('/once').map((one) => one.id)).size).toBe(EVENTS)
  expect(at('/once')).toHaveLength(EVENTS)
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(4)
}, 60_000)

describe('POST /api/webhooks/setup (saveWebhook)', () => {
  test('accepts one of many simultaneous changes of one version', async () => {
    const { id } = await bench.webhook('/versions', { WebHookFilters: ['webhook.*'] })
    const body = { Id: String(id), Url: `${bench.receiver.url}/versions`, IgnoreWebhookValidation: true }
    const saves = Array.from({ length: 20 }, (_, n) =>
      bench.mine.post(SETUP, { ...body, Description: `of ${n}` }, { 'if-match': '"1"' }),
    )
    const statuses = (await Promise.all(saves)).map(({ statusCode }) => statusCode)
    expect(statuses.sort()).toEqual([200, ...Array<number>(19).fill(412)])
  })
})

test('a secret that cannot be opened is a failure with a retry', async () => {
  const { id } = await bench.webhook('/unsealed', { WebHookFilters: ['group.*'] })
  const { system } = bench.server.database
  await system.webhookSecret.updateMany({ where: { webhookId: id }, data: { sealed: 'nothing of ours' } })
  await bench.emit([1])
  const failed = () => system.webhookDelivery.findFirst({ where: { webhookId: id, failures: 1, status: 'waiting' } })
  await expect.poll(failed, { timeout: 15_000 }).not.toBeNull()
  expect(at('/unsealed')).toEqual([])
})
